import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import Testing

@testable import AppIcon

@Suite struct `Outputs` {
  private static func finding(_ rule: String, _ message: String, _ remedy: String) -> IconFinding {
    IconFinding(
      rule: Rule.named(rule) ?? Rule(rule, .note, ""),
      fact: rule == "untagged"
        ? Fact(message, remedy: "First:", command: remedy) : Fact(message, remedy: remedy))
  }

  private let reports: [FileReport] = [
    FileReport(
      path: "App/Icon 1.png", kind: .png,
      findings: [
        Self.finding("alpha-channel", "has 100% alpha, or: more", "Do this."),
        Self.finding("untagged", "is untagged", "tag it"),
      ],
      image: ImageFacts(
        decodes: true, width: 1024, height: 1024, bitDepth: 8, colorType: 6, isInterlaced: false,
        hasAlphaChannel: true, hasTransparencyChunk: false)),
    FileReport(path: "A.xcassets", kind: .xcassets, findings: []),
  ]

  @Test func `JSON line of a picture has the promised keys`() {
    #expect(
      reports[0].jsonLine == """
        {"bitDepth":8,"colorType":6,"decodes":true,"findings":[\
        {"command":null,"message":"has 100% alpha, or: more.","prevents":"ITMS-90717",\
        "remedy":"Do this.","rule":"alpha-channel","severity":"error"},\
        {"command":"tag it","message":"is untagged.","prevents":null,"remedy":"First:\\ntag it",\
        "rule":"untagged","severity":"note"}],"hasAlphaChannel":true,"hasTransparencyChunk":false,"height":1024,\
        "interlaced":false,"kind":"png","path":"App/Icon 1.png","width":1024}
        """)
  }

  @Test func `JSON line of a catalog has no picture's keys`() {
    #expect(
      reports[1].jsonLine == #"{"findings":[],"kind":"xcassets","path":"A.xcassets"}"#)
  }

  @Test func `a file that is not a picture is reported as not decoding`() {
    let report = FileReport(path: "x.png", kind: .png, findings: [])
    #expect(report.jsonLine.contains(#""decodes":false"#))
    #expect(report.jsonLine.contains(#""width":null"#))
  }

  @Test func `text names file, fact, rule, code and remedy`() {
    #expect(
      reports.text() == """
        App/Icon 1.png
          error    has 100% alpha, or: more. [alpha-channel, prevents ITMS-90717]
                   Do this.
          note     is untagged. [untagged]
                   First:
                   tag it

        2 items checked: 1 error, 1 note

        """)
  }

  @Test func `annotations escape what GitHub reads as syntax`() {
    #expect(
      reports.gitHubAnnotations == """
        ::error file=App/Icon 1.png,title=alpha-channel%3A ITMS-90717::App/Icon 1.png has 100%25 \
        alpha, or: more. Do this.
        ::notice file=App/Icon 1.png,title=untagged::App/Icon 1.png is untagged. First:%0Atag it

        """)
  }

  @Test func `GitLab's report has each finding with its place and its own fingerprint`() throws {
    let issues = try JSONParser.parse([UInt8](reports.gitLabReport.utf8)).array ?? []
    #expect(issues.map { $0["check_name"] } == [.string("alpha-channel"), .string("untagged")])
    #expect(issues.map { $0["severity"] } == [.string("critical"), .string("info")])
    #expect(issues[0]["description"] == .string("has 100% alpha, or: more. Do this."))
    #expect(issues[0]["location"]?["path"] == .string("App/Icon 1.png"))
    #expect(issues[0]["location"]?["lines"]?["begin"] == .number(JSONNumber(1)))
    #expect(Set(issues.compactMap { $0["fingerprint"]?.string }).count == 2)
    #expect([FileReport]().gitLabReport.filter { !$0.isWhitespace } == "[]")
  }

  @Test func `SARIF log lists every rule and every finding`() throws {
    let data = Data(reports.sarif(version: "1.2.3").utf8)
    let log = try JSONParser.parse([UInt8](data))
    let run = try #require(log["runs"]?.array?.first)
    let rules = run["tool"]?["driver"]?["rules"]?.array
    #expect(log["version"] == .string("2.1.0"))
    #expect(rules?.count == Rule.all.count)
    let results = try #require(run["results"]?.array)
    #expect(results.map { $0["ruleId"] } == [.string("alpha-channel"), .string("untagged")])
    let place = results[0]["locations"]?.array?.first?["physicalLocation"]
    #expect(place?["artifactLocation"]?["uri"] == .string("App/Icon%201.png"))
    #expect(place?["region"]?["startLine"] == .number(JSONNumber(1)))
    let prints = results.compactMap { $0["partialFingerprints"]?["photoprepFinding/v1"]?.string }
    #expect(Set(prints).count == 2)
    let titles = rules?.compactMap { $0["shortDescription"]?["text"]?.string } ?? []
    #expect(
      titles.count == Rule.all.count && titles.allSatisfy { $0.count > 20 && $0.hasSuffix(".") })
  }

  @Test
  func
    `findings about a folder that has no file of its own, or that nothing lists, point at a file`()
    throws
  {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["App/A.xcassets/Contents.json"] = nil
    tree["X.xcodeproj/project.pbxproj"] =
      XcodeProjectText(targets: [.init(name: "App", settings: "X = Y;")]).text
    let directory = try tree.write()
    let reports = try IconValidator(headersOnly: true).validate(directory.url.path)
    #expect(reports.flatMap(\.findings).map(\.rule).contains("catalog-unlisted"))
    #expect(reports.flatMap(\.findings).map(\.rule).contains("catalog-contents-missing"))
    for line in reports.gitHubAnnotations.split(separator: "\n") {
      let file = try #require(line.firstMatch(of: /file=([^,]+),/)?.output.1)
      var isFolder: ObjCBool = false
      #expect(FileManager.default.fileExists(atPath: String(file), isDirectory: &isFolder))
      #expect(!isFolder.boolValue, "\(line)")
    }
  }

  @Test func `SARIF log links every rule to its heading where the page's address is known`() throws
  {
    let page = "https://example.com/docs/icon-rules.md"
    func driver(_ text: String) throws -> JSONValue? {
      try JSONParser.parse([UInt8](text.utf8))["runs"]?.array?.first?["tool"]?["driver"]
    }
    let linked = try driver(reports.sarif(version: "1.2.3", documentation: page))
    #expect(linked?["informationUri"] == .string(page))
    let rules = linked?["rules"]?.array ?? []
    #expect(
      rules.map { $0["helpUri"] } == Rule.all.map { .string("\(page)#\($0.id)") })
    let plain = try driver(reports.sarif(version: "1.2.3"))
    #expect(plain?["informationUri"] == nil && plain?["rules"]?.array?.first?["helpUri"] == nil)
  }

  @Test func `a folder's finding stands in the file and the line that name what is wrong`() throws {
    var tree = IconTree.catalog()
    tree["A.xcassets/AppIcon.appiconset/Contents.json"] =
      "{\n\"images\":[\n\(IconTree.single("Gone.png"))],\(IconTree.info)}"
    let directory = try tree.write()
    let path = directory.url.path + "/A.xcassets"
    let reports = try IconValidator(headersOnly: true).validate(path)
    let lines = reports.gitHubAnnotations.split(separator: "\n")
    let file = "\(path)/AppIcon.appiconset/Contents.json"
    #expect(lines.contains { $0.hasPrefix("::error file=\(file),line=3,title=file-missing") })
    #expect(reports.xcodeIssues.contains("\(file):3: error: names 'Gone.png'"))
  }

  @Test func `a setting's finding stands at the line of its build configuration`() throws {
    var tree = IconTree.catalog("App/A.xcassets")
    var text = XcodeSample.propertyList(settings: "\(IconProject.settingName) = \"Icon Beta\";\n")
    let last = try #require(text.range(of: "\"Icon Beta\"", options: .backwards))
    text.replaceSubrange(last, with: "Beta")
    tree["X.xcodeproj/project.pbxproj"] = text
    let expected = text.components(separatedBy: "\n").enumerated()
      .filter { $0.element.contains(IconProject.settingName) }.map { "line=\($0.offset + 1)," }
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)
      .gitHubAnnotations.split(separator: "\n").filter { $0.contains("icon-name-unmatched") }
    #expect(found.count == 2 && expected.count == 2)
    for (line, place) in zip(found, expected) { #expect(line.contains(place)) }
  }

  @Test func `names of files move no cursor and are no commands to a workflow`() throws {
    let name = "::error::a\u{1B}[2J\n::warning::##[error]b\u{202E}gnp.png"
    let fact = Fact("holds '\(name)'", command: "rm \(ShellWord.quoted(name))")
    let finding = IconFinding(rule: Rule("r", .error, ""), fact: fact)
    let hostile = [FileReport(path: name, kind: .png, findings: [finding])]
    let shown = #"::error::a\x1B[2J\x0A::warning::##\x5Berror]b\xE2\x80\xAEgnp.png"#
    #expect(
      hostile.text() == """
        ./\(shown)
          error    holds '\(shown)'. [r]
                   rm $'::error::a\\x1b[2J\\x0a::warning::##\\x5Berror]b\\xe2\\x80\\xaegnp.png'

        1 item checked: 1 error

        """)
    #expect(hostile.gitHubAnnotations.split(separator: "\n").count == 1)
    let lines = [hostile.text(), hostile.gitHubAnnotations].joined()
    #expect(!lines.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(PhotoprepError.fileMissing(name).description.lineText.hasPrefix("./" + shown))
  }

  @Test func `errors fail a run, warnings only a strict one`() {
    var report = reports[0]
    #expect([report].fails())
    report.findings = [Self.finding("interlaced", "is", "Do.")]
    #expect(![report].fails())
    #expect([report].fails(strict: true))
    #expect(![reports[1]].fails(strict: true))
  }
}
