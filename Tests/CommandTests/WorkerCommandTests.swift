import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline
@testable import Workers

/// The built program as its own worker.
@Suite("photoprep worker")
struct WorkerCommandTests {
  private static let isolation = IsolationSettings(
    executable: FilePath(BuiltProducts.photoprep.path),
    arguments: ["photoprep", "worker"])

  private func workers() -> PhotoWorkers {
    PhotoWorkers(
      Self.isolation, reading: ReadingSettings(), interruption: Interruption())
  }

  private func pictures(_ workers: PhotoWorkers, _ fixture: String) throws -> [[UInt8]] {
    let bytes = [UInt8](try Data(contentsOf: Fixture.url(fixture)))
    return try workers.product(
      of: PicturesRequest(recipes: [Recipe(algorithmVersion: 1)], photo: bytes),
      path: FilePath(fixture),
      times: StepTimes()
    )[0].all.map(\.bytes)
  }

  @Test func `workers make the same bytes as this process, in every format`() throws {
    let workers = workers()
    let formats = try FileManager.default.contentsOfDirectory(
      atPath: Fixture.url("formats").path)
    #expect(formats.count >= 6)
    for name in formats.map({ "formats/\($0)" }) + ["scenes/boats.jpg", "orientation/6.jpg"] {
      let here = try PhotoRendering(reading: ReadingSettings()).pictures(
        of: [UInt8](try Data(contentsOf: Fixture.url(name))),
        by: [Recipe(algorithmVersion: 1)])
      #expect(try pictures(workers, name) == here[0].all.map(\.bytes), "\(name)")
    }
  }

  @Test func `workers decode HEICs by the same library, whatever they decoded before`() throws {
    let worker = try pool().start(Self.bounds).worker
    let all = Decoders.Library.allCases
    let answer = try worker.exchange(WorkerSeal(wanted: all).message, Self.bounds)
    #expect(WorkerSeal.Answer(answer)?.loaded == all.filter { Decoders.load($0) })
    // The same worker serves other photos first, then one that has the library takes its place.
    let workers = workers()
    let first = try ["formats/hevc.heic", "scenes/boats.jpg"].map { try pictures(workers, $0) }
    let again = self.workers()
    let second = try ["scenes/boats.jpg", "formats/hevc.heic"].map { try pictures(again, $0) }
    #expect(first == second.reversed())
  }

  @Test func `a HEIC of a coding that libheif does not know is not called damaged`() throws {
    var photo = try Data(contentsOf: Fixture.url("formats/hevc.heic"))
    let coding = try #require(photo.range(of: Data("hvc1".utf8)))
    photo.replaceSubrange(coding, with: Data("abcd".utf8))
    let request = PicturesRequest(recipes: [Recipe(algorithmVersion: 1)], photo: [UInt8](photo))
    let rejection = #expect(throws: Rejection.self) {
      try workers().product(of: request, path: "a.heic", times: StepTimes())
    }
    #expect(rejection?.error.code == .unsupportedFormat)
  }

  #if os(Linux)
    @Test(arguments: ["prep --store store", "prep --store store --in-process", "crop"])
    func `a photo without a decoder on this system is not called damaged`(command: String) throws {
      let directory = try TemporaryDirectory()
      let photo = Fixture.url("formats/hevc.heic").path
      let script = """
        : > libheif.so.1
        LD_LIBRARY_PATH=$PWD:$LD_LIBRARY_PATH "$photoprep" \(command) '\(photo)'
        """
      let result = try Tool.shell(script, in: directory.url)
      #expect(result.status == 2)
      #expect(result.messages.contains("reads HEIC is installed. Install a decoder: 'sudo apt"))
    }
  #endif

  @Test func `a JPEG that turns out to need libvips gets a worker that has it`() throws {
    let workers = workers()
    let names = ["scenes/boats.jpg", "formats/cmyk-profile.jpg", "scenes/boats.jpg"]
    let pictures = try names.map { try self.pictures(workers, $0) }
    #expect(pictures[0] == pictures[2])
    let here = try PhotoRendering(reading: ReadingSettings()).pictures(
      of: [UInt8](try Data(contentsOf: Fixture.url(names[1]))),
      by: [Recipe(algorithmVersion: 1)])
    #expect(pictures[1] == here[0].all.map(\.bytes))
  }

  @Test func `a worker cuts framings by hand as this process does`() throws {
    let rect = NormalizedRect(x: 0.1, y: 0.2, width: 0.45, height: 0.6)
    let framings = [
      ManualFraming(cropRect: rect, straightenDegrees: 3),
      ManualFraming(cropRect: rect, quarterTurns: 1),
    ]
    let recipe = Recipe(algorithmVersion: 1)
    let request = RendersRequest(
      recipe: recipe,
      cuts: zip([.large, .small], framings).map { family, framing in
        RenderCut(
          family: family,
          cut: PictureCut(framing, to: recipe.frames[family] ?? recipe.frames.medium))
      },
      master: [UInt8](try Data(contentsOf: Fixture.url("scenes/boats.jpg"))))
    let here = try request.product(
      WorkerSetup(reading: ReadingSettings(), memory: .max), StepTimes())
    let there = try workers().product(of: request, path: FilePath("boats.jpg"))
    #expect(here.map(\.bytes) == there.map(\.bytes))
    #expect(there.map(\.size) == [.large, .small].map { recipe.frames[$0] })
    // Renders of another size, too few, and what is no JPEG are no answer.
    for pictures in [here.reversed(), Array(here.prefix(1))] {
      #expect(!request.accepts(pictures))
    }
    let parts = WorkerCodec.parts(of: here)
    #expect(WorkerCodec.value([EncodedPicture].self, of: parts)?.count == 2)
    #expect(WorkerCodec.value([EncodedPicture].self, of: [parts[0], [1], [2]]) == nil)
    #expect(RendersRequest(WorkerCodec.parts(of: request).prefix(1)) == nil)
  }

  @Test func `prep frames for another device in a worker`() throws {
    let directory = try TemporaryDirectory()
    let store = FilePath(directory.url.appending(path: "store").path)
    let photo = FilePath(Fixture.url("scenes/boats.jpg").path)
    var request = PrepRequest(inputs: [photo], store: store, jobs: 1)
    _ = try PrepRun(request).run { _ in }
    let rect = NormalizedRect(x: 0.1, y: 0.2, width: 0.45, height: 0.6)
    let edit = HandEdit(
      revision: 0, choices: [.small: .framed(ManualFraming(cropRect: rect))])
    let view = try StoreView(store)
    _ = try view.apply(edit, to: view.recordIDs()[0])
    // The first worker prepares the photo; the second, for the frames, cannot be started.
    let program = BuiltProducts.photoprep.path
    let marker = directory.url.appending(path: "marker").path
    let script = "[ -e '\(marker)' ] && exit 3; touch '\(marker)'; exec '\(program)' worker"
    request.isolation = IsolationSettings(executable: "/bin/sh", arguments: ["sh", "-c", script])
    request.frames = WidgetScreen.all[2].frames
    #expect(throws: IsolationError.self) { try PrepRun(request).run { _ in } }
    #expect(try view.recordIDs().count == 2)
    request.frames = WidgetScreen.all[4].frames
    request.isolation = Self.isolation
    _ = try PrepRun(request).run { _ in }
    let framed = try view.recordIDs().filter {
      try view.card($0).record.preparation.hand?.renders[.small] != nil
    }
    #expect(framed.count == 2)
  }

  @Test func `a photo that comes after all workers were dismissed gets a new one`() throws {
    let workers = workers()
    let first = try pictures(workers, "scenes/boats.jpg")
    workers.dismiss()
    #expect(try pictures(workers, "scenes/boats.jpg") == first)
  }

  @Test func `a damaged photo is refused as in this process`() throws {
    let workers = workers()
    for name in try FileManager.default.contentsOfDirectory(atPath: Fixture.url("damaged").path) {
      let bytes = [UInt8](try Data(contentsOf: Fixture.url("damaged/\(name)")))
      let rendering = PhotoRendering(reading: ReadingSettings())
      let here = Result {
        try rendering.pictures(of: bytes, by: [Recipe(algorithmVersion: 1)])
      }
      let there = Result { try pictures(workers, "damaged/\(name)") }
      guard case .failure(let rejection as Rejection) = there else {
        #expect((try? here.get()) != nil, "\(name)")
        continue
      }
      #expect(throws: (any Error).self, "\(name)") { try here.get() }
      #expect(rejection.path == FilePath("damaged/\(name)") && rejection.remedy != nil)
    }
  }

  @Test(arguments: ["display-p3.png", "rgba.png", "rgb16.png", "indexed-transparent.png"])
  func `workers read the PNGs of icons as this process does`(name: String) throws {
    let (there, here) = (PNGWorkers(Self.isolation), LocalPNGReader())
    defer { there.close() }
    let data = try Data(contentsOf: Fixture.url("formats/\(name)"))
    let structure = PNGStructure(data)
    #expect(
      try there.pixels(of: data, structure: structure)
        == here.pixels(of: data, structure: structure))
    #expect(
      try there.pixelsInSRGB(of: data, structure: structure)
        == here.pixelsInSRGB(of: data, structure: structure))
    try there.verify(data, structure: structure)
    #expect(
      PNGColour(of: structure, in: data, reader: there) == PNGColour(of: structure, in: data))
  }

  private static var bounds: WorkerProcess.Bounds { .init(seconds: 60, byteLimit: 1000) }

  private func pool() -> WorkerPool {
    let setup = WorkerSetup(reading: ReadingSettings(), memory: Self.isolation.memoryLimit)
    return WorkerPool(
      WorkerProgram(
        executable: Self.isolation.executable, arguments: Self.isolation.arguments,
        environment: PhotoWorkers.environment), setup: setup.message)
  }

  #if os(Linux)
    @Test(arguments: [[], [Decoders.Library.libvips]])
    func `a worker links libvips only where it is told to`(wanted: [Decoders.Library]) throws {
      let process = try pool().start(Self.bounds).worker
      _ = try process.exchange(WorkerSeal(wanted: wanted).message, Self.bounds)
      // Such a file says that it has no bytes, and comes a page at a time.
      let file = try FileHandle(
        forReadingFrom: URL(filePath: "/proc/\(process.identifier)/maps"))
      let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      #expect(maps.contains("/libvips.so") == wanted.contains(.libvips))
    }

    @Test func `a worker can reach no file, no network and no other process`() throws {
      let process = try pool().start(Self.bounds).worker
      // With all that a worker may load before it gives up files.
      let answer = try process.exchange(
        WorkerSeal(wanted: Decoders.Library.allCases).message, Self.bounds)
      let protection = try #require(WorkerSeal.Answer(answer)).protection
      #expect(protection.limitsMemory == !Sanitizer.isPresent)
      let folder = "/proc/\(process.identifier)"
      let status = try String(contentsOfFile: folder + "/status", encoding: .utf8)
      // A kernel may have been built without either; then the worker must have said so.
      #expect(status.contains("Seccomp:\t2") == protection.filtersCalls)
      let hasGivenUpRights = protection.landlock > 0 || protection.filtersCalls
      #expect(status.contains("NoNewPrivs:\t1") == hasGivenUpRights)
      let limits = try String(contentsOfFile: folder + "/limits", encoding: .utf8)
      let data = limits.split(separator: "\n").first { $0.hasPrefix("Max data size") }
      #expect(
        data?.contains("\(Self.isolation.memoryLimit)") == true || !protection.limitsMemory)
      let open = try FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
      #expect(open.sorted() == ["0", "1", "2", "3"])
    }

    /// Aborted, and a wrong address, which sanitizers report themselves.
    private static let crashes = Sanitizer.isPresent ? [SIGABRT] : [SIGABRT, SIGSEGV]

    @Test(arguments: crashes)
    func `a worker that crashes names its signal`(signal: Int32) throws {
      let worker = try pool().start(Self.bounds).worker
      kill(worker.identifier, signal)
      do throws(WorkerFailure) {
        _ = try worker.exchange(Message([[0]]), Self.bounds)
        Issue.record("It answered.")
      } catch {
        guard case .died(.signal(signal), _) = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  #endif

  @Test func `a person who starts a worker is told not to`() throws {
    let result = try Tool.run(["worker"])
    #expect(result.status == 1)
    #expect(
      result.messages == "photoprep: 'worker' is started by photoprep itself, not by hand.\n")
    #expect(!(try Tool.run(["--help"])).output.contains("worker "))
  }
}
