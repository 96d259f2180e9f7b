import Foundation
import Imaging
import PhotoGeometry

@testable import AppIcon

extension ImageCase {
  private static let side = PixelSize(width: 64, height: 64)
  private static let good = PNGSample().data
  private static let dark = IconRole(appearance: .dark, size: side)
  private static let tinted = IconRole(appearance: .tinted, size: side)
  private static let mac = IconRole(platform: .macOS, size: side)

  private static func rgba(_ alpha: @escaping (Int, Int) -> UInt8) -> Data {
    PNGSample.with { sample in
      sample.colorType = 6
      sample.pixel = { x, y in [x < 32 ? 40 : 240, 90, 160, alpha(x, y)] }
    }
  }

  /// A disc-cornered square: the corner colour outside quarter circles of a radius.
  private static func corners(radius: Double) -> Data {
    PNGSample.with { sample in
      sample.pixel = { x, y in
        let dx = max(radius - Double(x) - 0.5, Double(x) + 0.5 - (64 - radius), 0)
        let dy = max(radius - Double(y) - 0.5, Double(y) + 0.5 - (64 - radius), 0)
        return (dx * dx + dy * dy).squareRoot() > radius ? [255, 255, 255] : [30, 60, 120]
      }
    }
  }

  /// The same with straight cuts, which are part of a picture.
  private static func cut(by length: Int) -> Data {
    PNGSample.with { sample in
      sample.pixel = { x, y in
        min(x, 63 - x) + min(y, 63 - y) < length ? [255, 255, 255] : [30, 60, 120]
      }
    }
  }

  private static func tampered(_ type: String, _ chunks: [(String, [UInt8])]) -> Data {
    var data = PNGSample.with { $0.chunks = [("sRGB", [0])] + chunks }
    let chunk = PNGStructure(data).first(type)
    if let chunk { data[chunk.offset + chunk.length] ^= 0x55 }
    return data
  }

  private static func chunk(_ type: String, _ bytes: [UInt8]) -> Data {
    PNGSample.with { $0.chunks = [("sRGB", [0]), (type, bytes)] }
  }

  private static func exif(orientation: UInt8) -> [UInt8] {
    [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0,
      0,
    ]
  }

  /// The deflated rows of the sample with fewer of them than the header promises.
  private static let missingRows = PNGSample.with { $0.imageData = PNGSample.stored([0, 1, 2, 3]) }

  static let all: [ImageCase] = [
    ImageCase(rule: "not-png", breaking: Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16]), inside: good),
    ImageCase(rule: "truncated", breaking: good.dropLast(6), inside: good),
    ImageCase(rule: "corrupt", breaking: tampered("IDAT", []), inside: good),
    ImageCase(rule: "pixels-unreadable", breaking: missingRows, inside: good),
    ImageCase(
      rule: "size", breaking: PNGSample.with { $0.width = 63 }, inside: good),
    ImageCase(
      rule: "alpha-channel", breaking: rgba { x, _ in x == 0 ? 254 : 255 },
      inside: rgba { x, y in x + y == 0 ? 254 : 255 }, insideRole: dark),
    ImageCase(
      rule: "transparency-chunk", breaking: chunk("tRNS", [0, 1, 0, 2, 0, 3]),
      inside: chunk("tRNS", [0, 40, 0, 90, 0, 160]), insideRole: dark),
    ImageCase(
      rule: "animated", breaking: chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]), inside: good),
    ImageCase(
      rule: "bit-depth",
      breaking: PNGSample.with { sample in
        sample.bitDepth = 16
        sample.pixel = { x, _ in [UInt8(x), 0, 9, 0, 9, 0] }
      }, inside: good),
    ImageCase(
      rule: "palette",
      breaking: PNGSample.with { sample in
        sample.colorType = 3
        sample.chunks.append(("PLTE", [9, 9, 9, 200, 200, 200]))
        sample.pixel = { x, _ in [x < 32 ? 0 : 1] }
      }, inside: chunk("PLTE", [9, 9, 9])),
    ImageCase(
      rule: "grey-colour-type",
      breaking: PNGSample.with { sample in
        sample.colorType = 0
        sample.pixel = { x, _ in [UInt8(x)] }
      }, inside: good),
    ImageCase(
      rule: "interlaced",
      breaking: PNGSample.with { sample in
        sample.interlace = 1
        sample.imageData = PNGSample.stored(adam7Rows)
      }, inside: good),
    ImageCase(
      rule: "colour-profile", breaking: PNGSample.with { $0.chunks = [("cICP", [9, 16, 0, 1])] },
      inside: PNGSample.with { $0.chunks = [("cICP", [12, 13, 0, 1])] }),
    ImageCase(
      rule: "gamma", breaking: PNGSample.with { $0.chunks = [("gAMA", [0, 1, 0x86, 0xA0])] },
      inside: PNGSample.with { $0.chunks = [("gAMA", [0, 0, 0xB1, 0x8F])] }),
    ImageCase(
      rule: "rounded-corners", breaking: corners(radius: 14), inside: cut(by: 14)),
    ImageCase(
      rule: "one-colour", breaking: PNGSample.with { $0.pixel = { _, _ in [9, 9, 9] } },
      inside: PNGSample.with { $0.pixel = { x, y in x + y == 0 ? [9, 9, 10] : [9, 9, 9] } }),
    ImageCase(
      rule: "tinted-in-colour", role: tinted,
      breaking: PNGSample.with { $0.pixel = { x, _ in [UInt8(x), 3, 3].map { $0 / 16 } } },
      inside: PNGSample.with { $0.pixel = { x, _ in [UInt8(x), UInt8(x), UInt8(x + 2)] } }),
    ImageCase(
      rule: "mac-opaque", role: mac, breaking: good, inside: rgba { x, y in x + y == 0 ? 0 : 255 }),
    ImageCase(
      rule: "chunk-checksum", breaking: tampered("pHYs", [("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 0])]),
      inside: chunk("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 0])),
    ImageCase(
      rule: "trailing-bytes", breaking: PNGSample.with { $0.trailing = [0x50] }, inside: good),
    ImageCase(
      rule: "file-extension", path: "AppIcon.jpg", breaking: good, inside: good,
      insidePath: "AppIcon.PNG"),
    ImageCase(
      rule: "untagged", breaking: PNGSample.with { $0.chunks = [] },
      inside: PNGSample.with { $0.chunks = [("gAMA", [0, 0, 0xB1, 0x8F])] }),
    ImageCase(
      rule: "metadata", breaking: chunk("tEXt", Array("Software\0Paint".utf8)),
      inside: chunk("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 0])),
    ImageCase(
      rule: "provenance", breaking: chunk("caBX", [0, 0, 0, 0]), inside: good),
    ImageCase(
      rule: "translucent-pixels", role: IconRole(size: side, isForStore: false),
      breaking: rgba { x, y in x + y == 0 ? 254 : 255 }, inside: rgba { _, _ in 255 }),
    ImageCase(rule: "dark-opaque", role: dark, breaking: good, inside: rgba { x, _ in UInt8(x) }),
  ]

  /// The seven passes of a 64×64 RGB picture, dark rows without a filter.
  private static var adam7Rows: [UInt8] {
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return passes.flatMap { x0, y0, stepX, stepY -> [UInt8] in
      stride(from: y0, to: 64, by: stepY).flatMap { _ in
        [0] + stride(from: x0, to: 64, by: stepX).flatMap { [UInt8($0), 0, 9] }
      }
    }
  }

  /// Cases that break a second rule by their nature: the metadata that a turn needs, the size.
  static let withCompanion: [(rule: String, companion: String, breaking: Data, inside: Data)] = [
    (
      "exif-orientation", "metadata", chunk("eXIf", exif(orientation: 6)),
      chunk("eXIf", exif(orientation: 1))
    ),
    (
      "cgbi", "size",
      Data(PNGStructure.signature) + PNGEncoder.chunk("CgBI", Data([0x50, 0, 0x20, 6]))
        + PNGSample.with { $0.width = 48 }.dropFirst(8),
      PNGSample.with { $0.width = 48 }
    ),
    (
      "too-many-pixels", "size",
      PNGSample.with { sample in
        sample.width = 10_001
        sample.height = 10_000
        sample.imageData = []
      },
      PNGSample.with { sample in
        sample.width = 65
        sample.height = 64
      }
    ),
  ]
}
