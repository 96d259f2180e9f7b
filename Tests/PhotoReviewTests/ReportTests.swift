import Foundation
import PhotoPipeline
import PhotoStore
import SystemPackage
import Testing

@testable import PhotoReview

@Suite("Reports")
struct ReportTests {
  let sample: ReviewSample
  let output: URL

  init() throws {
    sample = try ReviewSample()
    output = sample.directory.url.appending(path: "report.html")
  }

  private func write(_ change: (inout ReportRequest) -> Void = { _ in }) throws -> String {
    var request = ReportRequest(store: sample.store, output: FilePath(output.path))
    change(&request)
    var last = (0, 0)
    let files = try Report(request).write { last = ($0, $1) }
    #expect(files == [FilePath(output.path)])
    #expect(last.0 == last.1)
    return try String(contentsOf: output, encoding: .utf8)
  }

  private func blocks(_ page: String) -> [[Substring]] {
    page.components(separatedBy: "<div id=\"photos\" hidden>")[1].components(separatedBy: "-->")
      .filter { $0.contains("<!--") }
      .map { block in
        block.components(separatedBy: "<!--")[1].split(
          separator: "\n", omittingEmptySubsequences: false)
      }
  }

  /// A photo's card, which begins its block.
  private func card(_ block: [Substring]) throws -> [String: Any] { try object(block[0]) }

  /// The facts of a page besides its photos.
  private func facts(_ page: String) throws -> [String: Any] {
    try object(try #require(page.firstMatch(of: /id="facts">(.*)<\/script>/)?.1))
  }

  private func object(_ text: Substring) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `every photo is shown with five pictures and a map`() throws {
    let blocks = try blocks(write())
    #expect(blocks.count == 2)
    for block in blocks {
      #expect(block.count == 7)
      for picture in block[1...5] {
        let bytes = try #require(Data(base64Encoded: String(picture)))
        #expect(bytes.starts(with: [0xFF, 0xD8]))
      }
      let map = block[6].split(separator: " ")
      let cells = try #require(Data(base64Encoded: String(map[2])))
      #expect(Int(map[0]).flatMap { width in Int(map[1]).map { width * $0 } } == cells.count)
    }
  }

  /// Writes the page of a report that has more photos than those two.
  private func writePage(ofPhotos count: Int) throws -> [[Substring]] {
    let request = ReportRequest(store: sample.store, output: FilePath(output.path))
    let facts = PageFacts(
      request, of: count, page: 0, pages: 1, unreadable: [], packaged: [], designs: [])
    try ReportPage(try StoreView(sample.store), request, facts).write(
      sample.ids, to: request.output, Interruption()
    ) { _ in }
    return try blocks(String(contentsOf: output, encoding: .utf8))
  }

  @Test func `each of many photos has one small picture, from which its renders are shown`()
    throws
  {
    let few = try writePage(ofPhotos: Report.mostInDetail)
    let empty = few.map { $0[1...6].filter(\.isEmpty).count }
    #expect(empty == [0, 0])
    let many = try writePage(ofPhotos: Report.mostInDetail + 1)
    #expect(many.count == 2)
    for block in many {
      let bytes = try #require(Data(base64Encoded: String(block[1])))
      #expect(bytes.starts(with: "RIFF".utf8) && bytes[8..<12].elementsEqual("WEBP".utf8))
      let others = block[2...].filter { !$0.isEmpty }
      #expect(others.isEmpty)
      // 60 MB for 10,000 photos.
      #expect(block.reduce(0) { $0 + $1.utf8.count } < 6000)
    }
  }

  @Test func `a render that is not a part of its photo keeps its own picture`() throws {
    let view = try StoreView(sample.store)
    let rect = NormalizedRect(x: 0.1, y: 0.2, width: 0.4, height: 0.6)
    _ = try view.apply(
      HandEdit(revision: 0, choices: [.small: .framed(ManualFraming(cropRect: rect))]),
      to: sample.ids[0])
    let block = try #require(
      try writePage(ofPhotos: 10_000).first { $0[0].contains("\(sample.ids[0])") })
    #expect(block[1...5].map(\.isEmpty) == [false, false, true, true, true])
  }

  @Test func `a report's cards omit all data that only framing needs`() throws {
    for card in try blocks(write()).map(card) {
      let renders = try #require(card["renders"] as? [String: [String: Any]])
      for render in renders.values {
        #expect(Set(render.keys).isSubset(of: ["file", "rect", "risk", "flags"]))
        let file = try #require(render["file"] as? [String: Any])
        #expect(Set(file.keys) == ["width", "height", "bytes", "quality"])
      }
    }
  }

  @Test func `a photo that a design shows comes with the design's text and filter`() throws {
    try sample.addDesign("one", of: sample.ids[0], title: "Hello")
    let page = try write()
    let lengths = Dictionary(
      uniqueKeysWithValues: blocks(page).map { ($0[0].contains("\(sample.ids[0])"), $0.count) })
    #expect(lengths == [true: 11, false: 7])
    let block = try #require(blocks(page).first { $0.count == 11 })
    // 530 and three times 1134 pixels of the largest iPhone, which has three a point; here is one.
    #expect(
      try block[7...10].map { try pngWidth(Data(base64Encoded: String($0))) } == [
        177, 378, 378, 378,
      ])
    let designs = try #require(try facts(page)["designs"] as? [[String: Any]])
    #expect(designs.map { $0["title"] as? String } == ["<b>one"])
    let filters = try #require(designs[0]["filters"] as? [String: [Double]])
    #expect(filters.values.map(\.count) == Array(repeating: 15, count: 5))
    #expect(!page.contains("<b>one"))
  }

  /// The width that a PNG's first chunk states.
  private func pngWidth(_ bytes: Data?) throws -> Int {
    let bytes = try #require(bytes)
    try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    return bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
  }

  @Test func `nothing in a name becomes markup`() throws {
    let page = try write { $0.run = sample.run }
    #expect(!page.contains("<b>") && !page.contains("<script>.jpg"))
    #expect(page.contains("\\u003cscript\\u003e.jpg"))
  }

  @Test func `the page may not load or run anything else`() throws {
    let page = try write()
    let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.1)
    #expect(policy.hasPrefix("default-src 'none'; img-src data: blob:; style-src 'sha256-"))
    let script = try #require(
      page.components(separatedBy: "<script>").last?
        .components(separatedBy: "</script>").first)
    #expect(policy.contains(PageAssets.source(of: script)))
    #expect(page.ranges(of: "<script>").count == 1)
    #expect(page.firstMatch(of: /(src|href)="(https?:)?\/\//) == nil)
  }

  @Test func `the worst photos come first, and maps can be left out`() throws {
    let blocks = try blocks(write { $0.hasMaps = false })
    let severities = try blocks.map { try #require(try card($0)["severity"] as? Double) }
    #expect(severities.count == 2 && severities[0] >= severities[1])
    #expect(blocks.allSatisfy { $0[6].isEmpty })
  }

  @Test func `flags of a photo itself are shown beside those of its crops`() throws {
    let folder = URL(filePath: sample.store.string).appending(path: "Photos")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let record = folder.appending(path: try #require(names.min()))
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: record)) as? [String: Any])
    var preparation = try #require(object["photoprep"] as? [String: Any])
    preparation["flags"] = try #require(preparation["flags"] as? [String]) + ["preview"]
    object["photoprep"] = preparation
    try JSONSerialization.data(withJSONObject: object).write(to: record)

    let flags = try blocks(write()).map { try #require(try card($0)["flags"] as? [String]) }
    #expect(flags.count { $0.contains("preview") } == 1)
  }

  @Test func `a run's counts, pace and rejections are shown`() throws {
    var run = ReportRun()
    for (index, rejection) in sample.rejections.enumerated() {
      run.note(.rejected(rejection), afterSeconds: Double(index))
    }
    run.summary = sample.summary
    let facts = try facts(write { $0.run = run })
    let told = try #require(facts["run"] as? [String: Any])
    #expect(told["prepared"] as? Int == 2 && told["rejected"] as? Int == 1)
    #expect((told["pace"] as? [Int])?.reduce(0, +) == 1)
    let refusal = try #require((facts["refusals"] as? [[String: Any]])?.first)
    #expect(refusal["code"] as? String == "unsupported-format")
    #expect((refusal["remedy"] as? String)?.isEmpty == false)
  }

  @Test(arguments: [true, false])
  func `each photo's time is shown if the run is known`(isKnown: Bool) throws {
    let run = sample.run
    let page = try write { if isKnown { $0.run = run } }
    for block in blocks(page) {
      let card = try card(block)
      let id = try #require((card["id"] as? String).flatMap { RecordID(fileName: $0 + ".json") })
      let known = try #require(run.times[id])
      #expect(known > 0)
      #expect(card["time"] as? Double == (isKnown ? (1e4 * known).rounded() / 10 : nil))
    }
  }

  @Test func `a record that cannot be read is listed with its reason`() throws {
    let records = URL(filePath: sample.store.string).appending(path: "Photos")
    let broken = records.appending(path: sample.ids[0].fileName)
    try Data("{".utf8).write(to: broken)
    let page = try write()
    #expect(blocks(page).count == 1)
    #expect(page.contains("\"code\":\"unreadable-document\""))
  }

  @Test func `an interrupted report leaves the old file in place`() throws {
    let before = Data("<!doctype html>before".utf8)
    try before.write(to: output)
    let interruption = Interruption()
    let request = ReportRequest(store: sample.store, output: FilePath(output.path))
    let files = try Report(request, interruption: interruption).write { _, _ in
      interruption.request()
    }
    #expect(files.isEmpty)
    #expect(try Data(contentsOf: output) == before)
    let left = try FileManager.default.contentsOfDirectory(atPath: sample.directory.url.path)
    #expect(Set(left) == ["photos", "store", "report.html"])
  }

  @Test func `a missing store is an error with its code`() {
    let error = #expect(throws: PhotoprepError.self) {
      try Report(ReportRequest(store: "/nowhere", output: "report.html"))
    }
    #expect(error?.code == .storeMissing)
  }

  @Test(arguments: [
    ("report.html", "report-2.html"), ("a/b.c.html", "a/b.c-2.html"), ("/x/report", "/x/report-2"),
  ])
  func `further pages are numbered and lie beside the first`(first: String, second: String) {
    #expect(FilePath(first).numbered(2) == FilePath(second))
  }
}
