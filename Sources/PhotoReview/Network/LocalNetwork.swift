package import PhotoGeometry
internal import HostPlatform

package enum LocalNetwork {
  /// An address of this machine, and the interface that has it.
  struct Place: Hashable {
    let address: IPv4Address
    /// Its name, for example `wlan0`.
    let interface: String
    /// Whether the interface leads to a single other machine, as a tunnel does.
    let isTunnel: Bool

    var description: String { "\(address) (\(interface))" }
  }

  /// Returns the named address of this machine, or else its only one (decision 0711).
  ///
  /// A tunnel's address is used only if it is named. If there are several addresses, none is guessed: photos would go
  /// to a network that the person did not choose.
  ///
  /// - Throws: A `PhotoprepError`, `no-local-address`.
  package static func address(_ name: String?) throws -> IPv4Address {
    try choose(name, among: places())
  }

  static func choose(_ name: String?, among places: [Place]) throws -> IPv4Address {
    let own = places.filter(\.address.isLocal)
    let found =
      name.map { name in own.filter { $0.address == IPv4Address(name) } }
      ?? own.filter { !$0.isTunnel }
    guard found.count != 1 else { return found[0].address }
    let list = own.map(\.description).joined(separator: ", ")
    let remedy =
      own.isEmpty
      ? "Connect it to the network that the phone is in; addresses of the Internet are not used."
      : "Say which one the phone reaches: --lan \(own[0].address)"
    let message =
      name.map { "This machine has no address '\($0.displayText)' on a local network" }
      ?? (found.isEmpty
        ? "This machine has no address on a local network"
        : "This machine has several addresses on local networks")
    throw PhotoprepError(
      .noLocalAddress, path: "--lan", message: message + (own.isEmpty ? "." : ": \(list)."),
      remedy: remedy)
  }

  /// The addresses of interfaces that are up, without the loopback address.
  private static func places() -> [Place] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    let entries = sequence(first: first) { $0?.pointee.ifa_next }.prefix { $0 != nil }
    return entries.compactMap { entry in
      guard let entry = entry?.pointee, let address = entry.ifa_addr,
        address.pointee.sa_family == sa_family_t(AF_INET)
      else { return nil }
      let flags = Int(entry.ifa_flags)
      guard flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0 else { return nil }
      let bits = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        $0.pointee.sin_addr.s_addr
      }
      return Place(
        address: IPv4Address(bits: UInt32(bigEndian: bits)),
        interface: String(cString: entry.ifa_name),
        isTunnel: flags & Int(IFF_POINTOPOINT) != 0)
    }
  }
}

extension PhotoprepError.Code {
  /// This machine has no address on a local network, or several and none was named.
  package static let noLocalAddress = PhotoprepError.Code("no-local-address")
  /// A port cannot be listened on.
  package static let portUnavailable = PhotoprepError.Code("port-unavailable")
}
