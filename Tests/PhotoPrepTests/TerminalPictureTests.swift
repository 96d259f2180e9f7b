import Foundation
import Imaging
import PhotoGeometry
import Testing

@testable import PhotoPrep

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
    var generator = SystemRandomNumberGenerator()
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
}
