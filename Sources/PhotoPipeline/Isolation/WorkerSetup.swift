internal import Imaging
internal import PhotoStore
internal import PhotoWriting
internal import Workers

/// The first message to a worker: all that is the same for every photo of a run.
struct WorkerSetup {
  let reading: ReadingSettings
  /// The most bytes of memory.
  let memory: Int
  /// The kept analyses of photos; `nil` if no photo is expected again.
  let kept: KeptAnalyses?

  init(reading: ReadingSettings, memory: Int) {
    self.reading = reading
    self.memory = memory
    kept = reading.keptBytes > 0 ? KeptAnalyses(byteCount: reading.keptBytes) : nil
  }
}

extension WorkerSetup {
  /// The message's values, by name.
  private struct Form: WorkerMessage {
    let memory, maxPixels, maxBytes, maxScans, kept: Int
    let background: RGBColour
    let analysis: AnalysisMethod
    let zooms: Bool
    let text: TextArea?
  }

  var message: Message {
    let limits = reading.limits
    let form = Form(
      memory: memory, maxPixels: limits.maxPixels, maxBytes: limits.maxBytes,
      maxScans: limits.maxScans, kept: reading.keptBytes, background: reading.background,
      analysis: reading.analysis, zooms: reading.zooms, text: reading.text)
    return form.message
  }

  /// Reads a setup; `nil` when the message makes no sense.
  init?(_ message: Message) {
    guard let form = Form(message) else { return nil }
    var reading = ReadingSettings(
      limits: ImagingLimits(
        maxPixels: form.maxPixels, maxBytes: form.maxBytes, maxScans: form.maxScans),
      background: form.background)
    (reading.zooms, reading.analysis) = (form.zooms, form.analysis)
    (reading.keptBytes, reading.text) = (form.kept, form.text)
    self.init(reading: reading, memory: form.memory)
  }
}
