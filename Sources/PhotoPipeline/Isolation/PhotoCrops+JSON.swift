internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

extension PhotoCrops {
  /// Everything but the small pictures.
  var json: JSONValue {
    .object([
      "photo": photo.sides, "crops": .array(crops.map(\.json)),
      "regions": .array(regions.map { FocusRegion.JSONForm($0).value }),
      "material": material?.json ?? .null,
      "files": .array(files.map { .integer($0.count) }),
    ])
  }

  /// Reads what ``json`` gave; `nil` when anything is missing, left over or makes no sense.
  ///
  /// - Parameters:
  ///   - packed: What a worker sent.
  ///   - aspects: How many crops there must be.
  ///   - explains: Whether there must be what explains them.
  ///   - count: How many pictures there must be.
  ///   - format: What they must be.
  init?(
    _ packed: PackedProduct, aspects: Int, explains: Bool, files count: Int,
    _ format: CropOutput.Format?
  ) {
    guard let values = packed.values.object,
      packed.files.count == (explains ? 1 : 0) + (count > 0 ? 1 : 0),
      let files = values["files"].flatMap({
        [[UInt8]](count > 0 ? packed.files.last : nil, lengths: $0)
      }),
      files.count == count,
      files.allSatisfy({ PhotoFormat.sniff($0) == format?.photoFormat }),
      let photo = values["photo"].flatMap(PixelSize.init(sides:)),
      let crops = values["crops"]?.list(of: { AspectCrop($0, in: photo) }), crops.count == aspects,
      let regions = values["regions"]?.list(of: FocusRegion.init(json:))
    else { return nil }
    var material: ExplainMaterial?
    if explains {
      material = values["material"].flatMap {
        ExplainMaterial($0, pixels: packed.files[0], crops: crops.map(\.rect.size))
      }
      guard material != nil else { return nil }
    }
    self.init(photo: photo, crops: crops, regions: regions, material: material, files: files)
  }
}

extension [[UInt8]] {
  /// Cuts a run of bytes into files of the lengths given; `nil` unless they are all of it.
  fileprivate init?(_ bytes: [UInt8]?, lengths: JSONValue) {
    guard let lengths = lengths.list(of: \.integer), lengths.allSatisfy({ $0 >= 0 }) else {
      return nil
    }
    var rest = (bytes ?? [])[...]
    self = []
    for length in lengths {
      guard length <= rest.count else { return nil }
      append([UInt8](rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    guard rest.isEmpty else { return nil }
  }
}

extension AspectCrop {
  fileprivate var json: JSONValue {
    .object([
      "rect": .array([rect.x, rect.y, rect.width, rect.height].map(JSONValue.integer)),
      "risk": .double(risk), "flags": .array(flags.map(JSONValue.string)),
      "score": .object(score.mapValues(JSONValue.double)),
      "centreScore": .object(centreScore.mapValues(JSONValue.double)),
    ])
  }

  fileprivate init?(_ json: JSONValue, in photo: PixelSize) {
    guard let values = json.object,
      let rect = values["rect"].flatMap({ PixelRect($0, inside: photo) }),
      let risk = values["risk"]?.number(in: 0...1),
      let flags = values["flags"]?.flags(of: [.cropping, .encoding]),
      let score = values["score"]?.cropScore,
      let centreScore = values["centreScore"]?.cropScore
    else { return nil }
    self.init(
      rect: rect, risk: risk, flags: flags, score: score, centreScore: centreScore)
  }
}

extension PixelRect {
  fileprivate init?(_ json: JSONValue, inside photo: PixelSize) {
    let numbers = json.array?.compactMap(\.integer) ?? []
    guard numbers.count == 4, (1...photo.width).contains(numbers[2]),
      (1...photo.height).contains(numbers[3]), (0...photo.width - numbers[2]).contains(numbers[0]),
      (0...photo.height - numbers[3]).contains(numbers[1])
    else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
