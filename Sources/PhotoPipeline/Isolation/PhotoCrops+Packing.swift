internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

extension PhotoCrops {
  /// Names, counts and whole pixels as JSON; all other numbers, and then the small pictures, as bytes.
  var packed: PackedProduct {
    var numbers = PackedNumbers()
    for crop in crops {
      for score in [crop.score, crop.centreScore] {
        numbers.append(Self.terms.map { score[$0] ?? 0 })
      }
      numbers.append([crop.confidence])
    }
    for region in regions {
      for rect in [region.rect] + [region.head].compactMap(\.self) {
        numbers.append([rect.x, rect.y, rect.width, rect.height])
      }
      numbers.append([region.weight])
    }
    material?.pack(into: &numbers)
    let values = JSONValue.object([
      "photo": photo.sides, "crops": .array(crops.map(\.json)),
      "regions": .array(
        regions.map { region -> JSONValue in
          let head = region.head == nil ? [] : [Self.headName]
          let names = [region.kind.rawValue, region.origin.rawValue] + head
          return .array(names.map(JSONValue.string))
        }),
      "material": material?.json ?? .null,
    ])
    return PackedProduct(
      values: values,
      files: [numbers.bytes] + (material.map { [Array($0.pictures.joined())] } ?? []))
  }

  /// Reads what ``packed`` gave; `nil` when anything is missing, left over or makes no sense.
  ///
  /// - Parameters:
  ///   - packed: What a worker sent.
  ///   - aspects: How many crops there must be.
  ///   - explains: Whether there must be what explains them.
  init?(_ packed: PackedProduct, aspects: Int, explains: Bool) {
    guard let values = packed.values.object, packed.files.count == (explains ? 2 : 1),
      let photo = values["photo"].flatMap(PixelSize.init(sides:)),
      let crops = values["crops"]?.array, crops.count == aspects,
      let regions = values["regions"]?.array
    else { return nil }
    var numbers = NumberReader(packed.files[0])
    let read = crops.compactMap { AspectCrop($0, in: photo, &numbers) }
    let places = regions.compactMap { FocusRegion($0, &numbers) }
    guard read.count == aspects, places.count == regions.count else { return nil }
    var material: ExplainMaterial?
    if explains {
      material = values["material"].flatMap {
        ExplainMaterial($0, pixels: packed.files[1], crops: read.map(\.rect.size), &numbers)
      }
      guard material != nil else { return nil }
    }
    guard numbers.isAtEnd else { return nil }
    self.init(photo: photo, crops: read, regions: places, material: material)
  }

  /// What says that a region's head follows its place.
  fileprivate static let headName = "head"
  /// The names of a score's terms, in their order on the channel.
  fileprivate static let terms = ["retained", "position", "subjects", "total"]
  /// What no score of a window comes near; our choice, so that differences of two stay finite.
  fileprivate static let scores = -1e6...1e6
}

extension AspectCrop {
  /// What a worker may flag.
  private static let knownFlags: Set = [
    CropFlag.subjectCut.description, CropFlag.lowResolution.description, CropFlag.flat.description,
  ]

  fileprivate var json: JSONValue {
    .array([
      .array([rect.x, rect.y, rect.width, rect.height].map(JSONValue.integer)),
      .array(flags.map(JSONValue.string)),
    ])
  }

  fileprivate init?(_ json: JSONValue, in photo: PixelSize, _ numbers: inout NumberReader) {
    guard let values = json.array, values.count == 2,
      let rect = PixelRect(values[0], inside: photo), let flags = values[1].array,
      let score = Self.score(&numbers), let centreScore = Self.score(&numbers),
      let confidence = numbers.next(in: 0...1)
    else { return nil }
    let names = flags.compactMap(\.string)
    guard names.count == flags.count, Self.knownFlags.isSuperset(of: names),
      Set(names).count == names.count
    else { return nil }
    self.init(
      rect: rect, confidence: confidence, flags: names, score: score, centreScore: centreScore)
  }

  private static func score(_ numbers: inout NumberReader) -> [String: Double]? {
    numbers.next(PhotoCrops.terms.count, in: PhotoCrops.scores).map {
      Dictionary(uniqueKeysWithValues: zip(PhotoCrops.terms, $0))
    }
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

extension FocusRegion {
  /// Where a region may be, in fractions of the photo: detectors frame heads that the edge cuts.
  private static let places = -2.0...3.0

  fileprivate init?(_ json: JSONValue, _ numbers: inout NumberReader) {
    guard let names = json.array?.compactMap(\.string), names.count >= 2,
      let kind = Kind(rawValue: names[0]), let origin = Origin(rawValue: names[1]),
      let rect = Self.rect(&numbers)
    else { return nil }
    let hasHead = names.count > 2
    let head = hasHead ? Self.rect(&numbers) : nil
    guard names.dropFirst(2).elementsEqual(hasHead ? [PhotoCrops.headName] : []),
      hasHead == (head != nil), let weight = numbers.next(in: 0...1)
    else { return nil }
    self.init(rect, weight: weight, kind: kind, origin: origin, head: head)
  }

  private static func rect(_ numbers: inout NumberReader) -> NormalizedRect? {
    guard let corner = numbers.next(2, in: places), let sides = numbers.next(2, in: 0...3) else {
      return nil
    }
    return NormalizedRect(x: corner[0], y: corner[1], width: sides[0], height: sides[1])
  }
}
