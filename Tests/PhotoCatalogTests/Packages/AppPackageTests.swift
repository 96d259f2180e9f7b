import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

@Suite struct `Packages and the published app's types` {
  private let date = Date(timeIntervalSince1970: 1_767_614_400)

  private func appWidget(_ json: JSONValue) throws -> App.Widget {
    try App.decode(App.Widget.self, json.canonicalBytes, dates: .iso8601)
  }

  @Test func `the app reads a package of a whole store, field by field`() throws {
    let store = try StoreHarness.full()
    let bytes = try #require(try store.pack().first)
    let package = try App.decode(App.Package.self, bytes, dates: .iso8601)
    #expect(package.magic == "com.conornolan.widgetweaver.exchange")
    #expect(package.formatVersion == 1)
    #expect(package.createdAt == Date(timeIntervalSince1970: 2_100_000_000))
    let widgets = try ["alps", "beach", "list", "one"].flatMap { name in
      // The app's import brings no albums, and a design that names a missing one shows nothing.
      let json = try store.design("\(name).json").withAlbums([]).json
      return try (json.array ?? [json]).map(appWidget)
    }
    #expect(package.specs.count == 5)
    #expect(package.specs.map(\.id) == widgets.map(\.id))
    #expect(package.specs.prefix(4) == widgets.prefix(4))
    #expect(package.specs[1].matchedSet?.small?.image?.smartPhoto != nil)
    let one = try App.decode(
      App.Image.self, store.design("one.json").json.canonicalBytes, dates: .iso8601)
    #expect(package.specs[4] == App.Widget(name: "one", image: one))
    for image in package.images {
      let stored = try store.bytes(store.images.appending(image.originalFileName))
      #expect(image.data == Data(stored), "\(image.originalFileName)")
    }
    let named = package.specs.flatMap { [$0.image, $0.matchedSet?.small?.image] }
      .compactMap(\.self).flatMap(\.fileNames)
    #expect(Set(named).isSubset(of: package.images.map(\.originalFileName)))
  }

  @Test(arguments: [true, false])
  func `a package the app wrote comes in and goes out with every field`(isISO: Bool) throws {
    let image = App.Image.withEveryKey(preparedAt: date)
    let small = image.renamingFiles { "matched-\($0)" }
    let widget = App.Widget(
      id: UUID(uuidString: "ABCDEF01-1111-4111-8111-111111111111"), name: "Island", image: image,
      small: small)
    let images = Dictionary(
      uniqueKeysWithValues: Set(image.fileNames + small.fileNames).map { name in
        let size = PixelSize(width: name.contains("small") ? 530 : 1134, height: 530)
        return (name, Data(jpeg(size, filler: name)))
      })
    let package = App.Package(createdAt: date, specs: [widget], images: images)
    let store = try StoreHarness.empty()
    try store.bring(
      try store.package(App.encode(package, dates: isISO ? .iso8601 : .deferredToDate)))
    let out = try App.decode(
      App.Package.self, try #require(try store.pack().first), dates: .iso8601)
    // The names are made again from the bytes, in which this test put the old names.
    let contents = Dictionary(
      uniqueKeysWithValues: out.images.map { ($0.originalFileName, $0.data) })
    let oldNames = contents.mapValues { data in images.first { $0.value == data }?.key ?? "" }
    let back = try #require(out.specs.first)
    #expect(out.specs.count == 1 && out.images.count == images.count)
    #expect(Set(contents.values) == Set(images.values))
    #expect(back.id == widget.id && back.name == "Island")
    let expected = [image, small].map { image in
      var image = image
      // The app's packages hold no album, so that the design names none.
      image.smartPhoto?.shuffleManifestFileName = nil
      return image
    }
    let returned = [back.image, back.matchedSet?.small?.image].map { image in
      image?.renamingFiles { oldNames[$0] ?? "lost" }
    }
    #expect(returned == expected)
  }
}
