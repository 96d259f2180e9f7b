internal import Imaging
internal import PhotoStore
internal import Workers

/// The first message to a worker: all that is the same for every photo of a run.
struct WorkerSetup {
  let reading: ReadingSettings
  /// The most bytes of memory.
  let memory: Int
  /// What is kept of photos that were analysed; `nil` when none is expected again.
  let kept: KeptAnalyses?

  init(reading: ReadingSettings, memory: Int) {
    self.reading = reading
    self.memory = memory
    kept = reading.keptBytes > 0 ? KeptAnalyses(byteCount: reading.keptBytes) : nil
  }
}

extension WorkerSetup {
  var message: Message {
    let limits = reading.limits
    let settings = JSONValue.object([
      "memory": .integer(memory),
      "maxPixels": .integer(limits.maxPixels), "maxBytes": .integer(limits.maxBytes),
      "maxScans": .integer(limits.maxScans), "background": .string(reading.background.description),
      "zooms": .bool(reading.zooms), "analysis": .string(reading.analysis.rawValue),
      "text": reading.text?.json ?? .null, "kept": .integer(reading.keptBytes),
    ])
    return Message([settings.compactBytes])
  }

  /// Reads a setup; `nil` when the message is none.
  init?(_ message: Message) {
    guard let values = JSONValue(part: 0, of: message)?.object,
      let memory = values["memory"]?.integer, let pixels = values["maxPixels"]?.integer,
      let bytes = values["maxBytes"]?.integer, let scans = values["maxScans"]?.integer,
      let background = values["background"]?.string.flatMap({ RGBColour($0) }),
      let analysis = values["analysis"]?.string.flatMap(AnalysisMethod.init(rawValue:)),
      let kept = values["kept"]?.integer
    else { return nil }
    var reading = ReadingSettings(
      limits: ImagingLimits(maxPixels: pixels, maxBytes: bytes, maxScans: scans),
      background: background)
    reading.zooms = values["zooms"] == .bool(true)
    reading.analysis = analysis
    reading.keptBytes = kept
    reading.text = values["text"].flatMap(TextArea.init(json:))
    self.init(reading: reading, memory: memory)
  }
}

extension JSONValue {
  /// Reads a part of a message as JSON; `nil` when it is not there or none.
  init?(part index: Int, of message: Message) {
    guard message.parts.indices.contains(index) else { return nil }
    self.init(bytes: message.parts[index])
  }

  /// Reads bytes as JSON; `nil` when they are none.
  init?(bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes) else { return nil }
    self = value
  }
}

extension Sandbox.Protection {
  /// The answer to a setup.
  var message: Message {
    let values = JSONValue.object([
      "landlock": .integer(landlock), "filter": .bool(filtersCalls), "memory": .bool(limitsMemory),
    ])
    return Message([values.compactBytes])
  }

  /// Reads the answer to a setup; `nil` when it is none.
  init?(_ message: Message) {
    guard let values = JSONValue(part: 0, of: message)?.object,
      let landlock = values["landlock"]?.integer
    else { return nil }
    self.init(
      landlock: landlock, filtersCalls: values["filter"] == .bool(true),
      limitsMemory: values["memory"] == .bool(true))
  }
}
