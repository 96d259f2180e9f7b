import Foundation
import PhotoStore
import Testing
import _TestSupport

@Suite struct `Image loader` {
  let folder: TemporaryDirectory
  let decoder = TestDecoder()
  let loader: ImageLoader<TestDecoder>

  init() throws {
    folder = try TemporaryDirectory()
    loader = ImageLoader(decoder: decoder, limits: CacheLimits(byteCost: 100))
  }

  @Test func `a file is decoded once and then served`() async throws {
    let file = try folder.url.writeImage("a.jpg", cost: 40)
    let first = try await loader.image(at: file)
    let second = try await loader.image(at: file)
    let third = try loader.imageNow(at: file)
    #expect(first === second && second === third)
    #expect(decoder.counts.decoded == 1 && decoder.counts.measured == 1)
    #expect(loader.cache.byteCost == 40)
  }

  @Test func `a rewritten file is decoded again`() async throws {
    let file = try folder.url.writeImage("a.jpg", cost: 40)
    _ = try await loader.image(at: file)
    _ = try folder.url.writeImage("a.jpg", cost: 60)
    #expect(try await loader.image(at: file).byteCost == 60)
    #expect(loader.cache.count == 1)
  }

  @Test func `a file replaced by one of equal size and time is decoded again`() async throws {
    let file = try folder.url.writeImage("a.jpg", cost: 40)
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    let files = FileManager.default
    try files.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    _ = try await loader.image(at: file)
    let other = try folder.url.writeImage("b.jpg", cost: 50)
    try files.setAttributes([.modificationDate: date], ofItemAtPath: other.path)
    try files.removeItem(at: file)
    try files.moveItem(at: other, to: file)
    #expect(try await loader.image(at: file).byteCost == 50)
  }

  @Test func `a missing file is an error that names it`() async throws {
    let file = folder.url.appending(path: "none.jpg")
    let error = await #expect(throws: PhotoprepError.self) { try await loader.image(at: file) }
    #expect(error?.code == .fileMissing)
    #expect(
      error?.description
        == "\(file.path): There is no such file. Prepare the photo again.")
    #expect(throws: PhotoprepError.self) { try loader.imageNow(at: folder.url) }
  }

  @Test func `an image above the limit is not decoded`() async throws {
    let file = try folder.url.writeImage("a.jpg", cost: 101)
    let error = await #expect(throws: PhotoprepError.self) { try await loader.image(at: file) }
    #expect(error?.code == .imageTooLarge)
    #expect(
      error?.message
        == "The image occupies 101 bytes decoded; at most 100 may be held.")
    #expect(decoder.counts.decoded == 0)
  }

  @Test(arguments: ["text", "19"])
  func `a decoder's error reaches the caller, and the next request tries again`(
    content: String
  ) async throws {
    let file = folder.url.appending(path: "a.jpg")
    try Data(content.utf8).write(to: file)
    for _ in 0..<2 {
      await #expect(throws: TestDecoder.Broken.self) { try await loader.image(at: file) }
      #expect(throws: TestDecoder.Broken.self) { try loader.imageNow(at: file) }
    }
    #expect(decoder.counts.measured == 4)
    #expect(loader.cache.count == 0)
  }
}

@Suite struct `Image loader for slots` {
  /// A decoder whose images are all renders of the largest iPhone.
  struct RenderDecoder: ImageDecoder {
    let ledger = Ledger()

    func byteCost(of file: URL) throws -> Int { try byteCost(of: file, covering: nil) }
    func byteCost(of file: URL, covering slot: PixelSize?) throws -> Int {
      let render = RenderFamily.large.usualFrame
      return WidgetBudget.byteCost(of: slot.map(render.covering) ?? render)
    }
    func decode(_ file: URL) throws -> DecodedImage<TestImage> { try decode(file, covering: nil) }
    func decode(_ file: URL, covering slot: PixelSize?) throws -> DecodedImage<TestImage> {
      let cost = try byteCost(of: file, covering: slot)
      return DecodedImage(TestImage("", byteCost: cost, ledger: ledger), byteCost: cost)
    }
  }

  @Test func `an image is decoded for its slot, and anew for another one`() async throws {
    let folder = try TemporaryDirectory()
    let loader = ImageLoader(decoder: RenderDecoder(), limits: .widgetExtension)
    let file = try folder.url.writeImage("a.jpg", cost: 0)
    let slot = PixelSize(width: 611, height: 611)
    let reduced = try loader.imageNow(at: file, covering: slot)
    #expect(
      reduced.byteCost == WidgetBudget.byteCost(of: PixelSize(width: 611, height: 637)))
    #expect(loader.cache.byteCost == reduced.byteCost)
    #expect(try await loader.image(at: file, covering: slot) === reduced)
    let whole = try loader.imageNow(at: file)
    #expect(whole.byteCost == WidgetBudget.byteCost(of: RenderFamily.large.usualFrame))
    #expect(loader.cache.count == 1)
  }

  @Test func `a decoder that does not reduce images decodes them whole for a slot`() throws {
    let folder = try TemporaryDirectory()
    let loader = ImageLoader(decoder: TestDecoder(), limits: .widgetExtension)
    let file = try folder.url.writeImage("a.jpg", cost: 40)
    let slot = PixelSize(width: 1, height: 1)
    #expect(try loader.imageNow(at: file, covering: slot).byteCost == 40)
  }
}

@Suite struct `Image loader with many requests` {
  let folder: TemporaryDirectory
  let decoder = TestDecoder(isGated: true)

  init() throws { folder = try TemporaryDirectory() }

  /// Waits until something is so, giving the other tasks their turn.
  func until(_ isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

  @Test func `requests for one file at the same time decode it once`() async throws {
    let loader = ImageLoader(decoder: decoder, limits: CacheLimits(byteCost: 100))
    let file = try folder.url.writeImage("a.jpg", cost: 40)
    let images = try await withThrowingTaskGroup(of: TestImage.self) { group in
      for _ in 0..<50 { group.addTask { try await loader.image(at: file) } }
      await until { loader.cache.statistics.misses == 50 }
      decoder.open(50)
      return try await group.reduce(into: [ObjectIdentifier]()) { $0.append(ObjectIdentifier($1)) }
    }
    #expect(Set(images).count == 1 && images.count == 50)
    #expect(decoder.counts.decoded == 1 && decoder.counts.measured == 1)
  }

  @Test func `images being decoded and images held never exceed the limit together`()
    async throws
  {
    let loader = ImageLoader(decoder: decoder, limits: CacheLimits(byteCost: 100), width: 8)
    let files = try (0..<30).map { try folder.url.writeImage("\($0)", cost: 20 + $0 % 7) }
    decoder.open(30)
    await withTaskGroup(of: Void.self) { group in
      for file in files { group.addTask { _ = try? await loader.image(at: file) } }
    }
    #expect(decoder.counts.decoded == 30)
    #expect(decoder.counts.mostInWork <= 5)
    #expect(loader.cache.statistics.peakByteCost <= 100)
  }

  @Test func `no more images are decoded at once than the width allows`() async throws {
    let loader = ImageLoader(decoder: decoder, limits: .app, width: 2)
    let files = try (0..<6).map { try folder.url.writeImage("\($0)", cost: 10) }
    await withTaskGroup(of: Void.self) { group in
      for file in files { group.addTask { _ = try? await loader.image(at: file) } }
      await until { decoder.counts.inWork == 2 }
      decoder.open(6)
    }
    #expect(decoder.counts.decoded == 6)
    #expect(decoder.counts.mostInWork == 2)
  }

  @Test func `a request that is cancelled ends, and the others get the image`() async throws {
    let loader = ImageLoader(decoder: decoder, limits: CacheLimits(byteCost: 100))
    let file = try folder.url.writeImage("a.jpg", cost: 40)
    let patient = Task { try await loader.image(at: file) }
    let hasty = Task { try await loader.image(at: file) }
    await until { loader.cache.statistics.misses == 2 && decoder.counts.inWork == 1 }
    hasty.cancel()
    await #expect(throws: CancellationError.self) { try await hasty.value }
    decoder.open(1)
    #expect(try await patient.value.name == "a.jpg")
  }

  @Test func `an image whose requests were cancelled is not decoded`() async throws {
    let loader = ImageLoader(decoder: decoder, limits: .app, width: 1)
    let first = try folder.url.writeImage("first", cost: 10)
    let second = try folder.url.writeImage("second", cost: 10)
    let wanted = Task { try await loader.image(at: first) }
    await until { decoder.counts.inWork == 1 }
    let unwanted = Task { try await loader.image(at: second) }
    await until { decoder.counts.measured == 2 }
    unwanted.cancel()
    await #expect(throws: CancellationError.self) { try await unwanted.value }
    decoder.open(2)
    _ = try await wanted.value
    #expect(decoder.counts.decoded == 1)
    #expect(try await loader.image(at: second).name == "second")
  }

  @Test func `a task that was cancelled before its request does not start decoding`()
    async throws
  {
    let loader = ImageLoader(decoder: decoder, limits: .app)
    let file = try folder.url.writeImage("a.jpg", cost: 10)
    let task = Task {
      await until { Task.isCancelled }
      return try await loader.image(at: file)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(decoder.counts.measured == 0)
  }
}
