import Foundation
import PhotoStore
import SmartCrop
import SystemFiles
import SystemPackage
import Testing
import Workers
import _TestSupport

@testable import PhotoPipeline

/// Runs with workers that are shell scripts, which start well and then do harm.
@Suite("Isolation")
struct IsolationTests {
  let directory: TemporaryDirectory
  let store: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    store = FilePath(directory.url.appending(path: "store").path)
  }

  private func settings(then command: String, seconds: Int = 60) -> IsolationSettings {
    ScriptedWorker.settings(then: command, seconds: seconds)
  }

  private func prepare(
    _ isolation: IsolationSettings, interruption: Interruption = Interruption(),
    onPlan: () -> Void = {}
  ) throws -> (rejections: [Rejection], summary: PrepSummary) {
    let photos = (1...3).map { FilePath(Fixture.url("orientation/\($0).jpg").path) }
    var request = PrepRequest(inputs: photos, store: store, jobs: 2)
    request.isolation = isolation
    var rejections: [Rejection] = []
    let summary = try PrepRun(request, interruption: interruption).run { event in
      switch event {
      case .planned: onPlan()
      case .rejected(let rejection): rejections.append(rejection)
      case .prepared, .unchanged, .due, .removed, .gone: break
      }
    }
    return (rejections, summary)
  }

  /// Nothing temporary is left, and no photo is there by half.
  private func expectClean() throws {
    let staging = directory.url.appending(path: "store/.photoprep/staging")
    #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path).isEmpty)
    let check = try StoreUse.check(store)
    #expect(check.photos == 0 && check.damages == 0)
  }

  @Test func `a worker that dies costs its photo one rejection that names the signal`() throws {
    let (rejections, summary) = try prepare(settings(then: "kill -SEGV $$"))
    #expect(summary.rejected == 3)
    for rejection in rejections {
      #expect(rejection.code == "worker-crashed")
      #expect(
        rejection.message == "The process that worked on it was ended by signal 11 (SIGSEGV).")
      #expect(rejection.remedy != nil)
    }
    try expectClean()
  }

  @Test func `a worker that hangs costs its photo one rejection that names the limit`() throws {
    let (rejections, _) = try prepare(settings(then: "exec sleep 1000", seconds: 1))
    #expect(rejections.map(\.code) == ["timed-out", "timed-out", "timed-out"])
    #expect(rejections.first?.message == "Working on it took longer than the limit of 1 s.")
    try expectClean()
  }

  @Test(arguments: [
    "failed to allocate 17179344900 bytes", "std::bad_alloc",
    // With the stack trace that Swift writes after it.
    "failed to allocate 8 bytes" + String(repeating: "\n0x5558cc8f3f88 <unavailable>", count: 150),
  ])
  func `a worker that dies for want of memory says so`(words: String) throws {
    let (rejections, _) = try prepare(settings(then: "echo '\(words)' >&2; kill -TRAP $$"))
    #expect(rejections.map(\.code) == ["out-of-memory", "out-of-memory", "out-of-memory"])
    #expect(
      rejections.first?.message == "Working on it takes more memory than the limit of 2048 MiB.")
  }

  @Test func `a worker that has done other work before is not believed that memory lacks`() throws {
    let request = PicturesRequest(recipes: [Recipe(algorithmVersion: 1)], photo: [])
    let count = ScriptedWorker.count(request.message)
    func answer(_ code: String) -> String {
      ScriptedWorker.answer(
        #"{"outcome":{"rejected":{"code":"\#(code)","message":"M."}},"steps":[]}"#)
    }
    let script = ScriptedWorker.settings(
      then: "\(answer("first")); dd bs=1 count=\(count) <&3 >/dev/null 2>&1; "
        + "\(answer("out-of-memory")); exec sleep 1000", reading: count)
    let workers = PhotoWorkers(
      script, reading: ReadingSettings(), interruption: Interruption())
    defer { workers.close() }
    for _ in 1...3 {
      let rejection = #expect(throws: Rejection.self) {
        try workers.product(of: request, path: "a.jpg")
      }
      #expect(rejection?.code == "first")
    }
  }

  @Test func `messages of a worker that died are shown without control characters`() throws {
    let words = #"printf 'one\n\033[2Jtwo\n' >&2"#
    let (rejections, _) = try prepare(settings(then: "\(words); kill -SEGV $$"))
    #expect(rejections.map(\.detail) == Array(repeating: #"one; \x1B[2Jtwo"#, count: 3))
  }

  @Test func `a worker gets the variables by which libraries are found, and no others`() {
    let found = ["LD_LIBRARY_PATH": "/app/lib", "LIBHEIF_PLUGIN_PATH": "/app/lib/libheif"]
    #expect(PhotoWorkers.kept(of: found.merging(["TOKEN": "x", "PATHS": "x"]) { $1 }) == found)
  }

  @Test func `a size that a decoder always refuses is not a lack of memory`() {
    let words = "Memory allocation error: Security limit exceeded: Image size 66x16448"
    #expect(!MemoryShortage.explains(words))
    #expect(MemoryShortage.explains("Memory allocation error: no buffer"))
    #expect(MemoryShortage.explains("no memory for 340992 bytes"))
  }

  @Test(arguments: [
    #"{}"#, #"{"outcome":{"product":{"_0":[{"format":"jpeg"}]}},"steps":[]}"#, "not JSON",
    // Added to another, this number would end the owner.
    #"{"outcome":{"rejected":{"code":"a","message":"b"}},"steps":[{"name":"c","processor":0,"wall":0,"#
      + #""count":9223372036854775807}]}"#,
  ])
  func `an invalid answer is not believed`(json: String) throws {
    let answer = ScriptedWorker.answer(json)
    let (rejections, _) = try prepare(settings(then: answer + "; exec sleep 1000"))
    #expect(rejections.map(\.code) == ["worker-crashed", "worker-crashed", "worker-crashed"])
    try expectClean()
  }

  @Test func `a run whose workers cannot be started ends and says how to do without`() throws {
    let missing = IsolationSettings(executable: "/nonexistent/photoprep", arguments: ["photoprep"])
    let error = #expect(throws: IsolationError.self) { try prepare(missing) }
    #expect(
      error?.description == """
        /nonexistent/photoprep: The worker process cannot be started: the system says 'No such file \
        or directory'. Use --in-process to do without worker processes.
        """)
    let full = IsolationError("/bin/photoprep", .notStarted(.tooManyOpenFiles))
    #expect(full.remedy == "Raise the limit with 'ulimit -n'.")
    try expectClean()
  }

  @Test func `an interruption gives up what hangs`() throws {
    let interruption = Interruption()
    let start = ContinuousClock.now
    let (rejections, summary) = try prepare(
      settings(then: "exec sleep 1000", seconds: 1000), interruption: interruption
    ) {
      Thread.detachNewThread {
        usleep(300_000)
        interruption.request()
      }
    }
    #expect(rejections.isEmpty && summary.wasInterrupted && summary.total == 0)
    // It would wait 1000 s otherwise.
    #expect(ContinuousClock.now - start < .seconds(100))
    try expectClean()
  }
}

@Suite("What workers are told")
struct WorkerMessageTests {
  @Test(arguments: [
    (Sandbox.Protection(landlock: 7, filtersCalls: true, limitsMemory: true), 0),
    (Sandbox.Protection(landlock: 7, filtersCalls: false, limitsMemory: true), 1),
    (Sandbox.Protection(landlock: 0, filtersCalls: true, limitsMemory: true), 0),
    (Sandbox.Protection(landlock: 3, filtersCalls: false, limitsMemory: true), 2),
    (Sandbox.Protection(landlock: 0, filtersCalls: false, limitsMemory: false), 3),
  ])
  func `gaps in a system's protection are reported`(
    protection: Sandbox.Protection, gaps: Int
  ) throws {
    #expect(protection.gaps.count == gaps)
    let parts = WorkerCodec.parts(of: protection)
    #expect(WorkerCodec.value(Sandbox.Protection.self, of: parts) == protection)
  }

  @Test func `settings arrive as they were sent`() throws {
    var reading = ReadingSettings(background: .white)
    reading.limits.maxPixels = 12_345
    reading.zooms = true
    reading.analysis = .heuristic
    reading.keptBytes = 4321
    reading.text = TextArea(side: "left")
    let setup = WorkerSetup(reading: reading, memory: 77 << 20)
    let copy = try #require(WorkerSetup(setup.message))
    #expect(copy.reading.limits == reading.limits && copy.reading.background == .white)
    #expect(copy.reading.zooms && copy.memory == 77 << 20 && copy.reading.text == reading.text)
    #expect(copy.reading.keptBytes == 4321)
    #expect(copy.reading.analysis == .heuristic)
  }

  @Test(arguments: [
    "scenes/boats.jpg", "odd-sizes/panorama-20-to-1.jpg", "odd-sizes/1x400.png",
    "formats/rgba.png",
  ])
  func `pictures arrive as they were made`(fixture: String) throws {
    let recipe = Recipe(algorithmVersion: SmartCropVersion.algorithm)
    let bytes = [UInt8](try Data(contentsOf: Fixture.url(fixture)))
    let made = try PhotoRendering(reading: ReadingSettings())
      .pictures(of: bytes, by: [recipe])[0]
    let request = PicturesRequest(recipes: [recipe], photo: bytes, hasFreeCore: true)
    let atOnce = try request.product(
      WorkerSetup(reading: ReadingSettings(), memory: .max), StepTimes())
    #expect(atOnce.map { $0.all.map(\.bytes) } == [made.all.map(\.bytes)])
    let answer = WorkerAnswer<PicturesRequest>(result: .success(atOnce), steps: [])
    let read = try #require(WorkerAnswer(answer.message, to: request))
    let copy = try read.result(about: "a.jpg").get()[0]
    #expect(copy.all.map(\.bytes) == made.all.map(\.bytes))
    #expect(copy.all.map(\.size) == made.all.map(\.size))
    #expect(copy.crops == made.crops && copy.uprightSize == made.uprightSize)
    #expect(copy.format == made.format && copy.flags == made.flags)
    #expect(copy.decoder == made.decoder && made.decoder != nil)
    #expect(copy.analysis.canonicalBytes == made.analysis.canonicalBytes)
  }

  /// What a worker that was taken over may put into a record: nothing but what records have.
  @Test func `pictures with invalid numbers, words or keys are refused`() throws {
    let bytes = [UInt8](try Data(contentsOf: Fixture.url("scenes/boats.jpg")))
    var recipe = Recipe(algorithmVersion: SmartCropVersion.algorithm)
    recipe.focus = [try #require(FocusArea(x: 0.5, y: 0.5))]
    let request = PicturesRequest(recipes: [recipe], photo: bytes)
    let made = try PhotoRendering(reading: ReadingSettings())
      .pictures(of: bytes, by: [recipe])[0]
    let sent = try SentAnswer([made], to: request)
    #expect(sent.read(.array([])) == nil)
    #expect(sent.read?[0].analysis == made.analysis && !made.regions.isEmpty)
    for index in 0..<sent.json.numberCount {
      for value in [JSONValue.double(1e300), .double(-1e300), .string("1")] {
        #expect(sent.read(sent.json.replacingNumber(index, with: value)) == nil, "\(index)")
      }
    }
    let pictures = try #require(sent.json.array?.first?.object)
    for (key, text) in [
      ("capture", "1"), ("capture", #"{"time":"2026-01-05"}"#),
      ("capture", #"{"time":"2026-13-05T12:00:00"}"#), ("capture", #"{"fraction":1}"#),
      ("capture", #"{"offset":900}"#), ("capture", #"{"people":["Ann Example Long"]}"#),
      ("assessment", "{}"),
      ("regions", #"{"x":[]}"#), ("regions", "[{}]"), ("risk", "[1,1]"), ("notes", "[1]"),
      ("notes", #"["\u001b[2J"]"#), ("format", #""\u001b[2J""#), ("decoder", #""\u001b[2J""#),
      ("decoder", #""""#), ("crops", "[]"),
      ("renders", "[]"), ("master", "{}"),
    ] {
      let value = try #require(JSONValue(compactText: text))
      let changed = JSONValue.object(pictures.merging([key: value]) { $1 })
      #expect(sent.read(.array([changed])) == nil, "\(key): \(text)")
    }
  }

  /// What arrives of a rejection; `nil` when it is no answer.
  private func received(_ sent: Rejection) -> Rejection? {
    let request = PicturesRequest(recipes: [Recipe(algorithmVersion: 1)], photo: [])
    let answer = WorkerAnswer<PicturesRequest>(result: .failure(sent), steps: [])
    let read = WorkerAnswer(answer.message, to: request)
    guard case .failure(let rejection) = read?.result(about: "a.jpg") else { return nil }
    return rejection
  }

  @Test func `a rejection arrives with the path that the owner knows`() throws {
    let sent = Rejection(path: "", code: "c", message: "M.", remedy: "R.", detail: nil)
    let rejection = try #require(received(sent))
    #expect(rejection.description == "a.jpg: M. R." && rejection.detail == nil)
  }

  @Test func `a rejection that a worker made up moves no cursor and names no code of its own`() {
    let escape = Rejection(path: "", code: "c", message: "\u{1B}[2J.", remedy: "\r\u{9B}A.")
    #expect(received(escape)?.description == #"a.jpg: \x1B[2J. \x0D\xC2\x9BA."#)
    #expect(received(Rejection(path: "", code: "\u{1B}c", message: "M.", remedy: nil)) == nil)
    let said = Rejection(
      path: "", code: "c", message: "M.", remedy: nil, detail: "a\u{1B}[2J\r\nb")
    #expect(received(said)?.detail == #"a\x1B[2J; b"#)
    let long = String(repeating: "M", count: 5000)
    let cut = received(Rejection(path: "", code: "c", message: "M.", remedy: nil, detail: long))
    #expect(cut?.detail?.count == 2001)
    #expect(received(Rejection(path: "", code: "c", message: long, remedy: nil)) == nil)
    #expect(received(Rejection(path: "", code: "c", message: "M.", remedy: long)) == nil)
    let endless = String(repeating: "M", count: 9 << 20)
    #expect(
      received(Rejection(path: "", code: "c", message: "M.", remedy: nil, detail: endless)) == nil)
  }
}
