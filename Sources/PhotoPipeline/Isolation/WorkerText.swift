internal import Imaging
internal import PhotoGeometry
internal import PhotoStore

/// What crosses the channel to a worker as the text that people, or records, have for it.
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
  /// Reads a text as JSON; `null` where it is not JSON.
  fileprivate init(text: String) { self = (try? JSONParser.parse(Array(text.utf8))) ?? .null }
}
