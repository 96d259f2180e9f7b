/// The SHA-256 of a file's bytes.
public struct ContentDigest: Hashable, Sendable, LosslessStringConvertible {
  /// The digest as 64 lower-case hexadecimal digits.
  public let description: String

  /// Reads 64 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ digitValue($0) != nil }) else { return nil }
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
    self.init(digits: text.utf8)
  }

  /// Makes the name of the photo with a digest.
  public init(_ digest: ContentDigest) {
    number = digest.description.utf8.prefix(16).reduce(0) { $0 << 4 | UInt64(digitValue($1) ?? 0) }
  }

  /// Reads 16 lower-case hexadecimal digits.
  init?(digits: some Collection<UInt8>) {
    guard digits.count == 16, let number = hexadecimalNumber(digits) else { return nil }
    self.number = number
  }

  /// The 16 lower-case hexadecimal digits.
  public var description: String { hexadecimal(number, count: 16) }
}

/// A recipe's name: the first 8 hexadecimal digits of the SHA-256 of its canonical JSON.
public struct RecipeID: Hashable, Sendable, LosslessStringConvertible {
  private let number: UInt32

  /// Reads 8 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    self.init(digits: text.utf8)
  }

  /// Makes the name of the recipe whose canonical JSON has a digest.
  public init(_ digest: ContentDigest) {
    number = digest.description.utf8.prefix(8).reduce(0) { $0 << 4 | UInt32(digitValue($1) ?? 0) }
  }

  /// Reads 8 lower-case hexadecimal digits.
  init?(digits: some Collection<UInt8>) {
    guard digits.count == 8, let number = hexadecimalNumber(digits) else { return nil }
    self.number = UInt32(number)
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
    self.init(digits: text.utf8)
  }

  /// Makes the tag of the render whose bytes have a digest.
  public init(_ digest: ContentDigest) {
    number = digest.description.utf8.prefix(8).reduce(0) { $0 << 4 | UInt32(digitValue($1) ?? 0) }
  }

  /// Reads 8 lower-case hexadecimal digits.
  init?(digits: some Collection<UInt8>) {
    guard digits.count == 8, let number = hexadecimalNumber(digits) else { return nil }
    self.number = UInt32(number)
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

  /// The number of bytes of `<photo>-<recipe>`.
  static let textLength = 16 + 1 + 8

  /// Reads the name of a record's file; `nil` when it is not one.
  public init?(fileName: String) {
    let bytes = fileName.utf8
    guard bytes.count == Self.textLength + 5, fileName.hasSuffix(".json") else { return nil }
    self.init(text: bytes.dropLast(5))
  }

  /// Reads `<photo>-<recipe>`.
  package init?(text: some BidirectionalCollection<UInt8>) {
    guard text.count == Self.textLength, text.dropFirst(16).first == UInt8(ascii: "-"),
      let photo = PhotoID(digits: text.prefix(16)), let recipe = RecipeID(digits: text.suffix(8))
    else { return nil }
    self.init(photo: photo, recipe: recipe)
  }
}

/// The number that at most 16 lower-case hexadecimal digits stand for; `nil` for anything else.
private func hexadecimalNumber(_ digits: some Collection<UInt8>) -> UInt64? {
  var number: UInt64 = 0
  for digit in digits {
    guard let value = digitValue(digit) else { return nil }
    number = number << 4 | UInt64(value)
  }
  return number
}

/// The value of a lower-case hexadecimal digit; `nil` for anything else.
private func digitValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case 0x30...0x39: digit - 0x30
  case 0x61...0x66: digit - 0x57
  default: nil
  }
}

/// The lower-case hexadecimal digits of a number, with zeros in front up to `count`.
private func hexadecimal(_ number: some FixedWidthInteger, count: Int) -> String {
  String(unsafeUninitializedCapacity: count) { digits in
    var rest = number
    for place in digits.indices.prefix(count).reversed() {
      let value = UInt8(truncatingIfNeeded: rest & 0xF)
      digits[place] = value < 10 ? value + 0x30 : value + 0x57
      rest >>= 4
    }
    return count
  }
}
