public import Foundation
package import Imaging
internal import PhotoGeometry
package import PhotoStore

/// A picture of an icon as the Home Screen shows it: masked, at several sizes, in three appearances.
public enum IconPreview {
  /// The sides of the icons in a row, in pixels, largest first.
  ///
  /// 180 and 120 are the Home Screen at 3x and 2x, 87 is Settings and 60 a notification at 3x (Human
  /// Interface Guidelines); 256 is large enough to look at.
  package static let sides = [256, 180, 120, 87, 60]

  /// The space around icons, in pixels: ours.
  static let gap = 40

  /// Returns the preview of a picture, an icon set, or the icon of a catalog or a project, as a PNG.
  ///
  /// Rows, from the top: light, dark, tinted. Where the set has no dark or tinted picture, the row shows
  /// the default one as a plain stand-in, not what the system would derive.
  ///
  /// - Throws: ``PhotoprepError`` with a file code; `folder-unreadable`; `source-unusable` when the picture
  ///   is no square that decodes.
  public static func png(of path: String) throws -> Data {
    try png(of: path, reader: LocalPNGReader())
  }

  /// Returns the preview as above, of pictures that a reader decodes.
  package static func png(
    of path: String, sides: [Int] = sides, reader: any PNGReader,
    propertyLists: any PropertyListReader = LocalPropertyListReader()
  ) throws -> Data {
    let sources = try sources(of: Folder(path), reader, propertyLists)
    var canvas = PreviewCanvas(size: size(of: sides))
    for (row, look) in PreviewLook.allCases.enumerated() {
      let large = try icon(sources[look.appearance] ?? sources[.any] ?? path, sides[0], reader)
      draw(large, look, row: row, sides, on: &canvas)
    }
    guard let png = PNGEncoder.rgb(canvas.rgb, size: canvas.size) else {
      throw PhotoprepError.undecodable(path, "the encoder ran out of memory")
    }
    return png
  }

  private static func size(of sides: [Int]) -> PixelSize {
    let width = sides.reduce(gap) { $0 + $1 + gap }
    return PixelSize(width: width, height: PreviewLook.allCases.count * (sides[0] + 2 * gap))
  }

  private static func sources(
    of folder: Folder, _ reader: any PNGReader, _ propertyLists: any PropertyListReader
  ) throws -> [IconRole.Appearance: String] {
    _ = try BoundedFile.status(of: folder.path)
    guard folder.exists else { return [.any: folder.path] }
    if folder.pathExtension == "icon" {
      throw PhotoprepError(
        .sourceUnusable, path: folder.path,
        message: "An Icon Composer document is made of layers, which are not drawn here.",
        remedy: "Look at it in Icon Composer, or build the app.")
    }
    if folder.pathExtension == "xcassets",
      let closed = IconCatalog(path: folder.path).unreadable.first
    {
      throw PhotoprepError.folderUnreadable(closed.path)
    }
    var validator = IconValidator()
    validator.propertyLists = propertyLists
    let set = IconSet(
      path: try validator.iconSet(of: folder.path), headersOnly: true, reader: reader)
    if set.isUnreadable { throw PhotoprepError.folderUnreadable(set.path) }
    let pairs = set.slots.compactMap { slot -> (IconRole.Appearance, String)? in
      guard slot.role.isLarge, let image = set.images[slot.index] else { return nil }
      return (slot.role.appearance, image.path)
    }
    guard !pairs.isEmpty else {
      throw PhotoprepError.undecodable(folder.path, "it has no picture of 1024×1024")
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func icon(
    _ path: String, _ largest: Int, _ reader: any PNGReader
  ) throws -> PNGPixels {
    let data = try BoundedFile.read(path, limit: IconFile.sizeLimit)
    let pixels: PNGPixels
    do throws(PNGRefusal) {
      pixels = try reader.pixels(of: data, structure: PNGStructure(data))
    } catch {
      throw PhotoprepError.undecodable(path, error.description)
    }
    guard pixels.size.width == pixels.size.height, pixels.size.width >= largest else {
      throw PhotoprepError.undecodable(
        path, "it is \(pixels.size); a preview needs a square of at least \(largest)")
    }
    return pixels.reduced(to: PixelSize(width: largest, height: largest))
  }

  private static func draw(
    _ large: PNGPixels, _ look: PreviewLook, row: Int, _ sides: [Int],
    on canvas: inout PreviewCanvas
  ) {
    let rowHeight = large.size.height + 2 * gap
    let top = row * rowHeight
    canvas.fill(rows: top..<top + rowHeight, look.wallpaper)
    var x = gap
    for side in sides {
      let icon = large.reduced(to: PixelSize(width: side, height: side))
      canvas.draw(icon, look, x: x, y: top + (rowHeight - side) / 2)
      x += side + gap
    }
  }
}
