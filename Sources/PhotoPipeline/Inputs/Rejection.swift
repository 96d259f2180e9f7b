internal import Foundation
internal import Imaging
public import PhotoStore
internal import SystemFiles
public import SystemPackage

/// Why one photo was not prepared: an error that never ends a run, as it affects one photo.
///
/// The fact and remedy of the error are the rejection's own.
@dynamicMemberLookup
public struct Rejection: Error, Sendable {
  /// The photo, as it was given.
  public let path: FilePath
  /// The error, about the path as people see it; control characters in its message are escaped.
  public let error: PhotoprepError

  /// The error's code, in stable kebab case; compare this, never the message.
  public var code: String { error.code.description }

  /// A part of the error.
  public subscript<Part>(dynamicMember part: KeyPath<PhotoprepError, Part>) -> Part {
    error[keyPath: part]
  }

  /// The same rejection with another path for the photo.
  func named(_ path: FilePath) -> Rejection {
    Rejection(path: path, error: error.about(path.displayText))
  }
}

extension Rejection: CustomStringConvertible {
  /// File, fact and remedy on one line.
  public var description: String { error.description }
}

extension Rejection {
  package init(
    path: FilePath, code: String, message: String, remedy: String?, detail: String? = nil
  ) {
    self.path = path
    error = PhotoprepError(
      PhotoprepError.Code(code), path: path.displayText, message: message.displayText,
      remedy: remedy?.displayText, detail: detail)
  }

  /// Makes the rejection of a photo whose file could not be read or processed.
  init(_ path: FilePath, _ error: PhotoprepError) {
    let (code, remedy): (PhotoprepError.Code, String?) =
      switch error.code {
      case .tooLarge: (.fileTooLarge, "Raise --max-mebibytes to read it.")
      case .tooManyPixels:
        (error.code, "Export a smaller version, or raise --max-megapixels.")
      default: (error.code, error.remedy)
      }
    self.init(
      path: path, code: code.description, message: error.message, remedy: remedy,
      detail: error.detail)
  }

  /// Does work on a file, whose errors become the file's rejection.
  static func about<Value>(_ path: FilePath, _ work: () throws -> Value) throws -> Value {
    do { return try work() } catch let error as PhotoprepError { throw Rejection(path, error) }
  }

  /// Makes the rejection of a file because of an error in the store or one of its documents.
  init(_ path: FilePath, inStore error: PhotoprepError) {
    let isInside = error.path != path.string
    self.init(
      path: path, code: error.code.description,
      message: (isInside ? "\(error.path.displayText): " : "") + error.message,
      remedy: error.remedy)
  }
}

extension FileSystem {
  /// Reads a photo completely, once.
  ///
  /// - Throws: A rejection when the file cannot be read, is not a regular file, or has more bytes
  ///   than the limits allow.
  func readPhoto(
    _ path: FilePath, limits: ImagingLimits = .standard
  ) throws(Rejection) -> FileContents {
    do {
      return try readFile(at: path, limit: limits.maxBytes, followingLinks: true)
    } catch {
      throw Rejection(path, error)
    }
  }
}

extension SourceName {
  /// The path that the photo was found under.
  package var path: FilePath { FilePath(bytes: bytes) }
}

extension FilePath {
  /// The path as text for people: bytes that are not UTF-8 and control characters show as `\xNN`.
  ///
  /// Nothing in a file's name can move the terminal's cursor or break a line of output.
  public var displayText: String {
    String(utf8: bytes)?.displayText
      ?? bytes.map {
        (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : String(format: "\\x%02X", $0)
      }
      .joined()
  }

  /// The path's bytes with everything but unreserved ASCII and `/` percent-encoded; `nil` when the path is UTF-8, as
  /// its text is complete then.
  public var percentEncodedWhenNotUTF8: String? {
    if String(utf8: bytes) != nil { return nil }
    return bytes.map { byte in
      let scalar = UnicodeScalar(byte)
      let isPlain =
        byte < 0x80
        && (scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar))
      return isPlain ? String(scalar) : String(format: "%%%02X", byte)
    }.joined()
  }
}
