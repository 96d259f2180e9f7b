import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Placement` {
  private static let side = PixelSize(width: 1024, height: 1024)

  /// An icon whose right half is clear, in the given form.
  private static func translucent() -> Data {
    let row = (0..<1024).flatMap { $0 < 512 ? [10, 20, 200, 255] : [0, 0, 0, 0] as [UInt8] }
    let bytes = (0..<1024).reduce(into: [UInt8]()) { all, _ in all += row }
    return PNGEncoder.rgba(PNGPixels(size: side, bytes: bytes)) ?? Data()
  }

  private func errors(in directory: TemporaryDirectory) throws -> [IconFinding] {
    let catalog = directory.url.appending(path: "A.xcassets").path
    let reports = try IconValidator(headersOnly: true).validate(catalog)
    #expect(reports.map(\.kind).contains(.png))
    return reports.flatMap(\.findings).filter { $0.severity > .note }
  }

  @Test func `correct source is copied byte for byte, with Xcode's own Contents.json`() throws {
    let directory = try TemporaryDirectory()
    _ = try place(IconTree.light, in: directory)
    let set = directory.url.appending(path: "A.xcassets/AppIcon.appiconset")
    #expect(try Data(contentsOf: set.appending(path: "AppIcon.png")) == IconTree.light)
    let text = try String(contentsOf: set.appending(path: "Contents.json"), encoding: .utf8)
    #expect(
      text == """
        {
          "images" : [
            {
              "filename" : "AppIcon.png",
              "idiom" : "universal",
              "platform" : "ios",
              "size" : "1024x1024"
            }
          ],
          "info" : {
            "author" : "xcode",
            "version" : 1
          }
        }

        """)
    #expect(try errors(in: directory) == [])
  }

  @Test func `alpha is refused without a background`() throws {
    let directory = try TemporaryDirectory()
    let error = #expect(throws: PhotoprepError.self) {
      try place(Self.translucent(), in: directory)
    }
    #expect(error?.code == .alphaRefused)
    let catalog = directory.url.appending(path: "A.xcassets").path
    #expect(!FileManager.default.fileExists(atPath: catalog))
  }

  @Test func `alpha is replaced by the background and the channel is gone`() throws {
    let directory = try TemporaryDirectory()
    let plan = try place(Self.translucent(), in: directory) {
      $0.background = .colour(RGBColour(red: 255, green: 128, blue: 0))
      $0.makesTinted = true
    }
    #expect(plan.pictures[1].line.hasSuffix(", written again (tinted-in-colour), on #FF8000"))
    #expect(try errors(in: directory) == [])
    let set = directory.url.appending(path: "A.xcassets/AppIcon.appiconset")
    let data = try Data(contentsOf: set.appending(path: "AppIcon.png"))
    let structure = PNGStructure(data)
    #expect(structure.header?.colorType == 2)
    #expect(structure.chunks.map(\.type).prefix(3) == ["IHDR", "sRGB", "IDAT"])
    let pixels = try LocalPNGReader().pixels(of: data, structure: structure).bytes
    #expect(Array(pixels[0..<4]) == [10, 20, 200, 255])
    #expect(Array(pixels.suffix(4)) == [255, 128, 0, 255])
    let tinted = try Data(contentsOf: set.appending(path: "AppIcon-Tinted.png"))
    let grey = try LocalPNGReader().pixels(of: tinted, structure: PNGStructure(tinted)).bytes
    #expect(Set(grey[0..<3]).count == 1)
  }

  @Test func `odd forms are written again as 8-bit RGB`() throws {
    let odd = [
      PNGSample.rows(
        (0..<1024).map { UInt8($0 / 512) }, colorType: 3,
        [("PLTE", [9, 9, 9, 240, 0, 0]), ("tRNS", [0])]),
      PNGSample.rows((0..<1024).flatMap { [UInt8($0 / 4), 0] }, colorType: 0, bitDepth: 16, []),
    ]
    for data in odd {
      let directory = try TemporaryDirectory()
      // Of the first one only red shows, which the edge would suggest for behind it.
      let plan = try place(data, in: directory) { $0.background = .colour(.white) }
      #expect(plan.pictures[0].prepared.repaired.isEmpty == false)
      #expect(try errors(in: directory) == [])
    }
  }

  @Test func `other sizes are refused, and only larger squares are made smaller`() throws {
    let directory = try TemporaryDirectory()
    for side in [1023, 1026] {
      let error = #expect(throws: PhotoprepError.self) {
        try place(IconTree.small(side), in: directory) { $0.allowsReduction = side < 1024 }
      }
      #expect(error?.code == .sizeRefused)
      #expect(
        error?.message
          == "The picture is \(side)×\(side) pixels; the icon needs 1024×1024.")
    }
  }

  @Test(arguments: ["Assets", "none/A.xcassets"])
  func `folder that is no catalog is refused`(_ name: String) throws {
    let directory = try TemporaryDirectory()
    let error = #expect(throws: PhotoprepError.self) {
      try place(IconTree.light, in: directory) {
        $0.catalog = directory.url.appending(path: name).path
      }
    }
    #expect(error?.code == .notACatalog)
  }
}
