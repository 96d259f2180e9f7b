/// The name of a prepared photo: the photo and the recipe it was prepared with.
public struct RecordID: Hashable, Sendable, LosslessStringConvertible {
  /// The photo.
  public let photo: PhotoID
  /// The recipe.
  public let recipe: RecipeID

  /// Makes the name of one photo's preparation.
  public init(photo: PhotoID, recipe: RecipeID) {
    self.photo = photo
    self.recipe = recipe
  }

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

extension RecordID: Comparable {
  /// Whether one record's file name sorts before another's.
  public static func < (left: RecordID, right: RecordID) -> Bool {
    (left.photo, left.recipe) < (right.photo, right.recipe)
  }
}
