import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage
import Testing

@Suite struct `Forms of packages` {
  private let store: StoreHarness

  init() throws { store = try StoreHarness.empty() }

  @Test func `the published app's package comes in under its designs' identifiers`() throws {
    let id = "ABCDEF01-1111-4111-8111-111111111111"
    let image: JSONValue = .object([
      "fileName": .string(" image-1.jpg "),
      "smartPhoto": .object([
        "masterFileName": .string("folder/image-1.jpg"), "preparedAt": .integer(700_000_000),
        "shuffleManifestFileName": .string("smart-shuffle-B.json"),
      ]),
    ])
    let specs = JSONValue.array([PackageSamples.design("App", image, id: id)])
    try store.bring(try store.package(PackageSamples.package(more: ["specs": specs])))
    #expect(try store.names(store.designs) == ["\(id).json"])
    #expect(try store.names(store.images).count == 1)
    let brought = try #require(try store.design("\(id).json").images.first)
    let name = try #require(try store.names(store.images).first)
    #expect(brought.fileName == name && brought.smartPhoto?.masterFileName == name)
    #expect(name.hasPrefix("smart-master-"))
    #expect(brought.smartPhoto?.shuffleManifestFileName == nil)
    let text = String(
      decoding: try store.bytes(store.designs.appending("\(id).json")), as: UTF8.self)
    #expect(text.contains(#""preparedAt": "2023-03-08T"#))
  }

  @Test func `a list of designs, one design, one image and one album come in`() throws {
    try store.run("before") { try $0.add([SamplePhoto(1), SamplePhoto(2), SamplePhoto(3)]) }
    let alps = PackageSamples.design("Alps", PackageSamples.image(2))
    try store.bring(try store.package(.array([alps, PackageSamples.design("No image", .null)])))
    #expect(try store.names(store.designs).count == 2)
    #expect(try store.names(store.designs).allSatisfy { $0.hasPrefix("design-") })
    try store.bring(try store.package(PackageSamples.design("New", .null), "new.json"))
    try store.bring(try store.package(PackageSamples.image(3), "image.json"))
    try store.bring(try store.package(PackageSamples.album([1, 2]), "album.json"))
    #expect(Set(try store.names(store.designs)).isSuperset(of: ["new.json", "image.json"]))
    #expect(try store.names(store.albums).count == 1)
    // They name images of this store, which keep their names.
    #expect(try store.names(store.images).count == 12)
    #expect(
      try store.design("image.json").images.first?.fileName
        == PackageSamples.name(3, .render(.medium)))
  }

  @Test func `an image that no design names stays out`() throws {
    let plan = try store.bring(
      try store.package(
        PackageSamples.package(more: ["specs": .array([PackageSamples.design("None", .null)])])))
    #expect(try store.names(store.images).isEmpty)
    let image = try #require(plan.items.last)
    guard case .unused = image.outcome else { Issue.record("\(image)"); return }
  }

  @Test func `a newer package is refused with its number`() throws {
    let newer = try store.package(PackageSamples.package(more: ["formatVersion": .integer(2)]))
    let error = try #require(throws: PhotoprepError.self) { try store.bring(newer) }
    #expect(error.code == .packageTooNew)
    #expect(error.message.contains("version 2"))
    let part = try store.package(
      PackageSamples.package(more: ["photoprep": .object(["version": .integer(9)])]))
    #expect(
      try #require(throws: PhotoprepError.self) { try store.bring(part) }.code == .packageTooNew)
  }

  @Test(
    arguments: [
      (#"{"name": "A", "layout": {}, "version": 8}"#, nil),
      (#"[{"name": "A", "layout": {}}, {"name": "B", "layout": {}, "version": 9, "new": [1]}]"#, 9),
      (#"{"entries": [], "sourceID": "a", "version": 4}"#, nil),
      (#"{"entries": [], "sourceID": "a", "version": 5, "new": {"a": null}}"#, 5),
    ] as [(String, Int?)])
  func `a newer design or album comes in and goes out with every key`(
    _ text: String, _ version: Int?
  ) throws {
    let json = try JSONValue.parsing(Array(text.utf8), path: "")
    let file = try store.package(json, "in.json")
    let plan = try store.bring(file)
    #expect(plan.items.compactMap(\.newerVersion).max() == version)
    let bytes = try #require(try store.pack().first)
    let other = try StoreHarness.empty()
    let package = try other.package(JSONValue.parsing(bytes, path: ""), "again.wwdesign")
    try other.bring(package)
    let album = json.object?["entries"] != nil
    let documents = try [store, other].map { store in
      let folder = store.container.appending(album ? "WidgetWeaverSmartPhoto" : "Designs")
      return try store.base.list(folder).map { name in
        try JSONValue.parsing(store.bytes(folder.appending(name)), path: "")
      }
    }
    #expect(documents[0] == documents[1])
    #expect(documents[0].contains { json.array?.contains($0) ?? (json == $0) })
  }

  @Test func `a package is bounded in bytes, images and decoded pixels`() throws {
    let one = try store.package(PackageSamples.package())
    // 40 × 30 pixels at three bytes each.
    let enough = PackageLimits(byteCount: 10_000, imageCount: 1, decodedByteCount: 3600)
    for limits in [
      PackageLimits(byteCount: 100, imageCount: 1, decodedByteCount: 3600),
      PackageLimits(byteCount: 10_000, imageCount: 0, decodedByteCount: 3600),
      PackageLimits(byteCount: 10_000, imageCount: 1, decodedByteCount: 3599),
    ] {
      let error = try #require(throws: PhotoprepError.self) { try store.bring(one, limits: limits) }
      #expect(error.code == .packageTooLarge, "\(limits)")
    }
    try store.bring(one, limits: enough)
    #expect(PackageLimits.standard.imageCount == 200)
    #expect(PackageLimits.standard.byteCount == 64 << 20)
    #expect(PackageLimits.standard.decodedByteCount == 256 << 20)
  }

  @Test func `201 images are too many, and 200 are not`() throws {
    func package(_ count: Int) throws -> FilePath {
      let images = (0..<count).map { number in
        JSONValue.object([
          "originalFileName": .string("image-\(number).jpg"),
          "data": .string(
            Data(jpeg(PixelSize(width: 2, height: 2), filler: "\(number)")).base64EncodedString()),
        ])
      }
      let specs = (0..<count).map { number in
        PackageSamples.design(
          "Design \(number)", .object(["fileName": .string("image-\(number).jpg")]))
      }
      return try store.package(
        PackageSamples.package(more: ["images": .array(images), "specs": .array(specs)]))
    }
    let before = try store.tree()
    let many = try package(201)
    let error = try #require(throws: PhotoprepError.self) { try store.bring(many) }
    #expect(error.message == "The package has 201 images; the limit is 200.")
    #expect(try store.tree() == before)
    try store.bring(many, only: ["Design 200"])
    try store.bring(try package(200))
    #expect(try store.names(store.images).count == 201)
  }
}
