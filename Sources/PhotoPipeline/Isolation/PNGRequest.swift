internal import Foundation
internal import Imaging
internal import PhotoGeometry
internal import PhotoStore

/// The request to read a PNG of an icon.
struct PNGRequest: WorkerRequest {
  static let name = "png"

  enum Wish: String, Codable {
    case pixels
    case pixelsInSRGB
    case verification
    /// The pixels of an SVG drawing.
    case drawing
    /// The contents of an iCCP chunk; the data is the chunk's.
    case profile
  }

  enum Answer: Codable, Hashable, Sendable {
    /// Four bytes a pixel.
    case pixels(Bytes)
    case verified
    case profile(PNGProfile?)
    /// libvips was built without a library for drawings.
    case noDrawings
    /// Reading it needs more memory than allowed.
    case needsMemory
    /// The message of the library that refused it.
    case refused(String)
  }

  let wish: Wish
  @Bytes var data: [UInt8]
  /// The picture's size from our own walk over its chunks, or a drawing's as the owner computed it; `nil` for a
  /// profile.
  var size: PixelSize?

  init(_ wish: Wish, _ data: [UInt8], size: PixelSize? = nil) {
    (self.wish, self.data, self.size) = (wish, data, size)
  }

  /// Four bytes a pixel, or a sentence.
  var answerLimit: Int { (64 << 10) + 4 * (wantsPixels ? size?.area ?? 0 : 0) }

  /// libpng reads everything except colours of other spaces and drawings.
  var libraries: Set<Decoders.Library> {
    wish == .pixelsInSRGB || wish == .drawing ? [.libvips] : []
  }

  private var wantsPixels: Bool { [.pixels, .pixelsInSRGB, .drawing].contains(wish) }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> Answer {
    let (reader, data) = (LocalPNGReader(), Data(data))
    do throws(PNGRefusal) {
      switch wish {
      case .pixels:
        let pixels = try reader.pixels(of: data, structure: PNGStructure(data))
        return .pixels(Bytes(wrappedValue: pixels.bytes))
      case .pixelsInSRGB:
        let pixels = try reader.pixelsInSRGB(of: data, structure: PNGStructure(data))
        return .pixels(Bytes(wrappedValue: pixels.bytes))
      case .verification:
        try reader.verify(data, structure: PNGStructure(data))
        return .verified
      case .drawing:
        // The answer's limit depends on the size.
        guard let size else { throw PNGRefusal.drawing("no size") }
        return .pixels(
          Bytes(wrappedValue: try reader.pixels(ofDrawing: data, size: size).bytes))
      case .profile: return .profile(reader.profile(inChunk: data))
      }
    } catch {
      return switch error {
      case .memory: .needsMemory
      case .noDrawings: .noDrawings
      case .decoder(let words): .refused(words)
      case .drawing(let words): .refused(String(words.prefix(Self.wordsLimit / 4)))
      default: .refused(error.description)
      }
    }
  }

  /// The most bytes of libpng's words: its own message buffer has fewer.
  private static let wordsLimit = 1024

  func accepts(_ product: Answer) -> Bool {
    switch product {
    case .pixels(let bytes): wantsPixels && bytes.wrappedValue.count == size.map { 4 * $0.area }
    case .verified: wish == .verification
    case .profile: wish == .profile
    case .noDrawings: wish == .drawing
    case .needsMemory: wish != .profile && wish != .drawing
    case .refused(let words): wish != .profile && words.utf8.count <= Self.wordsLimit
    }
  }
}

extension PNGProfile: WorkerText {
  private static let known: [(profile: PNGProfile, name: String)] = [
    (.sRGB, "srgb"), (.displayP3, "display-p3"), (.grey, "grey"),
  ]

  /// The most bytes of the four letters; each byte that is not a letter becomes the three of U+FFFD.
  private static let spaceLimit = 12

  /// A name, or the letters of the colour space after a hyphen.
  var workerText: String {
    if case .other(let space) = self { return "-" + space }
    return Self.known.first { $0.profile == self }?.name ?? ""
  }

  init?(workerText: String) {
    if let found = Self.known.first(where: { $0.name == workerText }) {
      self = found.profile
    } else if workerText.hasPrefix("-"), workerText.utf8.count <= 1 + Self.spaceLimit {
      self = .other(space: String(workerText.dropFirst()).displayText)
    } else {
      return nil
    }
  }
}
