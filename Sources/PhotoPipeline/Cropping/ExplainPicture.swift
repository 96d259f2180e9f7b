internal import Foundation
internal import Imaging
internal import PhotoGeometry

/// The picture that explains a photo's crops, for showing it.
public struct ExplainPicture: Sendable {
  private let raster: Raster

  init(_ raster: Raster) { self.raster = raster }

  /// Returns what a terminal shows the picture for, ending with a line break.
  ///
  /// - Parameters:
  ///   - terminal: The form it understands.
  ///   - width: The most pixels across; a narrower picture keeps its width.
  /// - Returns: The escape sequences.
  /// - Throws: An error of the imaging library's when memory is short.
  public func escapes(for terminal: TerminalGraphics, width: Int) throws -> String {
    let scale = min(1, Double(width) / Double(raster.size.width))
    let small = try raster.resized(to: raster.size.scaled(by: scale))
    switch terminal {
    case .kitty: return Self.kitty(try small.png())
    case .sixel: return SixelPicture(size: small.size, rgb: try small.rgb()).escapes
    }
  }

  /// A PNG for kitty's graphics protocol: transmit and show, in pieces of at most 4,096 letters.
  ///
  /// Source: "Terminal graphics protocol", sw.kovidgoyal.net/kitty/graphics-protocol.
  private static func kitty(_ png: [UInt8]) -> String {
    let letters = Array(Data(png).base64EncodedString().utf8)
    var text = ""
    for start in stride(from: 0, to: letters.count, by: 4096) {
      let end = min(letters.count, start + 4096)
      let first = start == 0 ? "a=T,f=100," : ""
      let piece = String(decoding: letters[start..<end], as: UTF8.self)
      text += "\u{1B}_G\(first)m=\(end < letters.count ? 1 : 0);\(piece)\u{1B}\\"
    }
    return text + "\n"
  }
}

/// A form in which a terminal takes pictures.
public enum TerminalGraphics: Hashable, Sendable {
  /// Kitty's graphics protocol.
  case kitty
  /// DEC's sixels.
  case sixel

  /// What a terminal says in its environment that it understands; `nil` when it says nothing.
  ///
  /// Terminals are known by the variables they set; none is asked, because an answer that does not come
  /// would have to be waited for (decision 0706). Screen multiplexers pass neither form on unless set
  /// up to.
  public init?(environment: [String: String]) {
    let (term, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
    if environment["TMUX"] != nil || term.hasPrefix("screen") || term == "dumb" { return nil }
    let isKitty =
      term == "xterm-kitty" || term == "xterm-ghostty" || environment["KITTY_WINDOW_ID"] != nil
      || ["ghostty", "WezTerm"].contains(program) || environment["KONSOLE_VERSION"] != nil
    if isKitty {
      self = .kitty
    } else if term.hasPrefix("foot") || term.hasPrefix("mlterm") || term.contains("sixel")
      || ["iTerm.app", "mintty", "contour"].contains(program)
    {
      self = .sixel
    } else {
      return nil
    }
  }
}
