internal import Foundation
internal import Imaging
internal import PhotoGeometry
internal import PhotoStore

/// The request to read a PNG of an icon.
struct PNGRequest: WorkerRequest {
  static let name = "png"

  /// What is wanted of it.
  enum Wish: String {
    case pixels
    case pixelsInSRGB
    case verification
    /// What an iCCP chunk holds; the data is the chunk's.
    case profile
  }

  /// What came of it.
  enum Answer: Hashable, Sendable {
    case pixels(PNGPixels)
    case verified
    case profile(PNGProfile?)
    case refused(PNGRefusal)
  }

  let wish: Wish
  let data: [UInt8]
  /// The picture's size by our own walk over its chunks; `nil` for a profile.
  let size: PixelSize?

  /// Four bytes a pixel, or a sentence.
  var answerLimit: Int { (64 << 10) + 4 * (wantsPixels ? size?.area ?? 0 : 0) }

  private var wantsPixels: Bool { wish == .pixels || wish == .pixelsInSRGB }

  var parts: [[UInt8]] { [Array(wish.rawValue.utf8), data] }

  init(_ wish: Wish, _ data: [UInt8], size: PixelSize? = nil) {
    self.wish = wish
    self.data = data
    self.size = size
  }

  init?(parts: [[UInt8]]) {
    guard parts.count == 2, let wish = Wish(rawValue: String(decoding: parts[0], as: UTF8.self))
    else { return nil }
    self.init(wish, parts[1])
  }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws(PhotoprepError) -> Answer {
    let (reader, data) = (LocalPNGReader(), Data(data))
    do throws(PNGRefusal) {
      switch wish {
      case .pixels: return .pixels(try reader.pixels(of: data, structure: PNGStructure(data)))
      case .pixelsInSRGB:
        return .pixels(try reader.pixelsInSRGB(of: data, structure: PNGStructure(data)))
      case .verification:
        try reader.verify(data, structure: PNGStructure(data))
        return .verified
      case .profile: return .profile(reader.profile(inChunk: data))
      }
    } catch {
      return .refused(error)
    }
  }
}

extension PNGRequest {
  static func pack(_ product: Answer) -> PackedProduct {
    switch product {
    case .pixels(let pixels):
      PackedProduct(values: .object(["pixels": pixels.size.sides]), files: [pixels.bytes])
    case .verified: PackedProduct(values: .object(["verified": .bool(true)]), files: [])
    case .profile(let profile):
      PackedProduct(values: .object(["profile": profile?.json ?? .null]), files: [])
    case .refused(.memory): PackedProduct(values: .object(["memory": .bool(true)]), files: [])
    case .refused(.decoder(let words)):
      PackedProduct(values: .object(["words": .string(words)]), files: [])
    case .refused(let refusal):
      PackedProduct(values: .object(["words": .string(refusal.description)]), files: [])
    }
  }

  /// The most bytes of libpng's words: its own message buffer has fewer.
  private static let wordsLimit = 1024

  func unpack(_ packed: PackedProduct) -> Answer? {
    guard let values = packed.values.object, values.count == 1 else { return nil }
    if let words = values["words"]?.string, packed.files.isEmpty, wish != .profile {
      return words.utf8.count > Self.wordsLimit ? nil : .refused(.decoder(words.displayText))
    }
    if values["memory"] == .bool(true), packed.files.isEmpty, wish != .profile {
      return .refused(.memory(limit: PNGDecoder.memoryLimit))
    }
    switch wish {
    case .pixels, .pixelsInSRGB:
      guard let size, values["pixels"] == size.sides, packed.files.count == 1,
        packed.files[0].count == 4 * size.area
      else { return nil }
      return .pixels(PNGPixels(size: size, bytes: packed.files[0]))
    case .verification:
      return values["verified"] == .bool(true) && packed.files.isEmpty ? .verified : nil
    case .profile:
      guard let profile = values["profile"], packed.files.isEmpty else { return nil }
      if profile == .null { return .profile(nil) }
      return PNGProfile(json: profile).map { .profile($0) }
    }
  }
}

extension PNGProfile {
  private static let known: [(profile: PNGProfile, name: String)] = [
    (.sRGB, "srgb"), (.displayP3, "display-p3"), (.grey, "grey"),
  ]

  /// A name, or a list with the letters of the colour space.
  fileprivate var json: JSONValue {
    if case .other(let space) = self { return .array([.string(space)]) }
    return Self.known.first { $0.profile == self }.map { .string($0.name) } ?? .null
  }

  /// The most bytes of the four letters; each that is none is the three of U+FFFD.
  private static let spaceLimit = 12

  fileprivate init?(json: JSONValue) {
    if let space = json.array?.first?.string, json.array?.count == 1,
      space.utf8.count <= Self.spaceLimit
    {
      self = .other(space: space.displayText)
    } else if let found = Self.known.first(where: { json == .string($0.name) }) {
      self = found.profile
    } else {
      return nil
    }
  }
}
