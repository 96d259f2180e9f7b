import AppIcon
import Foundation
import Imaging
import PhotoGeometry
import SystemPackage
import Testing
import _TestSupport

@Suite struct `Paths of a change` {
  /// Reads PNGs, and counts them.
  private struct CountingReader: PNGReader {
    let count = Locked(0)
    let reader = LocalPNGReader()

    func pixels(of data: Data, structure: PNGStructure) throws(PNGRefusal) -> PNGPixels {
      count.withLock { $0 += 1 }
      return try reader.pixels(of: data, structure: structure)
    }

    func verify(_ data: Data, structure: PNGStructure) throws(PNGRefusal) {
      try reader.verify(data, structure: structure)
    }

    func pixelsInSRGB(of data: Data, structure: PNGStructure) throws(PNGRefusal) -> PNGPixels {
      try reader.pixelsInSRGB(of: data, structure: structure)
    }

    func pixels(ofDrawing data: Data, size: PixelSize) throws(PNGRefusal) -> PNGPixels {
      try reader.pixels(ofDrawing: data, size: size)
    }

    func profile(inChunk data: Data) -> PNGProfile? { reader.profile(inChunk: data) }
  }

  private static let set = "Old.xcassets/AppIcon.appiconset"

  @Test(arguments: [
    // The changed file, the pictures that are read, and the ends of the paths that are reported.
    ("README.md", 0, []),
    ("Old.xcassets/Contents.json", 0, ["", "Old.xcassets"]),
    ("\(set)/Contents.json", 2, ["", "Old.xcassets", set, "\(set)/a.png", "\(set)/dark.png"]),
    ("\(set)/dark.png", 2, ["", "Old.xcassets", set, "\(set)/a.png", "\(set)/dark.png"]),
    ("X.xcodeproj/project.pbxproj", 0, [""]),
    // A submodule, or a new folder, is in git's lists by its own path.
    ("Old.xcassets", 2, ["", "Old.xcassets", set, "\(set)/a.png", "\(set)/dark.png"]),
    ("X.xcodeproj", 0, [""]),
  ])
  func `only pictures of sets with a change are decoded, and a set is checked as a whole`(
    file: String, count: Int, reported: [String]
  ) throws {
    var tree = IconTree.catalog("New.xcassets")
    tree["Old.xcassets/Contents.json"] = "{\(IconTree.info)}"
    tree["\(Self.set)/Contents.json"] = IconTree.contents([
      IconTree.single("a.png"), IconTree.single("dark.png", appearance: "dark"),
    ])
    tree.add("\(Self.set)/a.png", IconTree.light)
    tree.add("\(Self.set)/dark.png", IconTree.other)
    let app = XcodeProjectText.Target(name: "App", catalogs: ["Old.xcassets"])
    tree["X.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [app]).text
    let directory = try tree.write()
    let root = directory.url.path
    let reader = CountingReader()
    var validator = IconValidator(changed: ChangedPaths([FilePath(root + "/" + file)]))
    validator.reader = reader
    let reports = try validator.validate(root)
    #expect(reports.map { String($0.path.dropFirst(root.count).drop { $0 == "/" }) } == reported)
    #expect(reader.count.withLock { $0 } == count)
    // A change reports what a whole check reports of the same.
    let whole = try IconValidator().validate(root)
    #expect(whole.filter { report in reports.contains { $0.path == report.path } } == reports)
  }

  @Test func `a picture alone is read if it changed`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.url.path + "/icon.png"
    try IconTree.light.write(to: directory.url.appending(path: "icon.png"))
    for (file, count) in [("icon.png", 1), ("other.png", 0)] {
      let reader = CountingReader()
      let changed = ChangedPaths([FilePath(directory.url.path + "/" + file)])
      var validator = IconValidator(changed: changed)
      validator.reader = reader
      #expect(try validator.validate(path).count == count)
      #expect(reader.count.withLock { $0 } == count)
    }
  }
}
