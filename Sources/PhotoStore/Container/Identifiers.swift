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
  /// The 16 lower-case hexadecimal digits.
  public let description: String

  /// Reads 16 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    guard isHexadecimal(text, count: 16) else { return nil }
    description = text
  }

  /// Makes the name of the photo with a digest.
  public init(_ digest: ContentDigest) { description = String(digest.description.prefix(16)) }
}

/// A recipe's name: the first 8 hexadecimal digits of the SHA-256 of its canonical JSON.
public struct RecipeID: Hashable, Sendable, LosslessStringConvertible {
  /// The 8 lower-case hexadecimal digits.
  public let description: String

  /// Reads 8 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    guard isHexadecimal(text, count: 8) else { return nil }
    description = text
  }

  /// Makes the name of the recipe whose canonical JSON has a digest.
  public init(_ digest: ContentDigest) { description = String(digest.description.prefix(8)) }
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
