import Foundation

/// The first and the last bytes of an image file, which show whether it is complete.
///
/// Stores write files whole; this finds incomplete files of a broken copy or a restored backup,
/// without decoding anything.
struct ImageFileEnds {
  private let isStored: Bool
  private let first: [UInt8]
  private let last: [UInt8]

  /// No end mark is longer.
  private static let endLength: UInt64 = 12

  /// Reads a file's ends; `nil` when it cannot be read or has no bytes.
  init?(_ file: URL) {
    guard let handle = try? PlainFile.open(file, followingLinks: false),
      let first = try? handle.read(upToCount: PictureFormat.beginningLength), !first.isEmpty,
      let size = try? handle.seekToEnd()
    else { return nil }
    try? handle.seek(toOffset: size - min(size, Self.endLength))
    guard let last = try? handle.read(upToCount: Int(Self.endLength)) else { return nil }
    isStored = StoredFileName(file.lastPathComponent) != nil
    self.first = [UInt8](first)
    self.last = [UInt8](last)
  }

  /// Whether the file ends like its format; formats without an end mark only need some bytes.
  ///
  /// A file that begins like no format is damaged if its name is one that only this software gives, and otherwise has
  /// a format of the app's.
  var isWhole: Bool {
    guard let format = PictureFormat(beginning: first) else { return !isStored }
    return last.suffix(format.end.count) == format.end
  }
}
