internal import Foundation
internal import Imaging
internal import PhotoStore
internal import Workers

/// Encodes values for the channel to a worker and back: one JSON text, followed by their long runs of bytes.
enum WorkerCodec {
  /// Returns a value as the parts of a message; an empty part if it has a number that JSON cannot represent.
  static func parts(of value: some Encodable) -> [[UInt8]] {
    let runs = ByteRuns()
    let encoder = JSONEncoder()
    encoder.userInfo = runs.userInfo
    guard let json = try? encoder.encode(value) else { return [[]] }
    return [[UInt8](json)] + runs.all
  }

  /// Reads a value; `nil` if anything is missing, left over or invalid.
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

  /// Reads a message; `nil` when it is invalid.
  init?(_ message: Message) {
    guard let value = WorkerCodec.value(Self.self, of: message.parts) else { return nil }
    self = value
  }
}

/// A type that is sent to a worker as its text for people or records.
protocol WorkerText: Codable {
  var workerText: String { get }

  init?(workerText: String)
}

extension WorkerText {
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = try decoder.sensible(Self(workerText: text))
  }

  func encode(to encoder: any Encoder) throws {
    var one = encoder.singleValueContainer()
    try one.encode(workerText)
  }
}

extension CameraTime: WorkerText {
  var workerText: String { text }
  init?(workerText: String) { self.init(workerText) }
}

extension AspectRatio: WorkerText {
  var workerText: String { description }
  init?(workerText: String) { self.init(workerText) }
}

extension RGBColour: WorkerText {
  var workerText: String { description }
  init?(workerText: String) { self.init(workerText) }
}

extension Recipe: WorkerText {
  var workerText: String { json.compactText }
  init?(workerText: String) { self.init(json: JSONValue(text: workerText)) }
}

extension FocusArea: WorkerText {
  var workerText: String { json.compactText }
  init?(workerText: String) { self.init(json: JSONValue(text: workerText)) }
}

extension TextArea: WorkerText {
  var workerText: String { json.compactText }
  init?(workerText: String) { self.init(json: JSONValue(text: workerText)) }
}

extension JSONValue {
  /// Parses a text as JSON; `null` if it is not JSON.
  fileprivate init(text: String) { self = (try? JSONParser.parse(Array(text.utf8))) ?? .null }
}
