public import Foundation
package import Imaging
package import PhotoStore

/// A picture of an icon as on the Home Screen: masked, at several sizes, in three appearances.
public enum IconPreview {
  /// The sides of the icons in a row, in pixels, largest first.
  ///
  /// 180 and 120 are the Home Screen at 3x and 2x, 87 is Settings and 60 a notification at 3x (Human
  /// Interface Guidelines); 256 is large enough to look at.
  package static let sides = [256, 180, 120, 87, 60]

  /// The space around icons, in pixels: ours.
  static let gap = 40

  /// Returns the preview of a picture, an icon set, an Icon Composer document, or the icon of a catalog or a project,
  /// as a PNG.
  ///
  /// Rows, from the top: light, dark, tinted. If a set has no dark or tinted picture, the row shows the default one as
  /// a substitute, not the one that the system would derive. A document's layers are drawn flat, without glass.
  ///
  /// - Throws: `PhotoprepError` with a file code; `folder-unreadable`; `source-unusable` when the picture is not a
  ///   square that decodes, or a document cannot be drawn.
  public static func png(of path: String) throws -> Data {
    try drawn(path, reader: LocalPNGReader()).png
  }

  package struct Picture {
    package let png: Data
    /// The parts of an Icon Composer document that are not drawn, each as a sentence.
    package var notes: [String] = []
  }

  /// Returns the preview as above, with pictures decoded by a reader.
  package static func drawn(
    _ path: String, sides: [Int] = sides, reader: any PNGReader,
    propertyLists: any PropertyListReader = LocalPropertyListReader()
  ) throws -> Picture {
    _ = try BoundedFile.status(of: path)
    var validator = IconValidator()
    validator.propertyLists = propertyLists
    let subject = Folder(try validator.icon(of: path))
    var notes: [String] = []
    var canvas = PreviewCanvas(size: size(of: sides))
    let sources = try subject.pathExtension == "icon" ? nil : self.sources(of: subject, reader)
    for (row, look) in IconRole.Appearance.allCases.enumerated() {
      let large: PNGPixels
      if let sources {
        large = try icon(sources[look] ?? sources[.any] ?? path, sides[0], reader)
      } else {
        let (pixels, undrawn) = try layers(of: subject, look, reader)
        large = pixels.reduced(to: PixelSize(width: sides[0], height: sides[0]))
        notes += undrawn.filter { !notes.contains($0) }
      }
      draw(large, look, row: row, sides, on: &canvas)
    }
    guard let png = PNGEncoder.rgb(canvas.rgb, size: canvas.size) else {
      throw PhotoprepError.undecodable(path, "the encoder ran out of memory")
    }
    if sources == nil {
      notes = ["\(subject.path): \(flat)"] + notes.map { "\(subject.path): \($0)" }
    }
    return Picture(png: png, notes: notes)
  }

  /// A note that applies to every document.
  private static let flat = """
    Its layers are drawn flat. Glass, highlights, shadows, translucency and blur are not drawn, nor the colours that \
    the system derives for dark and tinted icons.
    """

  /// The layers of a document in one appearance, as a square of 1024 pixels, and the parts that are not drawn.
  private static func layers(
    of folder: Folder, _ appearance: IconRole.Appearance, _ reader: any PNGReader
  ) throws -> (PNGPixels, [String]) {
    let icon = ComposerIcon(path: folder.path)
    guard let document = icon.document.value, document["groups"]?.array != nil else {
      throw PhotoprepError(
        .sourceUnusable, path: folder.path,
        message: "Its icon.json cannot be read, so nothing is drawn.",
        remedy: "See what is wrong with 'photoprep icon validate \(ShellWord.quoted(folder.path))'."
      )
    }
    let drawing = ComposerDrawing(
      folder: folder.path, document: document, appearance: appearance, reader: reader)
    let size = PixelSize(width: ComposerDrawing.side, height: ComposerDrawing.side)
    do {
      let pixels = try reader.pixels(ofDrawing: Data(drawing.svg.utf8), size: size)
      return (pixels, drawing.undrawn)
    } catch {
      throw PhotoprepError.undecodable(folder.path, error.description)
    }
  }

  private static func size(of sides: [Int]) -> PixelSize {
    let width = sides.reduce(gap) { $0 + $1 + gap }
    return PixelSize(
      width: width, height: IconRole.Appearance.allCases.count * (sides[0] + 2 * gap))
  }

  private static func sources(
    of folder: Folder, _ reader: any PNGReader
  ) throws -> [IconRole.Appearance: String] {
    guard folder.exists else { return [.any: folder.path] }
    if folder.pathExtension == "xcassets",
      let closed = IconCatalog(path: folder.path).unreadable.first
    {
      throw PhotoprepError.folderUnreadable(closed.path)
    }
    let set = IconSet(path: folder.path, headersOnly: true, reader: reader)
    if set.isUnreadable { throw PhotoprepError.folderUnreadable(set.path) }
    let pairs = set.slots.compactMap { slot -> (IconRole.Appearance, String)? in
      guard slot.role.isLarge, let image = set.image(of: slot) else { return nil }
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
    do {
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
    _ large: PNGPixels, _ look: IconRole.Appearance, row: Int, _ sides: [Int],
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
