internal import SystemPackage

/// A path as the JSON output shows it: its text, and its exact bytes where the text cannot say them.
struct JSONPath {
  /// The path; bytes that are not UTF-8 are replaced by U+FFFD.
  let text: String
  /// The percent-encoded bytes of a path that is not UTF-8.
  let percentEncoded: String?

  init(_ path: FilePath) {
    text = path.string
    percentEncoded = path.percentEncodedWhenNotUTF8
  }
}
