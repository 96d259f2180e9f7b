internal import ArgumentParser
internal import PhotoReview

/// An address of this machine on a local network, or its only one.
struct LocalAddressArgument: ExpressibleByArgument, CustomStringConvertible {
  /// The only address, which need not be named.
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
