internal import CExpat

/// Reads XML as a series of events, with expat, which opens no external files (decision 0615).
package enum XMLReading {
  /// The next event in a document.
  package enum Event {
    /// An element begins; names are unchanged, including prefixes.
    case start(String, attributes: [String: String])
    /// Some of the text between tags; it may come in several pieces.
    case text(String)
    /// The element that began last ends.
    case end
  }

  /// Why a document was not read to its end.
  package enum Failure: Equatable, Sendable {
    /// It is not well-formed, from this line on, counted from 1.
    case malformed(line: Int)
    /// It is in an encoding other than UTF-8, UTF-16, ISO 8859-1 and ASCII.
    case otherEncoding
    /// It declares entities, which can expand a few bytes to gigabytes.
    case declaresEntities
    /// The caller ended the reading.
    case stopped
  }

  /// Reads a document of less than 2 GiB until `take` returns `false`; returns why it was not read to its end, `nil` if
  /// it was.
  package static func read(_ bytes: [UInt8], _ take: (Event) -> Bool) -> Failure? {
    guard let parser = XML_ParserCreate(nil), let count = Int32(exactly: bytes.count) else {
      return .stopped
    }
    defer { XML_ParserFree(parser) }
    return withoutActuallyEscaping(take) { take in
      let reader = Reader(parser, take)
      XML_SetUserData(parser, Unmanaged.passUnretained(reader).toOpaque())
      Reader.setHandlers(of: parser)
      let status = bytes.withUnsafeBytes {
        XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, count, 1)
      }
      return withExtendedLifetime(reader) {
        if let failure = reader.failure { return failure }
        if status == XML_STATUS_OK { return nil }
        return XML_GetErrorCode(parser) == XML_ERROR_UNKNOWN_ENCODING
          ? .otherEncoding : .malformed(line: Int(cexpat_line_number(parser)))
      }
    }
  }
}

/// The receiver of expat's callbacks.
private final class Reader {
  private let parser: XML_Parser
  private let take: (XMLReading.Event) -> Bool
  private(set) var failure: XMLReading.Failure?

  init(_ parser: XML_Parser, _ take: @escaping (XMLReading.Event) -> Bool) {
    (self.parser, self.take) = (parser, take)
  }

  /// Connects a parser, whose user data is a reader, to it.
  static func setHandlers(of parser: XML_Parser) {
    XML_SetElementHandler(
      parser,
      { user, name, attributes in
        Reader.of(user)?.handOn(.start(String(name), attributes: .init(pairs: attributes)))
      }, { user, _ in Reader.of(user)?.handOn(.end) })
    XML_SetCharacterDataHandler(parser) { user, text, count in
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
      Reader.of(user)?.handOn(.text(String(decoding: bytes, as: UTF8.self)))
    }
    XML_SetEntityDeclHandler(parser) { user, _, _, _, _, _, _, _, _ in
      Reader.of(user)?.stop(.declaresEntities)
    }
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> Reader? {
    user.map { Unmanaged<Reader>.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate func handOn(_ event: XMLReading.Event) {
    // After a stop expat may still make one call.
    if failure == nil, !take(event) { stop(.stopped) }
  }

  fileprivate func stop(_ failure: XMLReading.Failure) {
    self.failure = failure
    _ = XML_StopParser(parser, 0)
  }
}

extension String {
  /// Text from expat, which is UTF-8 whatever the document's encoding.
  fileprivate init(_ text: UnsafePointer<CChar>?) {
    self = text.map { String(cString: $0) } ?? ""
  }
}

extension [String: String] {
  /// Names and values alternately, up to a null.
  fileprivate init(pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    self = [:]
    var next = pairs
    while let pair = next, let name = pair[0] {
      self[String(name)] = String(pair[1])
      next = pair + 2
    }
  }
}
