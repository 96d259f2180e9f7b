import CPlanes
import Foundation
import Testing
import _TestSupport

@testable import Imaging

/// The loops that a machine's registers choose between.
@Suite("Resampling loops") struct ResamplingLoopsTests {
  /// The registers of this machine that there are loops for, plain ones first.
  private static let registers = [CPLANES_PLAIN, CPLANES_128, CPLANES_256].filter {
    $0.rawValue <= cplanes_widest().rawValue
  }

  /// Sizes before and after, around every width at which loops change.
  private static let sizes = [
    (1, 1, 1, 1), (1, 40, 1, 9), (16, 16, 16, 16), (17, 9, 8, 4), (70, 33, 15, 32),
    (33, 70, 16, 20), (33, 70, 23, 69), (129, 64, 17, 3), (70, 33, 31, 5), (70, 33, 32, 40),
    (33, 70, 33, 20), (129, 64, 63, 3), (300, 20, 131, 20), (15, 15, 300, 31),
  ]

  private func noise(_ count: Int) -> [UInt8] {
    var generator = SplitMix64(seed: 21)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private func axis(
    _ count: Int, from available: Int, _ kernels: Kernels, isReversed: Bool = false
  ) -> AxisWeights {
    let span = AxisSpan(
      origin: 0, step: Double(available) / Double(count), count: count, range: 0..<available)
    return AxisWeights(span, kernels, isReversed: isReversed)
  }

  /// Resamples samples that lie close together, with as much behind them as is promised to be read.
  ///
  /// Where rows come `step` at a time, 32 are in memory, and the others are lost.
  private func resampled(
    _ samples: [UInt8], width: Int, _ horizontal: AxisWeights, _ vertical: AxisWeights,
    with registers: cplanes_registers, rowsAtATime step: Int? = nil
  ) -> [UInt8] {
    let height = samples.count / width
    let kept = step == nil ? height : 32
    var result = [UInt8](repeating: 0, count: horizontal.first.count * vertical.first.count)
    var readable = [UInt8](repeating: 255, count: kept * width + 15)
    result.withUnsafeMutableBufferPointer { result in
      horizontal.withAxis { horizontal in
        vertical.withAxis { vertical in
          let need = cplanes_memory(&horizontal, &vertical, registers)
          let memory = [need.passing, need.kept].map {
            UnsafeMutableRawBufferPointer.allocate(byteCount: $0, alignment: 16)
          }
          defer { for part in memory { part.deallocate() } }
          memory[1].initializeMemory(as: UInt8.self, repeating: 0)
          var progress = cplanes_progress()
          progress.kept = memory[1].baseAddress
          var target = cplanes_result(samples: result.baseAddress, stride: Int(horizontal.count))
          var end = 0
          while end < height {
            let rows = end..<min(height, end + (step ?? height))
            for row in rows {
              readable.replaceSubrange(
                row % kept * width..<(row % kept + 1) * width,
                with: samples[row * width..<(row + 1) * width])
            }
            end = rows.upperBound
            // What is passing may be anything from call to call.
            memory[0].initializeMemory(as: UInt8.self, repeating: 170)
            progress.passing = memory[0].baseAddress
            readable.withUnsafeBufferPointer { readable in
              var source = cplanes_source(
                samples: readable.baseAddress, stride: width, last_column: Int32(width - 1),
                last_row: Int32(height - 1), kept: Int32(kept))
              cplanes_resample(
                &source, &horizontal, &vertical, &target, registers, &progress, Int32(end))
            }
          }
        }
      }
    }
    return result
  }

  @Test(arguments: sizes, [8, 16])
  func `rows that arrive in steps give the same samples, though only the last rows are kept`(
    size: (width: Int, height: Int, toWidth: Int, toHeight: Int), step: Int
  ) {
    let samples = noise(size.width * size.height)
    for kernels in [Kernels.sharp, .average] {
      let horizontal = axis(size.toWidth, from: size.width, kernels)
      let vertical = axis(size.toHeight, from: size.height, kernels)
      for registers in Self.registers {
        let found = [nil, step].map {
          resampled(
            samples, width: size.width, horizontal, vertical, with: registers, rowsAtATime: $0)
        }
        #expect(found[0] == found[1], "\(registers)")
      }
    }
  }

  @Test(arguments: sizes)
  func `registers of every size give the same samples`(
    width: Int, height: Int, toWidth: Int, toHeight: Int
  ) {
    let samples = noise(width * height)
    for kernels in [Kernels.sharp, .linear, .average] {
      for isReversed in [false, true] {
        let horizontal = axis(toWidth, from: width, kernels, isReversed: isReversed)
        let vertical = axis(toHeight, from: height, kernels)
        let found = Self.registers.map {
          resampled(samples, width: width, horizontal, vertical, with: $0)
        }
        #expect(found.allSatisfy { $0 == found[0] })
      }
    }
  }

  @Test(arguments: [0, 1, 127, 128, 254, 255] as [UInt8])
  func `pixels written as words equal pixels written as three bytes, for any luma and chroma`(
    luma: UInt8
  ) {
    // Every pair of differences, and a row that ends between registers.
    let count = 65536 - 3
    let rows = [
      [UInt8](repeating: luma, count: count), (0..<count).map { UInt8($0 >> 8) },
      (0..<count).map { UInt8($0 & 255) },
    ]
    var bytes = [UInt8](repeating: 0, count: 3 * count)
    var (words, joined) = (
      [UInt32](repeating: 0, count: count), [UInt32](repeating: 0, count: count)
    )
    cplanes_join_ycc(rows[0], rows[1], rows[2], count, &bytes)
    cplanes_join_ycc_words(rows[0], rows[1], rows[2], count, &words)
    cplanes_join_words(rows[0], rows[1], rows[2], count, &joined)
    func word(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
      0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
    let wanted = stride(from: 0, to: bytes.count, by: 3).map {
      word(bytes[$0], bytes[$0 + 1], bytes[$0 + 2])
    }
    #expect(words == wanted)
    #expect(joined == (0..<count).map { word(rows[0][$0], rows[1][$0], rows[2][$0]) })
  }

  @Test func `the darkest and brightest samples stay within a byte`() {
    // Lanczos-3 overshoots most where black meets white.
    let samples = (0..<64 * 64).map { place -> UInt8 in
      let isBright = (place / 4 + place / 256).isMultiple(of: 2)
      return isBright ? 255 : 0
    }
    let (horizontal, vertical) = (axis(48, from: 64, .sharp), axis(48, from: 64, .sharp))
    let found = Self.registers.map { resampled(samples, width: 64, horizontal, vertical, with: $0) }
    #expect(found.allSatisfy { $0 == found[0] })
    #expect(Set(found[0]).isSuperset(of: [0, 255]))
  }

  @Test(arguments: [(40, 13), (13, 40), (90, 1), (1, 7)])
  func `weights come in pairs that begin at even samples`(available: Int, count: Int) {
    let axis = axis(count, from: available, .sharp)
    #expect(axis.taps.isMultiple(of: 2))
    #expect(axis.first.allSatisfy { $0.isMultiple(of: 2) && $0 < available })
  }
}
