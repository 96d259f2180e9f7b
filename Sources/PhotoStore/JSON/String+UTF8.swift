extension String {
  /// Makes a text of its bytes; `nil` where they are not UTF-8.
  ///
  /// It does what `String(validating:as:)` does, which systems before iOS 18 do not have (decision 0330).
  package init?(utf8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 was replaced by U+FFFD, so that the bytes are others.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
