package import Foundation
package import Imaging
internal import PhotoStore
internal import WidgetPreview

/// A folder of a user's own symbols: SVG files, named as in views, such as `cart.fill.svg`.
///
/// Only a symbol's shape is used: it is drawn in the colour of the view, as all symbols are.
public final class SymbolFolder: Sendable {
  /// Draws an SVG with so many pixels on its longer side.
  package typealias Drawing = @Sendable (_ svg: Data, _ side: Int) throws -> PNGPixels

  /// The most pixels of a symbol's side; our choice: larger than any widget's of 440 points at 4 pixels a point.
  static let sideLimit = 2048

  private struct Key: Hashable {
    let name: String
    let side: Int
  }

  private let folder: String
  private let draw: Drawing
  let names: Set<String>
  private let drawn = Locked<[Key: Result<PNGPixels, Fault>]>([:])

  /// Why a symbol is not drawn, as the end of a sentence.
  struct Fault: Error { let words: String }

  /// Lists the SVGs in a folder; folders inside of it are ignored.
  ///
  /// - Throws: ``DrawingError`` when it cannot be read, or has no SVG.
  package init(_ folder: String, drawnBy draw: @escaping Drawing) throws {
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw DrawingError(
        "\(folder.displayText): There is no folder of symbols here that can be read.")
    }
    names = Set(
      files.filter { $0.hasSuffix(".svg") && $0.count > 4 }.map { String($0.dropLast(4)) })
    guard !names.isEmpty else {
      throw DrawingError(
        "\(folder.displayText): There is no symbol here; it takes SVG files such as 'cart.fill.svg'."
      )
    }
    (self.folder, self.draw) = (folder, draw)
  }

  /// A symbol of the folder in pixels; `nil` if the folder has none of this name.
  ///
  /// - Throws: A ``Fault`` when it cannot be drawn.
  func picture(_ name: String, side: Int) throws(Fault) -> PNGPixels? {
    guard names.contains(name) else { return nil }
    let key = Key(name: name, side: side)
    if let known = drawn.withLock({ $0[key] }) { return try known.get() }
    let made = made(key)
    drawn.withLock { $0[key] = made }
    return try made.get()
  }

  private func made(_ key: Key) -> Result<PNGPixels, Fault> {
    let file = URL(filePath: folder).appending(path: "\(key.name).svg")
    do {
      let bytes = try PlainFile.read(file, limit: TemplateLimits.bytes)
      guard bytes.count <= TemplateLimits.bytes else {
        return .failure(Fault(words: "has more than \(TemplateLimits.bytes) bytes"))
      }
      return .success(try draw(bytes, key.side))
    } catch let refusal as PNGRefusal {
      return .failure(Fault(words: "\(refusal)"))
    } catch {
      return .failure(Fault(words: "cannot be read"))
    }
  }
}
