import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage

/// Documents that name the files of sample photos.
enum PackageSamples {
  static func name(_ photo: Int, _ role: StoredFileName.Role) -> String {
    StoredFileName(role, of: SamplePhoto(photo).id).description
  }

  /// The image of a prepared photo, as a record has it; a manual render in place of the small one.
  static func image(_ photo: Int, manualSmall: String? = nil, album: String? = nil) -> JSONValue {
    let record = SamplePhoto(photo).record(foundAs: [])
    var image = record.image.json(dates: .iso8601)
    image.change("smartPhoto") { smart in
      guard case .object(var object) = smart else { return }
      object["shuffleManifestFileName"] = album.map(JSONValue.string)
      smart = .object(object)
      smart.change("small") { variant in
        variant.change("renderFileName") { if let manualSmall { $0 = .string(manualSmall) } }
      }
    }
    return image
  }

  static func design(
    _ title: String, _ image: JSONValue, id: String? = nil, matchedSmall: JSONValue? = nil
  ) -> JSONValue {
    var object: [String: JSONValue] = [
      "name": .string(title), "image": image, "updatedAt": .string("2026-01-05T12:00:00Z"),
      "kept": .object(["number": .number(JSONNumber(1.5) ?? JSONNumber(0))]),
    ]
    object["id"] = id.map(JSONValue.string)
    object["matchedSet"] = matchedSmall.map { .object(["small": .object(["image": $0])]) }
    return .object(object)
  }

  static func album(_ photos: [Int], manual: String? = nil) -> JSONValue {
    let entries = photos.map { photo in
      var entry: [String: JSONValue] = [
        "id": .string("\(photo)"), "sourceFileName": .string(name(photo, .master)),
        "flags": .array([]),
        "preparedAt": .integer(700_000_000),
      ]
      for family in RenderFamily.always {
        entry["\(family.rawValue)File"] = .string(name(photo, .render(family)))
      }
      entry["largeManualFile"] = manual.map(JSONValue.string)
      return JSONValue.object(entry)
    }
    return .object([
      "version": .integer(1), "sourceID": .string("album"), "entries": .array(entries),
      "currentIndex": .integer(0), "rotationIntervalMinutes": .integer(60),
      "nextChangeDate": .number(JSONNumber(700_000_060.5) ?? JSONNumber(0)),
    ])
  }

  /// A package of the published app's: one design with one image, and whatever else is given.
  static func package(
    _ name: String = "image-1.jpg", bytes: [UInt8] = picture, more: [String: JSONValue] = [:]
  ) -> JSONValue {
    let embedded: JSONValue = .object([
      "originalFileName": .string(name), "data": .string(Data(bytes).base64EncodedString()),
    ])
    let package: [String: JSONValue] = [
      "magic": .string("com.conornolan.widgetweaver.exchange"), "formatVersion": .integer(1),
      "createdAt": .string("2026-01-05T12:00:00Z"), "images": .array([embedded]),
      "specs": .array([design("One", .object(["fileName": .string(name)]))]),
    ]
    return .object(package.merging(more) { $1 })
  }

  static let picture = jpeg(PixelSize(width: 40, height: 30), filler: "picture")

  /// Reads the size where ``jpeg(_:filler:)`` puts it.
  static func inspect(_ bytes: [UInt8], _ name: String) throws(PhotoprepError) -> PixelSize {
    let comment = 4 + Int(bytes[5]) - 2
    let frame = 2 + comment
    guard bytes.count > frame + 9, bytes.suffix(2) == [0xFF, 0xD9] else {
      throw PhotoprepError(PhotoprepError.Code("truncated"), path: name, message: "It is cut off.")
    }
    return PixelSize(
      width: Int(bytes[frame + 7]) << 8 | Int(bytes[frame + 8]),
      height: Int(bytes[frame + 5]) << 8 | Int(bytes[frame + 6]))
  }
}

extension StoreHarness {
  /// Makes a store with the sample photos 1 to 3, a manual render, an album and four designs.
  static func full(_ place: Place = .memory) throws -> StoreHarness {
    let harness = try StoreHarness(place)
    try harness.create()
    try harness.run("before") { try $0.add([SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]) }
    let manual = "smart-small-manual-0B0E7A44-6B1C-4B5D-9A39-0D9B5C1D2E3F.jpg"
    try harness.base.createFile(
      at: harness.images.appending(manual),
      bytes: jpeg(SamplePhoto.size(.render(.small)), filler: "manual"))
    try harness.put(
      PackageSamples.album([2, 3], manual: manual), "WidgetWeaverSmartPhoto/smart-shuffle-A.json")
    try harness.put(
      PackageSamples.design(
        "Beach",
        PackageSamples.image(1, manualSmall: manual, album: "smart-shuffle-A.json"),
        id: "11111111-1111-4111-8111-111111111111", matchedSmall: PackageSamples.image(2)),
      "Designs/beach.json")
    try harness.put(
      PackageSamples.design(
        "Alps", PackageSamples.image(2), id: "22222222-2222-4222-8222-222222222222"),
      "Designs/alps.json")
    try harness.put(PackageSamples.image(1), "Designs/one.json")
    try harness.put(
      .array([
        PackageSamples.design("L1", PackageSamples.image(1)), PackageSamples.design("L2", .null),
      ]),
      "Designs/list.json")
    return harness
  }

  /// Makes a store with one sample photo, a manual render, an album and a design that show them.
  static func small(_ place: Place = .memory) throws -> StoreHarness {
    let harness = try StoreHarness(place)
    try harness.create()
    try harness.run("before") { try $0.add(SamplePhoto(2)) }
    let manual = "smart-large-manual-0B0E7A44-6B1C-4B5D-9A39-0D9B5C1D2E3F.jpg"
    try harness.base.createFile(
      at: harness.images.appending(manual),
      bytes: jpeg(SamplePhoto.size(.render(.large)), filler: "manual"))
    try harness.put(
      PackageSamples.album([2], manual: manual), "WidgetWeaverSmartPhoto/smart-shuffle-A.json")
    try harness.put(
      PackageSamples.design("Alps", PackageSamples.image(2, album: "smart-shuffle-A.json")),
      "Designs/alps.json")
    return harness
  }

  static func empty(_ place: Place = .memory) throws -> StoreHarness {
    let harness = try StoreHarness(place)
    try harness.create()
    return harness
  }

  var images: FilePath { container.appending("WidgetWeaverImages") }
  var designs: FilePath { container.appending("Designs") }
  var albums: FilePath { container.appending("WidgetWeaverSmartPhoto") }

  func put(_ json: JSONValue, _ path: String) throws {
    try replace(container.pushing(FilePath(path)), json.canonicalBytes)
  }

  /// Puts a package outside the store.
  func package(_ bytes: [UInt8], _ name: String = "in.wwdesign") throws -> FilePath {
    let file = container.removingLastComponent().appending(name)
    try replace(file, bytes)
    return file
  }

  func package(_ json: JSONValue, _ name: String = "in.wwdesign") throws -> FilePath {
    try package(json.canonicalBytes, name)
  }

  @discardableResult
  func bring(
    _ file: FilePath, only: [String] = [], limits: PackageLimits = .standard,
    run name: String = "import"
  ) throws -> ImportPlan {
    try run(name) { store in
      let exchange = PackageExchange(of: store, limits: limits)
      let plan = try exchange.planImport(
        of: file, choosing: only.isEmpty ? .all : .named(only), inspect: PackageSamples.inspect)
      try exchange.carryOut(plan)
      return plan
    }
  }

  /// Packs everything and returns the packages' bytes.
  func pack(
    _ selection: ExportSelection = ExportSelection(isEverything: true),
    limits: PackageLimits = .standard
  ) throws -> [[UInt8]] {
    var files: [FilePath] = []
    try run("export") { store in
      let file = container.removingLastComponent().appending("out.wwdesign")
      try PackageExchange(of: store, limits: limits).export(selection, to: file, replacing: true) {
        files.append($0.file)
      }
    }
    return try files.map { try base.readFile(at: $0, limit: 1 << 26, followingLinks: false).bytes }
  }

  func names(_ folder: FilePath) throws -> [String] { try base.list(folder).map(\.string) }

  func design(_ name: String) throws -> StoreDocument {
    try StoreDocument(.design, bytes: bytes(designs.appending(name)), path: name)
  }
}
