internal import ArgumentParser
internal import PhotoReview

/// An address of this machine on a local network, or the one that there is.
struct LocalAddressArgument: ExpressibleByArgument, CustomStringConvertible {
  /// The address that there is, which takes no naming.
  static let only = LocalAddressArgument(name: nil)

  private let name: String?

  init(argument: String) { name = argument }
  private init(name: String?) { self.name = name }

  var description: String { name ?? "the one that there is" }

  /// The address.
  ///
  /// - Throws: A `PhotoprepError`, `no-local-address`.
  var address: IPv4Address { get throws { try LocalNetwork.address(name) } }
}
