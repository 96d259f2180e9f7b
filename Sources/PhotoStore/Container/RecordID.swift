/// The name of a prepared photo: the photo and the recipe it was prepared with.
public struct RecordID: Hashable, Sendable, LosslessStringConvertible {
  /// The photo.
  public let photo: PhotoID
  /// The recipe.
  public let recipe: RecipeID

  /// Makes the name of one photo's preparation.
  public init(photo: PhotoID, recipe: RecipeID) { (self.photo, self.recipe) = (photo, recipe) }

  /// The name as in file names, `<photo>-<recipe>`.
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

  /// Reads `<photo>-<recipe>`; `nil` for anything else.
  public init?(_ text: String) { self.init(text: text.utf8) }

  /// Reads `<photo>-<recipe>`.
  package init?(text: some BidirectionalCollection<UInt8>) {
    guard text.count == Self.textLength, text.dropFirst(16).first == UInt8(ascii: "-"),
      let photo = PhotoID(digits: text.prefix(16)), let recipe = RecipeID(digits: text.suffix(8))
    else { return nil }
    self.init(photo: photo, recipe: recipe)
  }
}

extension RecordID {
  /// The prepared photos that a text names at any place, as `<photo>-<recipe>`, or as `<photo>` alone: in the names of
  /// their files, in a link, in JSON, a property list or a database inside the text.
  package static func mentions(in text: String) -> Set<String> {
    guard text.utf8.count >= 16 else { return [] }
    var text = text
    return text.withUTF8 { bytes in
      let found = mentions(in: bytes)
      // UTF-16 has a zero byte beside each digit.
      if !bytes.contains(0) { return found }
      return found.union(bytes.filter { $0 != 0 }.withUnsafeBufferPointer { mentions(in: $0) })
    }
  }

  private static func mentions(in bytes: UnsafeBufferPointer<UInt8>) -> Set<String> {
    var (found, start) = (Set<String>(), 0)
    func lower(_ place: Int) -> UInt8 { bytes[place] | (bytes[place] & 0x40) >> 1 }
    func isDigit(_ place: Int) -> Bool { Hexadecimal.value(lower(place)) != nil }
    while start + 16 <= bytes.count {
      if let gap = (start..<start + 16).last(where: { !isDigit($0) }) {
        start = gap + 1
        continue
      }
      var end = start + 16
      while end < bytes.count, isDigit(end) { end += 1 }
      let name = (end - 16..<min(end - 16 + textLength, bytes.count)).map(lower)
      let photo = String(decoding: name.prefix(16), as: UTF8.self)
      found.insert(RecordID(text: name)?.description ?? photo)
      // Other digits may stand before a name, as behind `%2F`, or after it, as in a photo's digest; in a database, which
      // has nothing between two texts, both, or other names. A longer run is no list of names, but bytes written out.
      let length = end - start
      for place in start..<(length < 128 ? end - 16 : start + 1)
      where length < 32 || (place - start) % 16 == 0 || (end - place) % 16 == 0 {
        found.insert(String(decoding: (place..<place + 16).map(lower), as: UTF8.self))
      }
      start = end + 1
    }
    return found
  }
}

extension RecordID: Comparable {
  /// Whether one record's file name sorts before another's.
  public static func < (left: RecordID, right: RecordID) -> Bool {
    (left.photo, left.recipe) < (right.photo, right.recipe)
  }
}

/// A photo's name: the first 16 hexadecimal digits of the SHA-256 of its bytes.
///
/// Two different photos of a million share a name with a chance below 3·10⁻⁸ (n² ÷ 2⁶⁵).
public struct PhotoID: Hashable, Sendable, LosslessStringConvertible {
  private let number: UInt64

  /// Reads 16 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) { self.init(digits: text.utf8) }

  /// Makes the name of the photo with a digest.
  public init(_ digest: ContentDigest) { number = Hexadecimal.start(of: digest) }

  init?(digits: some Collection<UInt8>) {
    guard let number: UInt64 = Hexadecimal.number(digits) else { return nil }
    self.number = number
  }

  /// The 16 lower-case hexadecimal digits.
  public var description: String { Hexadecimal.digits(of: number) }
}

extension PhotoID: Comparable {
  /// Whether one name sorts before another, as numbers and as texts alike.
  public static func < (left: PhotoID, right: PhotoID) -> Bool { left.number < right.number }
}

/// A recipe's name: the first 8 hexadecimal digits of the SHA-256 of its canonical JSON.
public struct RecipeID: Hashable, Sendable, LosslessStringConvertible {
  private let number: UInt32

  /// Reads 8 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) { self.init(digits: text.utf8) }

  /// Makes the name of the recipe whose canonical JSON has a digest.
  public init(_ digest: ContentDigest) { number = Hexadecimal.start(of: digest) }

  init?(digits: some Collection<UInt8>) {
    guard let number: UInt32 = Hexadecimal.number(digits) else { return nil }
    self.number = number
  }

  /// The 8 lower-case hexadecimal digits.
  public var description: String { Hexadecimal.digits(of: number) }
}

extension RecipeID: Comparable {
  /// Whether one name sorts before another, as numbers and as texts alike.
  public static func < (left: RecipeID, right: RecipeID) -> Bool { left.number < right.number }
}

/// Distinguishes manual renders of a photo: the first 8 hexadecimal digits of the SHA-256 of its bytes.
public struct RenderTag: Hashable, Sendable, LosslessStringConvertible {
  private let number: UInt32

  /// Reads 8 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) { self.init(digits: text.utf8) }

  /// Makes the tag of the render whose bytes have a digest.
  public init(_ digest: ContentDigest) { number = Hexadecimal.start(of: digest) }

  init?(digits: some Collection<UInt8>) {
    guard let number: UInt32 = Hexadecimal.number(digits) else { return nil }
    self.number = number
  }

  /// The 8 lower-case hexadecimal digits.
  public var description: String { Hexadecimal.digits(of: number) }
}

/// The path a photo was given under, as given and as bytes, because a name on Linux need not be text (decision 0006).
public struct SourceName: Hashable, Sendable {
  /// The bytes of the path.
  public let bytes: [UInt8]

  /// Makes a name from its bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a name from text.
  public init(_ text: String) { bytes = Array(text.utf8) }
}

extension SourceName: Comparable, CustomStringConvertible {
  /// Whether one name's bytes come before another's.
  public static func < (left: SourceName, right: SourceName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The name for people; bytes that are not UTF-8 show as U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension SourceName {
  /// The name in a record: a text when the bytes are UTF-8, otherwise `{"hex": "…"}`.
  package var json: JSONValue {
    if let text = String(utf8: bytes) { return .string(text) }
    return .object(["hex": .string(bytes.map(Hexadecimal.digits).joined())])
  }

  /// Reads the name from a record; `nil` when it is in neither form.
  package init?(json: JSONValue) {
    if let text = json.string {
      self.init(text)
      return
    }
    guard let digits = json.object?["hex"]?.string.map({ Array($0.utf8) }), digits.count % 2 == 0
    else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    guard bytes.count * 2 == digits.count else { return nil }
    self.init(bytes: bytes)
  }
}

/// The SHA-256 of a file's bytes.
public struct ContentDigest: Hashable, Sendable, LosslessStringConvertible {
  /// The digest as 64 lower-case hexadecimal digits.
  public let description: String

  /// Reads 64 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ Hexadecimal.value($0) != nil }) else {
      return nil
    }
    description = text
  }
}

/// Lower-case hexadecimal digits, as in names.
package enum Hexadecimal {
  /// The number of exactly as many lower-case digits as it has; `nil` for anything else.
  static func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ digits: some Collection<UInt8>
  ) -> Number? {
    guard digits.count == count(Number.self) else { return nil }
    var number: Number = 0
    for digit in digits {
      guard let value = Self.value(digit) else { return nil }
      number = number << 4 | Number(value)
    }
    return number
  }

  /// The number at the beginning of a digest.
  static func start<Number: FixedWidthInteger & UnsignedInteger>(of digest: ContentDigest) -> Number
  {
    number(digest.description.utf8.prefix(count(Number.self))) ?? 0
  }

  private static func count<Number: FixedWidthInteger>(_ number: Number.Type) -> Int {
    Number.bitWidth / 4
  }

  /// The value of a lower-case hexadecimal digit; `nil` for anything else.
  static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }

  /// All lower-case hexadecimal digits of a number, zeros in front too.
  package static func digits<Number: FixedWidthInteger>(of number: Number) -> String {
    let count = count(Number.self)
    return String(unsafeUninitializedCapacity: count) { digits in
      var rest = number
      for place in digits.indices.prefix(count).reversed() {
        let value = UInt8(truncatingIfNeeded: rest & 0xF)
        digits[place] = value < 10 ? value + 0x30 : value + 0x57
        rest >>= 4
      }
      return count
    }
  }
}
