internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

/// Reading what another process wrote: each is `nil` where the value makes no sense.
extension JSONValue {
  /// The number, within bounds.
  func number(in bounds: ClosedRange<Double>) -> Double? {
    double.flatMap { bounds.contains($0) ? $0 : nil }
  }

  /// Every element of a list; `nil` where one cannot be read.
  func list<Element>(of read: (JSONValue) -> Element?) -> [Element]? {
    guard let array else { return nil }
    let elements = array.compactMap(read)
    return elements.count == array.count ? elements : nil
  }

  /// The names of flags that some steps find, each once.
  func flags(of steps: Set<PhotoFlag.Step>) -> [String]? {
    let flags = list { $0.string.flatMap(PhotoFlag.init) }
    guard let flags, Set(flags).count == flags.count, flags.allSatisfy({ steps.contains($0.step) })
    else { return nil }
    return flags.map(\.rawValue)
  }

  /// The terms of a crop's score, all of them and no others; that of text where there is text.
  var cropScore: [String: Double]? {
    let values = object?.compactMapValues { $0.number(in: Self.scores) }
    return values.flatMap { CropScore.isNamed($0.keys) ? $0 : nil }
  }

  /// What no score of a window comes near; our choice, so that differences of two stay finite.
  static let scores = -1e6...1e6
}
