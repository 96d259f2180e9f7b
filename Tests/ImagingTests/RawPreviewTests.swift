import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Previews of raw files") struct RawPreviewTests {
  @Test(arguments: ["dng", "cr2", "nef", "arw", "pef", "rw2", "orf", "raf", "cr3"])
  func `the largest preview is shown upright and flagged as a preview`(kind: String) throws {
    let source = try PhotoSource(bytes: try fixture("formats/preview.\(kind)"), name: kind)
    #expect(source.header.format == .raw)
    #expect(source.header.flags == [.preview])
    #expect(source.header.orientation == 6)
    #expect(source.header.size == PixelSize(width: 1200, height: 800))
    let found = try source.decode(atLeast: 0.2, background: .white).shrunk(longEdge: 48).rgb()
    let whole = try PhotoSource(bytes: try fixture("orientation/1.jpg"), name: "upright")
    let wanted = try whole.decode(atLeast: 0.2, background: .white).shrunk(longEdge: 48).rgb()
    let difference = zip(found, wanted).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(found.count == wanted.count && difference / wanted.count < 6)
  }

  @Test func `a DNG's preview may be a JPEG XL, but its raw samples never are one`() throws {
    // A header of 1200×800 pixels: 18181-1, D.2.
    let preview: [UInt8] = [0xFF, 0x0A] + little(1 << 1 | 799 << 3 | 4 << 16 | 1 << 19, 4)
    for (colours, isRead) in [(2, true), (34892, false)] {
      var whole = Array("II*\0".utf8) + little(14, 4) + preview + little(6, 2)
      for (tag, value) in [(259, 52546), (262, colours), (273, 8), (274, 6), (279, 6), (50706, 1)] {
        whole += little(tag, 2) + little(3, 2) + little(1, 4) + little(value, 4)
      }
      let scan = try? PhotoScan.of(whole + little(0, 4), as: .tiff, limits: .standard)
      #expect(scan?.loader == (isRead ? .jxl : nil))
      #expect(scan?.width == (isRead ? 1200 : nil))
    }
  }

  /// A block of Canon's: data, a list of it, and the list's place.
  private func heap(_ entries: [(tag: Int, data: [UInt8])]) -> [UInt8] {
    var (data, list) = ([UInt8](), little(entries.count, 2))
    for entry in entries {
      list += little(entry.tag, 2) + little(entry.data.count, 4) + little(data.count, 4)
      data += entry.data
    }
    return data + list + little(data.count, 4)
  }

  @Test(arguments: [(0, 1), (90, 6), (180, 3), (270, 8), (-90, 8)])
  func `a CRW's preview is turned as its heap says`(degrees: Int, orientation: Int) throws {
    let dng = try fixture("formats/preview.dng")
    let preview = try #require(try PhotoScan.of(dng, as: .tiff, limits: .standard).decodable)
    let picture = [1200, 800, 0, degrees & 0xFFFF_FFFF].flatMap { little($0, 4) }
    let whole =
      Array("II\u{1A}\0\0\0HEAPCCDR\u{2}\0\u{1}\0\0\0\0\0\0\0\0\0".utf8)
      + heap([(0x2008, [1]), (0x2007, preview), (0x300A, heap([(0x1810, picture)]))])
    let source = try PhotoSource(bytes: whole, name: "a.crw")
    #expect(source.header.format == .raw && source.header.flags == [.preview])
    #expect(source.header.orientation == orientation)
    #expect(source.header.storedSize.longEdge == 1200)
    for place in whole.count - 80..<whole.count {
      for byte in [0, 0x7F, 0xFF] as [UInt8] {
        var changed = whole
        changed[place] = byte
        _ = try? PhotoScan.of(changed, as: .raw, limits: .standard)
      }
    }
  }

  @Test func `a raw file with only a small preview is refused under its format's name`() throws {
    #expect {
      try PhotoSource(bytes: try fixture("damaged/thumbnail-alone.nef"), name: "nef")
    } throws: {
      let error = $0 as? PhotoprepError
      return error?.code == .unsupportedFormat
        && error?.message == "The file is a camera raw file (NEF) without a JPEG preview of at "
          + "least 1182 pixels, which is not prepared."
    }
  }

  @Test func `a sensor's samples without a preview are refused and never shown`() throws {
    let sensor = TestTIFF(
      width: 64, height: 64, samples: [UInt8](repeating: 99, count: 64 * 64), bands: 1,
      photometric: 32803)
    #expect {
      try PhotoSource(bytes: sensor.bytes, name: "tif")
    } throws: {
      let error = $0 as? PhotoprepError
      return error?.code == .unsupportedFormat
        && error?.message == "The file is a camera raw file without a JPEG preview of at least "
          + "1182 pixels, which is not prepared."
    }
  }

  @Test func `no changed byte of a raw file traps`() throws {
    var generator = SplitMix64(seed: 9)
    for kind in ["dng", "cr2", "nef", "arw", "pef", "rw2", "orf", "raf", "cr3"] {
      let whole = try fixture("formats/preview.\(kind)")
      for _ in 0..<40 {
        var changed = whole
        for _ in 0..<3 {
          let nearEnd = Bool.random(using: &generator)
          let place = Int.random(in: 0..<300, using: &generator)
          changed[nearEnd ? whole.count - 1 - place : place] =
            [0, 1, 0x7F, 0xFF].randomElement(
              using: &generator) ?? 0
        }
        _ = try? PhotoScan.of(changed, as: PhotoFormat.sniff(changed) ?? .raw, limits: .standard)
      }
    }
  }
}
