import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems

@Suite struct `A store` {
  @Test func `a commit reads no record that it was given`() throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let counting = FaultyFileSystem(harness.base, failing: .max, .once)
    let store = try harness.open("commit", counting)
    let before = counting.readCount
    try store.add([SamplePhoto(1), SamplePhoto(2)])
    #expect(counting.readCount == before)
    try store.close()
    #expect(try harness.check() == [])
  }

  @Test(arguments: [
    NormalizedRect(x: 0.499999, y: 0, width: 0.0000002, height: 1),
    NormalizedRect(x: 0, y: 0.999999, width: 1, height: 0.0000004),
    NormalizedRect(x: .nan, y: 0, width: 1, height: 1),
    NormalizedRect(x: 0.2, y: 0.2, width: 0.4, height: -0.1),
  ])
  func `takes no record that would be read as another one, or not at all`(_ rect: NormalizedRect)
    throws
  {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let photo = SamplePhoto(1)
    let crop = FamilyCrop(rect: rect, pixelSize: PixelSize(width: 1, height: 1))
    var narrow = photo.record(foundAs: [])
    narrow.preparation.crops = PerFamily(small: crop, medium: crop, large: crop)
    var uneven = photo.record(foundAs: [])
    uneven.preparation.crops.portrait = uneven.preparation.crops.large
    try harness.run("one") { store in
      for record in [narrow, uneven] {
        let error = #expect(throws: PhotoprepError.self) {
          try store.commit([try store.stage(record, photo.files)])
        }
        #expect(error?.code == .unreadableDocument)
      }
    }
    #expect(try harness.namesInPlace() == [])
  }

  @Test(arguments: StoreHarness.Place.allCases)
  func `knows a committed photo in the same run and in the next`(_ place: StoreHarness.Place) throws
  {
    let harness = try StoreHarness(place)
    try harness.create()
    let photo = SamplePhoto(1)
    try harness.run("one") { store in
      #expect(try !store.isPrepared(photo))
      try store.add(photo, foundAs: [SourceName("b.jpg"), SourceName("a.jpg")])
      #expect(try store.isPrepared(photo))
    }
    try harness.run("two") { store in
      #expect(store.recovery == RecoveryReport() || place == .memory)
      let found = try store.prepared(photo.id)
      #expect(found?.sources == [SourceName("a.jpg"), SourceName("b.jpg")])
      #expect(found?.flags == ["lowResolution"])
      #expect(found?.files == photo.files.map(\.name))
    }
    #expect(try harness.check() == [])
  }

  @Test(arguments: StoreHarness.Place.allCases)
  func `holds exactly the files and records of its photos`(_ place: StoreHarness.Place) throws {
    let harness = try StoreHarness(place)
    try harness.create()
    let photo = SamplePhoto(1)
    try harness.run("one") { try $0.add(photo) }
    var expected = [
      harness.record(photo.id).string: photo.record(foundAs: [SourceName("a.jpg")]).bytes,
      harness.container.appending(".photoprep/store.json").string: Array(
        """
        {
          "albumsFolder": "WidgetWeaverSmartPhoto",
          "imagesFolder": "WidgetWeaverImages",
          "version": 2
        }

        """.utf8),
    ]
    for file in photo.files { expected[harness.image(file.name).string] = file.bytes }
    #expect(try harness.tree() == expected)
  }

  @Test func `does not count a photo with a file of another size as prepared`() throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let photo = SamplePhoto(1)
    try harness.run("one") { store in
      try store.add(photo)
      try harness.replace(harness.image(photo.files[2].name), [1, 2, 3])
      #expect(try !store.isPrepared(photo))
      try store.add(photo)
      #expect(try store.isPrepared(photo))
    }
  }

  @Test func `keeps both names of a photo and the older date`() throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let photo = SamplePhoto(1)
    let later = Date(timeIntervalSince1970: 1_900_000_000)
    try harness.run("one") { try $0.add(photo, foundAs: [SourceName("a.jpg")]) }
    try harness.run("two") { store in
      let record = photo.record(foundAs: [SourceName(bytes: [0xFF])], at: later)
      try store.commit([try store.stage(record, photo.files)])
      try store.addSources([PhotoSighting(of: photo.id, as: SourceName("0.jpg"))])
    }
    let names = [SourceName("0.jpg"), SourceName("a.jpg"), SourceName(bytes: [0xFF])]
    #expect(try harness.bytes(harness.record(photo.id)) == photo.record(foundAs: names).bytes)
    #expect(try harness.check() == [])
  }

  @Test func `leaves a record alone that has the name already`() throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let photo = SamplePhoto(1)
    try harness.run("one") { store in
      try store.add(photo)
      let before = try harness.base.status(of: harness.record(photo.id), followingLinks: false)
      try store.addSources([PhotoSighting(of: photo.id, as: SourceName("a.jpg"))])
      let after = try harness.base.status(of: harness.record(photo.id), followingLinks: false)
      #expect(before == after)
    }
  }

  @Test func `writes a record once however many names are added in one batch`() throws {
    let photo = SamplePhoto(1)
    func calls(adding names: [SourceName]) throws -> Int {
      let harness = try StoreHarness(.memory)
      try harness.create()
      try harness.run("one") { try $0.add(photo) }
      let counting = FaultyFileSystem(harness.base, failing: .max, .crash)
      let store = try harness.open("two", counting)
      let before = counting.callCount
      try store.addSources(names.map { PhotoSighting(of: photo.id, as: $0) })
      let count = counting.callCount - before
      #expect(try store.record(photo.id).preparation.sources == [SourceName("a.jpg")] + names)
      try store.close()
      return count
    }
    let names = (1...40).map { SourceName("b\(100 + $0).jpg") }
    #expect(try calls(adding: names) == calls(adding: [names[0]]))
  }

  @Test func `takes the same photo twice in one batch`() throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let photo = SamplePhoto(1)
    try harness.run("one") { store in
      let commits = try ["b.jpg", "a.jpg"].map { name in
        try store.stage(photo, foundAs: [SourceName(name)])
      }
      try store.commit(commits)
      let found = try store.prepared(photo.id)
      #expect(found?.sources == [SourceName("a.jpg"), SourceName("b.jpg")])
    }
    #expect(try harness.check() == [])
  }

  @Test func `keeps keys of a record that it does not know`() throws {
    let harness = try StoreHarness(.memory)
    try harness.create()
    let photo = SamplePhoto(1)
    try harness.run("one") { try $0.add(photo) }
    let text = String(decoding: try harness.bytes(harness.record(photo.id)), as: UTF8.self)
    let edited = text.replacing("\"format\": \"jpeg\"", with: "\"format\": \"jpeg\",\n\"x\": [1.0]")
    try harness.replace(harness.record(photo.id), Array(edited.utf8))
    try harness.run("two") {
      try $0.addSources([PhotoSighting(of: photo.id, as: SourceName("b.jpg"))])
    }
    let record = try harness.run("three") { try $0.record(photo.id) }
    #expect(record.preparation.unknownKeys["x"]?.array?.count == 1)
    #expect(record.preparation.sources.count == 2)
  }

  @Test func `two writers that add the same photos leave one store of the same bytes`() throws {
    let alone = try StoreHarness(.disk)
    try alone.create()
    try alone.run("one") { store in for number in 1...4 { try store.add(SamplePhoto(number)) } }

    let shared = try StoreHarness(.disk)
    try shared.create()
    let first = try shared.open("first")
    let second = try shared.open("second")
    for number in 1...4 {
      try first.add(SamplePhoto(number))
      try second.add(SamplePhoto(5 - number))
    }
    try first.close()
    try second.close()
    let prefix = shared.container.string.count
    let other = alone.container.string.count
    let left = try Dictionary(
      uniqueKeysWithValues: shared.tree().map { ($0.key.dropFirst(prefix), $0.value) })
    let right = try Dictionary(
      uniqueKeysWithValues: alone.tree().map { ($0.key.dropFirst(other), $0.value) })
    #expect(left == right)
    #expect(try shared.check() == [])
  }

  @Test func `stages from many threads at once`() async throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    let store = try harness.open("one")
    let photos = (0..<24).map(SamplePhoto.init)
    try await withThrowingTaskGroup(of: PhotoCommit.self) { group in
      for photo in photos {
        group.addTask { try store.stage(photo, foundAs: []) }
      }
      try store.commit(try await group.reduce(into: []) { $0.append($1) })
    }
    for photo in photos { #expect(try store.isPrepared(photo)) }
    try store.close()
    #expect(try harness.check() == [])
  }
}
