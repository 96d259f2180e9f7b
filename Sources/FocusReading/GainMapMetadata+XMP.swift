internal import Imaging

extension GainMapMetadata {
  /// Reads Adobe's properties of an XMP packet, with the defaults of Ultra HDR 1.1, "HDR gain map metadata"; `nil` if
  /// one without a default is missing, or if they are invalid.
  init?(xmp: [UInt8]) {
    guard let packet = XMPPacket.properties(in: xmp),
      packet[Self.namespace, "Version"].word == "1.0",
      packet[Self.namespace, "BaseRenditionIsHDR"].word.lowercased() != "true"
    else { return nil }
    /// One number, or three; `nil` for anything else.
    func numbers(_ name: String, _ usual: Double? = nil) -> [Fraction]? {
      let value = packet[Self.namespace, name]
      if value == XMPValue() { return usual.flatMap(Fraction.init).map { [$0] } }
      let items = value.items.isEmpty ? [value] : value.items
      let numbers = items.compactMap(\.number).compactMap(Fraction.init)
      return numbers.count == items.count && [1, 3].contains(numbers.count) ? numbers : nil
    }
    guard let minimum = numbers("GainMapMin", 0), let maximum = numbers("GainMapMax"),
      let gamma = numbers("Gamma", 1), let base = numbers("OffsetSDR", 1 / 64),
      let alternate = numbers("OffsetHDR", 1 / 64),
      let least = numbers("HDRCapacityMin", 0)?.first, let most = numbers("HDRCapacityMax")?.first
    else { return nil }
    let channels = (0..<3).map { index in
      /// The value for a colour, or the one for all.
      func of(_ list: [Fraction]) -> Fraction { list.count == 3 ? list[index] : list[0] }
      return Channel(
        minimum: of(minimum), maximum: of(maximum), gamma: of(gamma), baseOffset: of(base),
        alternateOffset: of(alternate))
    }
    self.init(channels, baseHeadroom: least, alternateHeadroom: most)
  }
}
