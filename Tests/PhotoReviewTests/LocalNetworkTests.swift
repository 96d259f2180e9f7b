import PhotoGeometry
import Testing

@testable import PhotoReview

@Suite("The local network")
struct LocalNetworkTests {
  private static func place(
    _ address: String, _ interface: String, isTunnel: Bool = false
  ) throws -> LocalNetwork.Place {
    LocalNetwork.Place(
      address: try #require(IPv4Address(address)), interface: interface, isTunnel: isTunnel)
  }

  private func refusal(_ name: String?, _ places: [LocalNetwork.Place]) -> String {
    #expect(throws: PhotoprepError.self) { try LocalNetwork.choose(name, among: places) }
      .map(\.description) ?? ""
  }

  @Test(arguments: [
    ("10.0.0.1", true), ("172.16.0.1", true), ("172.31.255.255", true), ("192.168.178.20", true),
    ("100.64.0.1", true), ("169.254.1.1", true), ("172.32.0.1", false), ("192.169.0.1", false),
    ("11.0.0.1", false), ("127.0.0.1", false), ("8.8.8.8", false), ("100.128.0.1", false),
    ("0.0.0.0", false),
  ])
  func `addresses of a local network are recognised`(text: String, isLocal: Bool) throws {
    let address = try #require(IPv4Address(text))
    #expect(address.isLocal == isLocal && "\(address)" == text)
  }

  @Test(arguments: ["", "10.0.0", "10.0.0.0.1", "10.0.0.256", "10..0.1", "a.b.c.d", "-1.0.0.1"])
  func `malformed addresses are refused`(text: String) { #expect(IPv4Address(text) == nil) }

  @Test func `the only local address is taken, beside tunnels and addresses of the Internet`()
    throws
  {
    let places = [
      try Self.place("192.168.1.20", "wlan0"), try Self.place("10.8.0.2", "tun0", isTunnel: true),
      try Self.place("203.0.113.7", "eth0"),
    ]
    #expect("\(try LocalNetwork.choose(nil, among: places))" == "192.168.1.20")
    #expect("\(try LocalNetwork.choose("10.8.0.2", among: places))" == "10.8.0.2")
  }

  @Test func `several addresses are all named, and none is guessed`() throws {
    let places = [
      try Self.place("192.168.1.20", "wlan0"), try Self.place("172.17.0.1", "docker0"),
    ]
    #expect(
      refusal(nil, places) == """
        --lan: This machine has several addresses on local networks: 192.168.1.20 (wlan0), \
        172.17.0.1 (docker0). Say which one the phone reaches: --lan 192.168.1.20
        """)
  }

  @Test(arguments: ["192.168.1.21", "203.0.113.7", "127.0.0.1", "wlan0", ""])
  func `an address of another machine, of the Internet or a malformed one is refused`(name: String)
    throws
  {
    let places = [
      try Self.place("192.168.1.20", "wlan0"), try Self.place("203.0.113.7", "eth0"),
    ]
    #expect(
      refusal(name, places) == """
        --lan: This machine has no address '\(name)' on a local network: 192.168.1.20 (wlan0). \
        Say which one the phone reaches: --lan 192.168.1.20
        """)
  }

  @Test func `a machine without a local network gets an error`() throws {
    let words =
      "Connect it to the network that the phone is in; addresses of the Internet are not used."
    for places in [[], [try Self.place("203.0.113.7", "eth0")]] {
      #expect(
        refusal(nil, places) == "--lan: This machine has no address on a local network. \(words)")
    }
  }
}
