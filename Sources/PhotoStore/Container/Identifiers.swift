/// The SHA-256 of a file's bytes.
public struct ContentDigest: Hashable, Sendable, LosslessStringConvertible {
  /// The digest as 64 lower-case hexadecimal digits.
  public let description: String

  /// Reads 64 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    guard isHexadecimal(text, count: 64) else { return nil }
    description = text
  }
}

/// A photo's name: the first 16 hexadecimal digits of the SHA-256 of its bytes.
///
/// Two different photos of a million share a name with a chance below 3·10⁻⁸ (n² ÷ 2⁶⁵).
public struct PhotoID: Hashable, Sendable, LosslessStringConvertible {
  private let number: UInt64

  /// Reads 16 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    guard isHexadecimal(text, count: 16), let number = UInt64(text, radix: 16) else { return nil }
    self.number = number
  }

  /// Makes the name of the photo with a digest.
  public init(_ digest: ContentDigest) {
    number = digest.description.utf8.prefix(16).reduce(0) { $0 << 4 | UInt64(digitValue($1)) }
  }

  /// The 16 lower-case hexadecimal digits.
  public var description: String { hexadecimal(number, count: 16) }
}

/// A recipe's name: the first 8 hexadecimal digits of the SHA-256 of its canonical JSON.
public struct RecipeID: Hashable, Sendable, LosslessStringConvertible {
  private let number: UInt32

  /// Reads 8 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    guard isHexadecimal(text, count: 8), let number = UInt32(text, radix: 16) else { return nil }
    self.number = number
  }

  /// Makes the name of the recipe whose canonical JSON has a digest.
  public init(_ digest: ContentDigest) {
    number = digest.description.utf8.prefix(8).reduce(0) { $0 << 4 | UInt32(digitValue($1)) }
  }

  /// The 8 lower-case hexadecimal digits.
  public var description: String { hexadecimal(number, count: 8) }
}

/// What tells one manual render of a photo from the next: the first 8 hexadecimal digits of the
/// SHA-256 of its bytes.
public struct RenderTag: Hashable, Sendable, LosslessStringConvertible {
  private let number: UInt32

  /// Reads 8 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    guard isHexadecimal(text, count: 8), let number = UInt32(text, radix: 16) else { return nil }
    self.number = number
  }

  /// Makes the tag of the render whose bytes have a digest.
  public init(_ digest: ContentDigest) {
    number = digest.description.utf8.prefix(8).reduce(0) { $0 << 4 | UInt32(digitValue($1)) }
  }

  /// The 8 lower-case hexadecimal digits.
  public var description: String { hexadecimal(number, count: 8) }
}

extension PhotoID: Comparable {
  /// Whether one name sorts before another, as numbers and as texts alike.
  public static func < (left: PhotoID, right: PhotoID) -> Bool { left.number < right.number }
}

extension RecipeID: Comparable {
  /// Whether one name sorts before another, as numbers and as texts alike.
  public static func < (left: RecipeID, right: RecipeID) -> Bool { left.number < right.number }
}

extension RecordID: Comparable {
  /// Whether one record's file name sorts before another's.
  public static func < (left: RecordID, right: RecordID) -> Bool {
    (left.photo, left.recipe) < (right.photo, right.recipe)
  }
}

/// What a prepared photo is known by: the photo and the recipe it was prepared with.
public struct RecordID: Hashable, Sendable, CustomStringConvertible {
  /// The photo.
  public let photo: PhotoID
  /// The recipe.
  public let recipe: RecipeID

  /// Makes the name of one photo's preparation.
  public init(photo: PhotoID, recipe: RecipeID) {
    self.photo = photo
    self.recipe = recipe
  }

  /// The name as it stands in file names, `<photo>-<recipe>`.
  public var description: String { "\(photo)-\(recipe)" }

  /// The name of the record's file in the folder of records.
  public var fileName: String { "\(description).json" }

  /// Reads the name of a record's file; `nil` when it is not one.
  public init?(fileName: String) {
    guard fileName.hasSuffix(".json") else { return nil }
    self.init(stem: fileName.dropLast(5))
  }

  /// Reads `<photo>-<recipe>`.
  init?(stem: Substring) {
    let parts = stem.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let photo = PhotoID(String(parts[0])),
      let recipe = RecipeID(String(parts[1]))
    else { return nil }
    self.init(photo: photo, recipe: recipe)
  }
}

private func isHexadecimal(_ text: String, count: Int) -> Bool {
  text.utf8.count == count
    && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
}

/// The value of a lower-case hexadecimal digit.
private func digitValue(_ digit: UInt8) -> UInt8 { digit < 0x61 ? digit - 0x30 : digit - 0x57 }

private func hexadecimal(_ number: some BinaryInteger, count: Int) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: count - digits.utf8.count) + digits
}
