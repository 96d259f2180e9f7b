import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@testable import AppIcon

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
  private func lines(of severity: Severity, in reports: [FileReport]) -> [String] {
    reports.flatMap { report in
      report.findings.filter { $0.severity == severity }.map { finding in
        report.path.dropFirst(Judged.root.count + 1) + "\t" + finding.rule
      }
    }
  }

  @Test
  func
    `every error judged true is found, as a warning at least where it did not ship, and none judged false`()
    throws
  {
    let judged = try Judged.all()
    let projects = try FileManager.default.contentsOfDirectory(atPath: Judged.root).sorted()
    let reports = try projects.flatMap { try IconValidator().validate(Judged.root + "/" + $0) }
    func count(_ lines: [String]) -> [String: Int] {
      lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    func wanted(_ fits: (String) -> Bool) -> [String] {
      judged.filter { fits($0.verdict) }.map { "\($0.path)\t\($0.rule)" }
    }
    let errors = lines(of: .error, in: reports)
    let known = Set(wanted { _ in true })
    let open = Set(wanted { $0.hasPrefix("undecided") })
    #expect(errors.filter { !known.contains($0) } == [])
    // Of a key that stands twice XcodeGen takes the last value, and the app shipped.
    let read = lines(of: .warning, in: reports).filter { $0.hasSuffix("\tproject-unreadable") }
    let found = count(errors.filter { !open.contains($0) } + read)
    let shipped = count(wanted { $0 == "true" })
    #expect(found.filter { shipped[$0.key] != nil } == shipped)
    let all = count(errors + lines(of: .warning, in: reports))
    let other = count(wanted { $0.hasPrefix("true,") })
    for (line, number) in found {
      let most = (shipped[line] ?? 0) + (other[line] ?? 0)
      #expect(number <= most, "\(line)")
    }
    for (line, number) in other { #expect(all[line] == number, "\(line)") }
  }
}

/// A fault that is put into a copy of a project's icon.
private struct Plant: Sendable, CustomTestStringConvertible {
  let rule: String
  /// Whether only the picture that the store shows has this fault.
  var isForStoreOnly = false
  let change: @Sendable (_ set: URL, _ picture: URL) throws -> Void
  var testDescription: String { rule }

  /// A 1024×1024 PNG with one field changed, which is drawn once.
  private static func picture(
    _ rule: String, forStoreOnly: Bool = false, _ change: (inout PNGSample) -> Void
  ) -> Plant {
    let data = PNGSample.with {
      ($0.width, $0.height) = (1024, 1024)
      $0.pixel = { x, _ in [UInt8(x & 255), 90, UInt8(x >> 3 & 255)] }
      change(&$0)
    }
    return Plant(rule: rule, isForStoreOnly: forStoreOnly) { _, picture in
      try data.write(to: picture)
    }
  }

  private static func contents(
    _ rule: String, forStoreOnly: Bool = false,
    _ change: @escaping @Sendable (String, String) -> String
  ) -> Plant {
    Plant(rule: rule, isForStoreOnly: forStoreOnly) { set, picture in
      let url = set.appending(path: "Contents.json")
      let text = try String(contentsOf: url, encoding: .utf8)
      try Data(change(text, picture.lastPathComponent).utf8).write(to: url)
    }
  }

  static let all: [Plant] = [
    picture("transparency-chunk", forStoreOnly: true) {
      $0.chunks.append(("tRNS", [0, 1, 0, 2, 0, 3]))
    },
    picture("size") { $0.width = 1023 },
    contents("file-missing") { $0.replacing($1, with: "Wrong.png") },
    contents("file-case") { $0.replacing($1, with: $1.uppercased()) },
    contents("store-icon-missing", forStoreOnly: true) {
      $0.replacing("\"filename\" : \"\($1)\",", with: "")
    },
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
    picture("alpha-channel", forStoreOnly: true) {
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
  /// A set of a project and the picture of it that faults are planted in.
  fileprivate struct Icon {
    let catalog: URL
    let set: String
    let picture: String
    let isForStore: Bool
  }

  /// One set of every project that has one with a picture of 1024×1024 pixels, the store's own where
  /// there is one.
  private static let icons: [Icon] = {
    let root = SharedFolder.root.appending(path: "icons/real")
    let projects = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return projects.sorted().compactMap { project in
      let folder = root.appending(path: project)
      let sets = (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
        .filter { $0.hasSuffix(".appiconset") }
      let icons = sets.compactMap { icon(in: folder.appending(path: $0)) }
      return icons.first(where: \.isForStore) ?? icons.first
    }
  }()

  private static func icon(in set: URL) -> Icon? {
    let slots = IconSet(path: set.path, headersOnly: true).slots.filter { slot in
      let file = slot.fileName.map { set.appending(path: $0).path }
      return slot.pixelSize == PixelSize(width: 1024, height: 1024)
        && file.map(FileManager.default.fileExists) == true
    }
    guard let slot = slots.first(where: \.isStoreIcon) ?? slots.first, let name = slot.fileName
    else { return nil }
    return Icon(
      catalog: set.deletingLastPathComponent(), set: set.lastPathComponent, picture: name,
      isForStore: slot.isStoreIcon)
  }

  @Test func `nearly every project has an icon to plant them in`() {
    #expect(Self.icons.count >= 20)
    #expect(Self.icons.count(where: \.isForStore) >= 12)
  }

  @Test(arguments: Plant.all)
  fileprivate func `each is found in every copy`(_ plant: Plant) throws {
    for icon in Self.icons where icon.isForStore || !plant.isForStoreOnly {
      let directory = try TemporaryDirectory()
      // The set concerned and no other: a catalog may have dozens.
      let catalog = directory.url.appending(path: icon.catalog.lastPathComponent)
      try FileManager.default.createDirectory(at: catalog, withIntermediateDirectories: false)
      for name in ["Contents.json", icon.set] {
        try? FileManager.default.copyItem(
          at: icon.catalog.appending(path: name), to: catalog.appending(path: name))
      }
      let set = catalog.appending(path: icon.set)
      try plant.change(set, set.appending(path: icon.picture))
      let found = try IconValidator().validate(catalog.path).flatMap(\.findings)
      #expect(found.contains { $0.rule == plant.rule }, "\(icon.catalog.path)")
    }
  }
}
