import AppIcon
import Foundation
import Imaging
import PhotoGeometry
import _TestSupport

/// Files below a temporary directory, by their paths.
struct IconTree {
  private var files: [String: Data] = [:]

  /// A correct 1024×1024 icon; the shade makes two of them differ.
  static func icon(shade: UInt8 = 90) -> Data {
    let side = 1024
    let row = (0..<side).flatMap { $0 < 512 ? [40, shade, 160] : [240, 240, shade] as [UInt8] }
    let pixels = (0..<side).reduce(into: [UInt8]()) { bytes, _ in bytes += row }
    return PNGEncoder.rgb(pixels, size: PixelSize(width: side, height: side)) ?? Data()
  }

  static let light = icon()
  static let other = icon(shade: 200)

  static let info = #""info":{"author":"xcode","version":1}"#

  /// A catalog with one correct set.
  static func catalog(_ catalog: String = "A.xcassets") -> IconTree {
    var tree = IconTree()
    tree["\(catalog)/Contents.json"] = "{\(info)}"
    tree["\(catalog)/AppIcon.appiconset/Contents.json"] = contents([single("AppIcon.png")])
    tree.add("\(catalog)/AppIcon.appiconset/AppIcon.png", light)
    return tree
  }

  static func contents(_ images: [String]) -> String {
    "{\"images\":[\(images.joined(separator: ","))],\(info)}"
  }

  /// An entry of the single-size form.
  static func single(_ name: String?, appearance: String? = nil, platform: String = "ios") -> String
  {
    let file = name.map { #","filename":"\#($0)""# } ?? ""
    let look =
      appearance.map { #","appearances":[{"appearance":"luminosity","value":"\#($0)"}]"# } ?? ""
    return #"{"idiom":"universal","platform":"\#(platform)","size":"1024x1024"\#(file)\#(look)}"#
  }

  /// An entry with a size and a scale.
  static func slot(_ idiom: String, _ size: String, _ scale: String, _ name: String?) -> String {
    let file = name.map { #","filename":"\#($0)""# } ?? ""
    return #"{"idiom":"\#(idiom)","size":"\#(size)","scale":"\#(scale)"\#(file)}"#
  }

  subscript(path: String) -> String? {
    get { files[path].map { String(decoding: $0, as: UTF8.self) } }
    set { files[path] = newValue.map { Data($0.utf8) } }
  }

  /// Every file, by its path.
  var all: [String: Data] { files }

  mutating func add(_ path: String, _ data: Data) { files[path] = data }

  /// Writes all files and returns the directory that holds them.
  func write() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for (path, data) in files {
      let url = directory.url.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
    }
    return directory
  }
}

/// Places a picture in the catalog `A.xcassets` of a directory.
func place(
  _ data: Data, in directory: TemporaryDirectory,
  _ change: (inout IconPlacement) -> Void = { _ in }
) throws -> IconPlacementPlan {
  let source = directory.url.appending(path: "source.png")
  try data.write(to: source)
  let catalog = directory.url.appending(path: "A.xcassets").path
  var placement = IconPlacement(source: source.path, catalog: catalog)
  change(&placement)
  let plan = try placement.plan()
  try plan.execute()
  return plan
}
