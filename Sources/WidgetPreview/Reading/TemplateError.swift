internal import PhotoStore

/// Why a template cannot be drawn, and where in its document.
public struct TemplateError: Error, Hashable, CustomStringConvertible {
  /// The document's name.
  public let path: String
  /// The place as a JSON pointer (RFC 6901); empty for the whole document.
  public let pointer: String
  /// The line of that place, from 1.
  public let line: Int
  /// The fact and the remedy.
  public let fact: String

  /// The place and the fact as one line.
  public var description: String {
    "\(path): line \(line)\(pointer.isEmpty ? "" : " (\(pointer))"): \(fact)"
  }
}

struct DocumentText {
  let bytes: [UInt8]
  let path: String

  /// Makes the error for a place, given by the names and indices that lead to it.
  func error(at place: [String], _ fact: String) -> TemplateError {
    let pointer = place.map { name in
      "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
    return TemplateError(
      path: path, pointer: pointer.joined(),
      line: line(ofByte: JSONParser.offset(of: place, in: bytes)), fact: fact)
  }

  func error(_ failure: JSONParser.Failure) -> TemplateError {
    TemplateError(
      path: path, pointer: "", line: line(ofByte: failure.offset),
      fact: "The document is not JSON: \(failure.fact).")
  }

  private func line(ofByte offset: Int) -> Int {
    1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }
}
