import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Preview` {
  @Test func `mask keeps the middle, cuts the corners, and is symmetrical`() {
    let side = 60
    #expect(PreviewCanvas.coverage(30, 30, side: side) == 1)
    #expect(PreviewCanvas.coverage(30, 0, side: side) > 0.9)
    #expect(PreviewCanvas.coverage(0, 0, side: side) == 0)
    for (x, y) in [(3, 5), (10, 1), (0, 20)] {
      let here = PreviewCanvas.coverage(x, y, side: side)
      #expect(here == PreviewCanvas.coverage(side - 1 - x, y, side: side))
      #expect(here == PreviewCanvas.coverage(y, x, side: side))
    }
  }

  @Test func `rows show the picture of their appearance on their wallpaper`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.url.appending(path: "icon.png").path
    try IconTree.small(64).write(to: URL(filePath: path))
    let data = try IconPreview.drawn(path, sides: [32, 16], reader: LocalPNGReader()).png
    let preview = try LocalPNGReader().pixels(of: data, structure: PNGStructure(data))
    #expect(preview.size == PixelSize(width: 168, height: 336))
    let light = pixel(preview, 40 + 24, 56)
    #expect(light == [240, 240, 235])
    #expect(pixel(preview, 2, 2) == [205, 218, 234])
    #expect(pixel(preview, 2, 330) == [38, 33, 30])
    // The tinted row turns the same pixel into the tint times its grey.
    #expect(pixel(preview, 40 + 24, 56 + 224) == [240, 165, 86])
  }

  @Test func `set without a large picture is refused with the reason`() throws {
    let directory = try IconTree.catalog().write()
    let path = directory.url.appending(path: "A.xcassets/AppIcon.appiconset").path
    try FileManager.default.removeItem(atPath: path + "/AppIcon.png")
    let error = #expect(throws: PhotoprepError.self) { try IconPreview.png(of: path) }
    #expect(error?.message == "The picture cannot be used: it has no picture of 1024×1024.")
  }

  @Test func `a folder with nothing but a document shows the document`() throws {
    var tree = IconTree()
    tree["App/AppIcon.icon/icon.json"] = ComposerSample.document()
    tree["App/AppIcon.icon/Assets/a.svg"] = ComposerSample.square()
    let directory = try tree.write()
    let document = directory.url.path + "/App/AppIcon.icon"
    let drawings = LocalPNGReader()
    let drawn = try IconPreview.drawn(directory.url.path, sides: [32], reader: drawings)
    #expect(drawn.png == (try IconPreview.drawn(document, sides: [32], reader: drawings).png))
    #expect(drawn.notes.first?.hasPrefix(document) == true)
  }

  private func pixel(_ pixels: PNGPixels, _ x: Int, _ y: Int) -> [UInt8] {
    let offset = (y * pixels.size.width + x) * 4
    return Array(pixels.bytes[offset..<offset + 3])
  }
}
