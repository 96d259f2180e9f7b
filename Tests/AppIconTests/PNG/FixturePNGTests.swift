import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@Suite struct `Fixture PNGs` {
  @Test(arguments: [
    ("rgb", 2, 8), ("rgba", 6, 8), ("rgb16", 2, 16), ("grey", 0, 8), ("grey-alpha", 4, 8),
    ("indexed-transparent", 3, 8), ("interlaced", 2, 8), ("display-p3", 2, 8),
  ])
  func `good form decodes and says what it is`(
    _ name: String, _ colorType: Int, _ bitDepth: Int
  ) throws {
    let data = try Data(contentsOf: Fixture.url("formats/\(name).png"))
    let structure = PNGStructure(data)
    #expect(structure.problems == [])
    #expect(structure.header?.colorType == colorType)
    #expect(structure.header?.bitDepth == bitDepth)
    let pixels = try LocalPNGReader().pixels(of: data, structure: structure)
    #expect(pixels.size == PixelSize(width: 240, height: 160))
  }

  @Test func `interlaced and plain, 8 and 16 bits hold the same pixels`() throws {
    let names = ["rgb", "interlaced", "rgb16"]
    let pictures = try names.map { name in
      let data = try Data(contentsOf: Fixture.url("formats/\(name).png"))
      return try LocalPNGReader().pixels(of: data, structure: PNGStructure(data))
    }
    let areEqual = pictures.allSatisfy { $0 == pictures[0] }
    #expect(areEqual)
  }

  @Test func `damage is named`() throws {
    let cut = try Data(contentsOf: Fixture.url("damaged/truncated.png"))
    #expect(PNGStructure(cut).problems.map(\.isTruncation) == [true])
    let wrong = try Data(contentsOf: Fixture.url("damaged/idat-crc.png"))
    #expect(PNGStructure(wrong).problems == [.checksum(type: "IDAT")])
  }

  @Test(arguments: ["truncated", "idat-crc", "chunk-past-end", "huge", "html"])
  func `damaged file does not decode`(_ name: String) throws {
    let data = try Data(contentsOf: Fixture.url("damaged/\(name).png"))
    #expect(throws: PNGRefusal.self) {
      try LocalPNGReader().verify(data, structure: PNGStructure(data))
    }
  }

  @Test func `what is encoded decodes to the same pixels`() throws {
    let size = PixelSize(width: 3, height: 2)
    let pixels = PNGPixels(size: size, bytes: (0..<24).map { UInt8($0 * 10) })
    let data = try #require(PNGEncoder.rgba(pixels))
    let structure = PNGStructure(data)
    #expect(structure.chunks.map(\.type) == ["IHDR", "sRGB", "IDAT", "IEND"])
    #expect(try LocalPNGReader().pixels(of: data, structure: structure) == pixels)
  }

  @Test func `chunk of a declared gigabyte is named with both lengths`() throws {
    var sample = PNGSample()
    sample.chunks = []
    var data = sample.data.prefix(33)
    data += Data([0x40, 0, 0, 0]) + Data("iTXt".utf8) + Data([1, 2, 3, 4, 5])
    let structure = PNGStructure(Data(data))
    #expect(
      structure.problems.first
        == .length(type: "iTXt", declared: 1 << 30, available: 1))
  }
}
