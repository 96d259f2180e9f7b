import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@Suite("remedies of photoprep icon")
struct IconRemedyTests {
  let directory: TemporaryDirectory
  var root: URL { directory.url.appending(path: "My App's") }

  init() throws { directory = try TemporaryDirectory() }

  private static func png(_ side: Int, alpha: UInt8 = 255) throws -> Data {
    let size = PixelSize(width: side, height: side)
    let samples = (0..<size.area).flatMap { index -> [UInt8] in
      [UInt8(truncatingIfNeeded: index >> 2), UInt8(truncatingIfNeeded: index >> 12), 128, alpha]
    }
    return try #require(PNGEncoder.rgba(PNGPixels(size: size, bytes: samples), colour: .sRGB))
  }

  private func write(_ path: String, _ data: Data) throws {
    let url = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  private func write(_ path: String, _ text: String) throws { try write(path, Data(text.utf8)) }

  /// A catalog with a set whose default, dark and tinted pictures and a watch's are all at fault.
  private func writeFaults() throws {
    let set = "A.xcassets/Group/App Icon.appiconset"
    let look = #""appearances":[{"appearance":"luminosity","value":"#
    let entry = #"{"idiom":"universal","platform":"ios","size":"1024x1024","filename":"#
    try write(
      "\(set)/Contents.json",
      """
      {"images":[\(entry)"it's 1.png"},\(entry)"Dark.png",\(look)"dark"}]},\
      \(entry)"tinted.png",\(look)"tinted"}]},\
      {"idiom":"watch","size":"24x24","scale":"2x","filename":"w.png"}],"unknown":9007199254740993}
      """)
    try write("\(set)/it's 1.png", try Self.png(1100, alpha: 200) + Data([0]))
    try write("\(set)/dark.png", try Self.png(1024, alpha: 9) + Data([0]))
    try write("\(set)/tinted.png", try Self.png(1024, alpha: 9) + Data([0]))
    try write("\(set)/w.png", try Self.png(48) + Data([0]))
    try write("B.xcassets/Beta.appicon/Contents.json", "{}")
    let legacy = "B.xcassets/Old.appiconset"
    try write(
      "\(legacy)/Contents.json",
      """
      {"images":[{"idiom":"iphone","size":"60x60","scale":"2x","filename":"120.png"},\
      {"idiom":"ios-marketing","size":"1024x1024","filename":"1024.png"}]}
      """)
    try write("\(legacy)/120.png", try Self.png(120))
    try write("\(legacy)/1024.png", try Self.png(1024))
  }

  private func findings(in folder: URL) throws -> [[String]] {
    let result = try Tool.run(["icon", "validate", root.lastPathComponent, "--json"], in: folder)
    return try result.objects().flatMap { report in
      (report["findings"] as? [[String: Any]] ?? []).map { finding in
        [report["path"], finding["rule"], finding["message"], finding["command"]]
          .map { $0 as? String ?? "" }
      }
    }
  }

  /// Every file's bytes below a folder.
  private func contents(of folder: URL) throws -> Set<Data> {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return Set(names.compactMap { try? Data(contentsOf: folder.appending(path: $0)) })
  }

  @Test func `each command, pasted into a copy, makes its finding go away and loses no file`()
    throws
  {
    try writeFaults()
    let found = try findings(in: directory.url)
    let commands = found.filter { $0[3] != "" }
    #expect(
      Set(commands.map { $0[1] }) == [
        "size", "alpha-channel", "trailing-bytes", "file-case", "misnamed-set",
        "catalog-contents-missing",
      ])
    #expect(commands.allSatisfy { !$0[3].contains("tinted") && !$0[3].contains("1024.png") })
    for finding in commands {
      let copy = try TemporaryDirectory()
      let tree = copy.url.appending(path: root.lastPathComponent)
      try FileManager.default.copyItem(at: root, to: tree)
      let before = try contents(of: tree)
      let script = "photoprep() { \"$photoprep\" \"$@\"; }\n\(finding[3])"
      let result = try Tool.shell(script, in: copy.url)
      #expect(result.status == 0, "\(finding): \(result.messages)")
      #expect(try !findings(in: copy.url).contains(finding), "\(finding)")
      #expect(try before.isSubset(of: contents(of: tree)), "\(finding)")
    }
  }

  @Test func `remedies in words name no file that is not there`() throws {
    try writeFaults()
    let result = try Tool.run(["icon", "validate", root.path])
    for word in ["PNG --", "--catalog DIR", "NAME", "IN.png"] {
      #expect(!result.output.contains(word))
    }
  }

  @Test func `place says what it removes, and the working folder's rules hold for it`() throws {
    try writeFaults()
    try write("new.png", try Self.png(1024) + Data([0]))
    let place = [
      "icon", "place", "new.png", "--catalog", "B.xcassets", "--name", "Old", "--replace",
      "--flatten", "auto",
    ]
    let dry = try Tool.run(place + ["--dry-run"], in: root)
    #expect(dry.output.contains("remove B.xcassets/Old.appiconset/120.png\n"))
    #expect(dry.output.contains("to ./.icon-backup/Old.appiconset-1\n"))
    #expect(dry.output.contains("trailing-bytes"))
    #expect(try Tool.run(place + ["--dry-run"], in: root).output == dry.output)
    try write(".photoprep.yml", "icon:\n  rules:\n    trailing-bytes: off\n")
    #expect(try !Tool.run(place + ["--dry-run"], in: root).output.contains("trailing-bytes"))
    let off = ["--off", "alpha-channel", "--off", "trailing-bytes"]
    let placed = try Tool.run(place + off, in: root)
    #expect(placed.status == 0 && placed.output.contains("as it is"), "\(placed.messages)")
    let backup = root.appending(path: ".icon-backup/Old.appiconset-1/120.png")
    #expect(FileManager.default.fileExists(atPath: backup.path))
  }

  @Test func `a rule that is off is not printed, and one that does not exist is refused`() throws {
    try write("A.png", try Self.png(1024))
    let validate = ["icon", "validate", "A.png", "--strict"]
    #expect(try Tool.run(validate, in: root).status == 3)
    #expect(try Tool.run(validate + ["--off", "alpha-channel"], in: root).status == 0)
    #expect(try Tool.run(validate + ["--off", "alpha"], in: root).status == 64)
    try write(".photoprep.yml", "icon:\n  rules: [size]\n")
    let refused = try Tool.run(validate, in: root)
    #expect(refused.status == 1 && refused.messages.contains(".photoprep.yml: Line 2: 'rules'"))
  }

  @Test func `a preview that cannot be made hides no finding`() throws {
    try write("A.png", try Self.png(1024).dropLast(9))
    let broken = try Tool.run(["icon", "validate", "A.png", "--preview", "p.png"], in: root)
    #expect(broken.status == 3 && broken.output.contains("[truncated"))
    #expect(broken.messages.contains("photoprep: A.png: "))
    try write("I.icon/icon.json", #"{"groups":[{"layers":[{}]}]}"#)
    let none = try Tool.run(["icon", "validate", "I.icon", "--preview", "p.png"], in: root)
    #expect(none.status == 0 && none.output.contains("1 item checked"))
    #expect(none.messages.contains("layers are drawn flat"))
    #expect(FileManager.default.fileExists(atPath: root.appending(path: "p.png").path))
  }

  @Test func `a preview shows the app's icon and not the first by name`() throws {
    let set = #"{"images":[{"idiom":"universal","size":"1024x1024","filename":"i.png"}]}"#
    for (name, side) in [("AAA", 64), ("AppIcon", 1024)] {
      try write("A.xcassets/\(name).appiconset/Contents.json", set)
      try write("A.xcassets/\(name).appiconset/i.png", try Self.png(side))
    }
    try write("project.yml", "targets: {App: {type: application, platform: iOS, sources: [.]}}")
    for path in ["A.xcassets", "."] {
      let result = try Tool.run(["icon", "validate", path, "--preview", "p.png"], in: root)
      #expect(result.messages == "", "\(path)")
    }
  }
}
