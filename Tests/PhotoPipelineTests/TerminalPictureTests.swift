import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Pictures in the terminal")
struct TerminalPictureTests {
  @Test(arguments: [
    (["TERM": "xterm-kitty"], TerminalGraphics.kitty), (["TERM_PROGRAM": "WezTerm"], .kitty),
    (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty), (["TERM": "foot"], .sixel),
    (["TERM_PROGRAM": "iTerm.app"], .sixel),
  ])
  func `a terminal that says so takes pictures`(
    environment: [String: String], form: TerminalGraphics
  ) {
    #expect(TerminalGraphics(environment: environment) == form)
  }

  @Test(arguments: [
    [:], ["TERM": "xterm-256color"], ["TERM": "dumb"], ["TERM": "xterm-kitty", "TMUX": "/tmp/x"],
    ["TERM": "screen-256color", "KITTY_WINDOW_ID": "1"],
  ])
  func `any other takes none`(environment: [String: String]) {
    #expect(TerminalGraphics(environment: environment) == nil)
  }

  @Test func `a kitty picture is the same PNG in pieces`() throws {
    var generator = SplitMix64(seed: 64)
    let noise = (0..<3 * 64 * 64).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let raster = try Raster(size: PixelSize(width: 64, height: 64), rgb: noise)
    let text = try ExplainPicture(raster).escapes(for: .kitty, width: 64)
    let pieces = text.matches(of: /\u{1B}_G([^;]*);([^\u{1B}]*)\u{1B}\\/)
    #expect(pieces.count > 2)
    #expect(
      pieces.allSatisfy { $0.2.count <= 4096 && $0.1.hasSuffix("m=1") == ($0.2 != pieces.last?.2) })
    let png = try #require(Data(base64Encoded: pieces.map { String($0.2) }.joined()))
    #expect([UInt8](png) == (try raster.png()))
  }

  @Test func `sixels say size, colours and bits row by row`() {
    // Two columns of red and black, seven rows: the last row is in the second band.
    let rgb = (0..<7).flatMap { _ in [255, 0, 0, 0, 0, 0] as [UInt8] }
    let text = SixelPicture(size: PixelSize(width: 2, height: 7), rgb: rgb).escapes
    #expect(text.hasPrefix("\u{1B}P0;1q\"1;1;2;7#0;2;0;0;0#1;2;0;0;20"))
    #expect(text.contains("#180;2;100;0;0"))
    // Six rows set are 63 + 63 = '~', one is 63 + 1 = '@', none is '?'.
    #expect(text.hasSuffix("#0?~$#180~?-#0?@$#180@?\u{1B}\\\n"))
  }

  @Test func `a run of the same letter is counted`() {
    let rgb = [UInt8](repeating: 0, count: 3 * 9 * 6)
    #expect(
      SixelPicture(size: PixelSize(width: 9, height: 6), rgb: rgb).escapes.hasSuffix(
        "#0!9~\u{1B}\\\n"))
  }

  @Test(arguments: [(1, 1), (7, 13), (64, 48), (33, 6), (200, 5)])
  func `sixels of exact colours are drawn pixel by pixel`(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    var generator = SplitMix64(seed: UInt64(width))
    // Runs of equal pixels, as pictures have them.
    let rgb = (0..<size.area).flatMap { index -> [UInt8] in
      if index % 5 > 0 { return [51, 102, 0] }
      return (0..<3).map { _ in 51 * UInt8.random(in: 0...5, using: &generator) }
    }
    let drawn = try #require(SixelReader(SixelPicture(size: size, rgb: rgb).escapes))
    #expect(drawn.size == size && drawn.overdrawn == 0)
    #expect(drawn.pixels.flatMap(\.self) == rgb)
  }

  @Test func `sixels of other colours are a pattern whose mean is the colour`() throws {
    let size = PixelSize(width: 64, height: 64)
    // The sixteen blocks of each row and column have one colour each.
    let rgb = (0..<size.area).flatMap { index -> [UInt8] in
      let (column, row) = (index % 64 / 4, index / 64 / 4)
      return [UInt8(17 * column), UInt8(17 * row), UInt8(8 * (column + row))]
    }
    let drawn = try #require(SixelReader(SixelPicture(size: size, rgb: rgb).escapes))
    #expect(drawn.pixels.allSatisfy { $0.count == 3 })
    var (nearest, worst) = (0, 0.0)
    for top in stride(from: 0, to: 64, by: 4) {
      for left in stride(from: 0, to: 64, by: 4) {
        for band in 0..<3 {
          let block = (0..<16).map { (top + $0 / 4) * 64 + left + $0 % 4 }
          let mean = block.reduce(0) { $0 + Double(drawn.pixels[$1][band]) } / 16
          let wanted = Double(rgb[3 * block[0] + band])
          worst = max(worst, abs(mean - wanted))
          nearest = max(
            nearest, block.map { abs(Int(drawn.pixels[$0][band]) - Int(wanted)) }.max() ?? 0)
        }
      }
    }
    // A step is 51, of which a pattern of sixteen pixels shows sixteenths; half of one is rounding.
    #expect(worst <= 51.0 / 32 + 1e-9, "\(worst)")
    #expect(nearest <= 51, "\(nearest)")
  }
}
