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

  /// What is flagged about a crop, each thing once.
  var cropFlags: [String]? {
    let names = list(of: \.string)
    return names.flatMap { Self.flags.isSuperset(of: $0) && Set($0).count == $0.count ? $0 : nil }
  }

  private static let flags: Set = [
    CropFlag.subjectCut.description, CropFlag.lowResolution.description, CropFlag.flat.description,
    PhotoFlag.overByteLimit,
  ]

  /// The terms of a crop's score, all of them and no others; that of text where there is text.
  var cropScore: [String: Double]? {
    let values = object?.compactMapValues { $0.number(in: Self.scores) }
    return values.flatMap { Set($0.keys).subtracting(["text"]) == Self.terms ? $0 : nil }
  }

  /// The names that ``CropScore/named`` gives.
  private static let terms: Set = ["retained", "position", "subjects", "total"]
  /// What no score of a window comes near; our choice, so that differences of two stay finite.
  static let scores = -1e6...1e6
}
