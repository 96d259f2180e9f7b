import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import AppIcon
@testable import Imaging

/// The errors of public projects with what a person judged of each.
private struct Judged: Sendable {
  let path: String
  let rule: String
  let verdict: String

  static let root = SharedFolder.root.appending(path: "icons/real").path

  static func all() throws -> [Judged] {
    let url = SharedFolder.root.appending(path: "icons/EXPECTED.tsv")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { line in
        let columns = line.split(separator: "\t").map(String.init)
        return Judged(path: columns[0], rule: columns[1], verdict: columns[2])
      }
  }
}

@Suite(.enabled(if: SharedFolder.has("icons/real"))) struct `Icons of public projects` {
  private func errors(of project: String) throws -> [String] {
    try IconValidator().validate(Judged.root + "/" + project).flatMap { report in
      report.findings.filter { $0.severity == .error }.map { finding in
        report.path.dropFirst(Judged.root.count + 1) + "\t" + finding.rule
      }
    }
  }

  @Test func `every error judged true is found, none judged false`() throws {
    let judged = try Judged.all()
    let projects = try FileManager.default.contentsOfDirectory(atPath: Judged.root).sorted()
    let found = try projects.flatMap(errors)
    func count(_ lines: [String]) -> [String: Int] {
      lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    let known = Set(judged.map { "\($0.path)\t\($0.rule)" })
    let wanted = judged.filter { $0.verdict.hasPrefix("true") }.map { "\($0.path)\t\($0.rule)" }
    let open = judged.filter { $0.verdict.hasPrefix("undecided") }.map { "\($0.path)\t\($0.rule)" }
    #expect(found.filter { !known.contains($0) } == [])
    #expect(count(found.filter { !open.contains($0) }) == count(wanted))
  }
}

/// A fault that is put into a copy of a project's icon.
private struct Plant: Sendable, CustomTestStringConvertible {
  let rule: String
  let change: @Sendable (_ set: URL, _ picture: URL) throws -> Void
  var testDescription: String { rule }

  /// A 1024×1024 PNG with one field changed.
  private static func picture(
    _ rule: String, _ change: @escaping @Sendable (inout PNGSample) -> Void
  ) -> Plant {
    Plant(rule: rule) { _, picture in
      try PNGSample.with {
        ($0.width, $0.height) = (1024, 1024)
        $0.pixel = { x, _ in [UInt8(x & 255), 90, UInt8(x >> 3 & 255)] }
        change(&$0)
      }.write(to: picture)
    }
  }

  private static func contents(
    _ rule: String, _ change: @escaping @Sendable (String, String) -> String
  ) -> Plant {
    Plant(rule: rule) { set, picture in
      let url = set.appending(path: "Contents.json")
      let text = try String(contentsOf: url, encoding: .utf8)
      try Data(change(text, picture.lastPathComponent).utf8).write(to: url)
    }
  }

  static let all: [Plant] = [
    picture("transparency-chunk") { $0.chunks.append(("tRNS", [0, 1, 0, 2, 0, 3])) },
    picture("size") { $0.width = 1023 },
    contents("file-missing") { $0.replacing($1, with: "Wrong.png") },
    contents("file-case") { $0.replacing($1, with: $1.uppercased()) },
    contents("store-icon-missing") { $0.replacing("\"filename\" : \"\($1)\",", with: "") },
    Plant(rule: "not-png") { try Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16]).write(to: $1) },
    picture("interlaced") { $0.interlace = 1 },
    picture("bit-depth") {
      $0.bitDepth = 16
      $0.pixel = { x, _ in [UInt8(x & 255), 0, 9, 0, 9, 0] }
    },
    picture("grey-colour-type") {
      $0.colorType = 0
      $0.pixel = { x, _ in [UInt8(x & 255)] }
    },
    picture("palette") {
      $0.colorType = 3
      $0.chunks.append(("PLTE", [9, 9, 9, 200, 200, 200]))
      $0.pixel = { x, _ in [UInt8(x & 1)] }
    },
    picture("alpha-channel") {
      $0.colorType = 6
      $0.pixel = { x, y in [UInt8(x & 255), 9, 9, x + y == 900 ? 254 : 255] }
    },
    contents("duplicate-slot") { text, _ in
      let images = text.range(of: "\"images\"")
      guard let start = text[(images?.upperBound ?? text.startIndex)...].firstIndex(of: "["),
        let open = text[start...].firstIndex(of: "{"), let end = text[open...].firstIndex(of: "}")
      else { return text }
      return text.replacingCharacters(
        in: text.index(after: start)..<open, with: "\n" + text[open...end] + ",\n")
    },
    Plant(rule: "unassigned-child") { set, picture in
      try FileManager.default.copyItem(at: picture, to: set.appending(path: "Old.png"))
    },
    Plant(rule: "catalog-contents-missing") { set, _ in
      try? FileManager.default.removeItem(
        at: set.deletingLastPathComponent().appending(path: "Contents.json"))
    },
  ]
}

@Suite(.enabled(if: SharedFolder.has("icons/real"))) struct `Faults planted in public projects` {
  /// Projects with an iOS icon of 1024×1024 pixels, and the catalog with their `AppIcon`.
  private static let icons = [
    ("hodlsimulator+WidgetWeaver", "WidgetWeaver/Assets.xcassets"),
    ("Finb+Bark", "Bark/Assets.xcassets"), ("ivpn+ios-app", "IVPNClient/Assets.xcassets"),
  ]

  @Test(arguments: Plant.all)
  fileprivate func `each is found in every copy`(_ plant: Plant) throws {
    for (project, catalog) in Self.icons {
      let source = SharedFolder.root.appending(path: "icons/real/\(project)")
      let set = "\(catalog)/AppIcon.appiconset"
      let name = try #require(Self.storePicture(in: source.appending(path: set)))
      let directory = try TemporaryDirectory()
      let copy = directory.url.appending(path: "copy")
      try FileManager.default.copyItem(at: source, to: copy)
      let folder = copy.appending(path: set)
      try plant.change(folder, folder.appending(path: name))
      let found = try IconValidator().validate(copy.path).flatMap(\.findings)
      #expect(found.contains { $0.rule == plant.rule }, "\(project)")
    }
  }

  private static func storePicture(in set: URL) -> String? {
    IconSet(path: set.path, headersOnly: true).slots.first { $0.isStoreIcon }?.fileName
  }
}
