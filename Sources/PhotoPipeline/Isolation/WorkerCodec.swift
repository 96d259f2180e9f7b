internal import Foundation
internal import Workers

/// How values cross the channel to a worker and back: as one JSON text, and behind it the long runs of bytes in them.
enum WorkerCodec {
  /// Returns a value as the parts of a message; an empty part for one with a number that JSON does not have.
  static func parts(of value: some Encodable) -> [[UInt8]] {
    let runs = ByteRuns()
    let encoder = JSONEncoder()
    encoder.userInfo = runs.userInfo
    guard let json = try? encoder.encode(value) else { return [[]] }
    return [[UInt8](json)] + runs.all
  }

  /// Reads a value; `nil` where anything is missing, left over or makes no sense.
  static func value<Value: Decodable>(
    _ type: Value.Type = Value.self, of parts: some Collection<[UInt8]>
  ) -> Value? {
    guard let json = parts.first else { return nil }
    let runs = ByteRuns(Array(parts.dropFirst()))
    let decoder = JSONDecoder()
    decoder.userInfo = runs.userInfo
    guard let value = try? decoder.decode(type, from: Data(json)), runs.areTaken else { return nil }
    return value
  }
}

/// A value that is a whole message to a worker, or one from it.
protocol WorkerMessage: Codable {}

extension WorkerMessage {
  var message: Message { Message(WorkerCodec.parts(of: self)) }

  /// Reads one; `nil` when the message makes no sense.
  init?(_ message: Message) {
    guard let value = WorkerCodec.value(Self.self, of: message.parts) else { return nil }
    self = value
  }
}
