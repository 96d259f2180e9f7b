package struct IPv4Address: Hashable, Sendable {
  /// This machine's address for itself, 127.0.0.1.
  static let loopback = IPv4Address(bits: 0x7F00_0001)

  /// Its 32 bits, the first byte highest.
  let bits: UInt32
}

extension IPv4Address {
  /// Reads four numbers with dots between them.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { $0.allSatisfy(\.isASCII) ? UInt8($0) : nil }
    guard parts.count == 4, bytes.count == 4 else { return nil }
    self.init(bits: bytes.reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Whether it belongs to a network that cannot be reached from the Internet: RFC 1918, tunnels (RFC 6598) and
  /// machines without a router (RFC 3927).
  var isLocal: Bool {
    let networks: [(String, Int)] = [
      ("10.0.0.0", 8), ("172.16.0.0", 12), ("192.168.0.0", 16), ("100.64.0.0", 10),
      ("169.254.0.0", 16),
    ]
    return networks.contains { network, length in
      IPv4Address(network).map { $0.bits >> (32 - length) == bits >> (32 - length) } ?? false
    }
  }
}

extension IPv4Address: CustomStringConvertible {
  package var description: String {
    [24, 16, 8, 0].map { String(bits >> $0 & 0xFF) }.joined(separator: ".")
  }
}
