import PhotoStore
import Foundation
import PhotoGeometry

/// One entry of an icon set's `images`.
struct IconSlot: Hashable, Sendable {
  /// The index in `images`, from 0.
  let index: Int
  let idiom: String?
  let platform: String?
  /// In points, for example `60x60`.
  let size: String?
  /// For example `2x`.
  let scale: String?
  var fileName: String?
  /// The value of the `luminosity` appearance, `nil` for the default one.
  let appearance: String?
  /// Appearances of another kind than luminosity, which icons do not have.
  let foreignAppearances: [String]
  /// The part of a watch face or the watch's size; distinguishes slots of equal size.
  let subtype: String?

  init(index: Int, _ value: JSONValue) {
    self.index = index
    idiom = value["idiom"]?.string
    platform = value["platform"]?.string
    size = value["size"]?.string
    scale = value["scale"]?.string
    // Some tools write an empty name for none.
    fileName = value["filename"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let appearances = value["appearances"]?.array ?? []
    appearance = appearances.first { $0["appearance"]?.string == "luminosity" }?["value"]?.string
    foreignAppearances = appearances.compactMap { $0["appearance"]?.string }
      .filter { $0 != "luminosity" }
    subtype = [value["role"]?.string, value["subtype"]?.string].compactMap { $0 }.joined(
      separator: "/")
  }
}

extension IconSlot {
  /// The factor of ``scale``, 1 if there is none.
  var factor: Double { scale.flatMap { Double($0.dropLast()) } ?? 1 }

  /// Points times scale, when ``size`` can be read.
  var pixelSize: PixelSize? {
    let sides = (size ?? "").split(separator: "x").compactMap { Double($0) }
    guard sides.count == 2 else { return nil }
    let pixels = sides.map { ($0 * factor).rounded() }
    guard pixels.allSatisfy({ (1...16_384).contains($0) }) else { return nil }
    return PixelSize(width: Int(pixels[0]), height: Int(pixels[1]))
  }

  /// Whether this is an entry of the single-size form.
  var isSingleSize: Bool { idiom == "universal" && size == "1024x1024" }

  /// Whether this slot holds the picture that App Store Connect shows, in its default appearance.
  var isStoreIcon: Bool {
    (isSingleSize || idiom == "ios-marketing" || idiom == "watch-marketing") && appearance == nil
  }

  /// The purpose of a picture in this slot, in a set that may be for the store.
  var role: IconRole {
    IconRole(
      platform: rolePlatform,
      appearance: appearance.flatMap(IconRole.Appearance.init(rawValue:)) ?? .any, size: pixelSize,
      isForStore: isStoreIcon || (idiom == "watch" && appearance == nil))
  }

  /// Whether `icon place` fills this slot: the one of iOS for all sizes, in its default appearance.
  var isPlaced: Bool { isSingleSize && appearance == nil && (platform ?? "ios") == "ios" }

  private var rolePlatform: IconRole.Platform {
    switch (idiom, platform) {
    case ("mac", _), (_, "macos"): .macOS
    case ("watch", _), ("watch-marketing", _), (_, "watchos"): .watchOS
    default: .iOS
    }
  }

  /// The systems that take its picture, by Xcode's names; an entry without a platform may be for a watch too.
  var systems: Set<String> {
    switch role.platform {
    case .macOS: ["macosx"]
    case .watchOS: ["watchos"]
    case .iOS: idiom == "universal" && platform == nil ? ["iphoneos", "watchos"] : ["iphoneos"]
    }
  }

  /// The slot's name for people.
  var label: String {
    [idiom ?? "no idiom", platform, size, scale, appearance].compactMap { $0 }.joined(
      separator: " ")
  }

  /// The properties that are equal for two entries of the same slot.
  var identity: [String] {
    [idiom, platform, size, scale ?? "1x", appearance, subtype].map { $0 ?? "" }
  }
}
