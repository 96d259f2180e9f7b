extension String {
  /// Makes a text from UTF-8 bytes; `nil` if they are not UTF-8.
  ///
  /// It does what `String(validating:as:)` does, which systems before iOS 18 do not have (decision 0330).
  package init?(utf8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // Bytes that are not UTF-8 were replaced by U+FFFD, so the bytes differ.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
