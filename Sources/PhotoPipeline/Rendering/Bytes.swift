internal import PhotoStore

/// A long run of bytes in a coded value: the coder puts the bytes after its text (``ByteRuns``).
@propertyWrapper
struct Bytes: Codable, Hashable, Sendable {
  var wrappedValue: [UInt8]

  init(wrappedValue: [UInt8]) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    let place = try decoder.singleValueContainer().decode(Int.self)
    wrappedValue = try decoder.sensible(ByteRuns.known(in: decoder.userInfo)?.take(place))
  }

  func encode(to encoder: any Encoder) throws {
    var one = encoder.singleValueContainer()
    try one.encode(ByteRuns.known(in: encoder.userInfo)?.add(wrappedValue))
  }
}

/// Any number of files in a coded value, as one run of bytes and their lengths.
@propertyWrapper
struct JoinedBytes: Codable, Hashable, Sendable {
  var wrappedValue: [[UInt8]]

  init(wrappedValue: [[UInt8]]) { self.wrappedValue = wrappedValue }

  private enum CodingKeys: CodingKey { case lengths, bytes }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    var rest = try values.decode(Bytes.self, forKey: .bytes).wrappedValue[...]
    wrappedValue = []
    for length in try values.decode([Int].self, forKey: .lengths) {
      try decoder.require((0...rest.count).contains(length))
      wrappedValue.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    try decoder.require(rest.isEmpty)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(wrappedValue.map(\.count), forKey: .lengths)
    try values.encode(Bytes(wrappedValue: Array(wrappedValue.joined())), forKey: .bytes)
  }
}

/// The long runs of bytes of one text, in the order in which its values name them.
final class ByteRuns: Sendable {
  private let state: Locked<(runs: [[UInt8]], taken: Int)>

  init(_ runs: [[UInt8]] = []) { state = Locked((runs, 0)) }

  var all: [[UInt8]] { state.withLock(\.runs) }

  var areTaken: Bool { state.withLock { $0.taken == $0.runs.count } }

  fileprivate func add(_ run: [UInt8]) -> Int {
    state.withLock { state in
      state.runs.append(run)
      return state.runs.count - 1
    }
  }

  /// Takes the run at an index, which must be the next one: each is taken once.
  fileprivate func take(_ place: Int) -> [UInt8]? {
    state.withLock { state in
      guard place == state.taken, state.runs.indices.contains(place) else { return nil }
      state.taken += 1
      return state.runs[place]
    }
  }

  private static let key = CodingUserInfoKey(rawValue: "byteRuns")

  var userInfo: [CodingUserInfoKey: any Sendable] { Self.key.map { [$0: self] } ?? [:] }

  fileprivate static func known(in userInfo: [CodingUserInfoKey: Any]) -> ByteRuns? {
    key.flatMap { userInfo[$0] as? ByteRuns }
  }
}

extension Decoder {
  func require(_ makesSense: Bool) throws { _ = try sensible(makesSense ? true : nil) }

  /// Returns a value made from the bytes that were read; throws for `nil`.
  func sensible<Value>(_ value: Value?) throws -> Value {
    guard let value else {
      let context = DecodingError.Context(
        codingPath: codingPath, debugDescription: "The value is invalid.")
      throw DecodingError.dataCorrupted(context)
    }
    return value
  }
}

/// A type that is sent to a worker and back as another; what comes back is not trusted (decision 0614).
protocol SentAs: Codable {
  associatedtype Sent: Codable

  var sent: Sent { get }

  /// Reads what was sent; `nil` if it is invalid.
  init?(sent: Sent)
}

extension SentAs {
  init(from decoder: any Decoder) throws {
    self = try decoder.sensible(Self(sent: Sent(from: decoder)))
  }

  func encode(to encoder: any Encoder) throws { try sent.encode(to: encoder) }
}

extension JSONValue {
  /// Parses a text as JSON; `null` if it is not JSON.
  init(text: String) { self = (try? JSONParser.parse(Array(text.utf8))) ?? .null }
}
