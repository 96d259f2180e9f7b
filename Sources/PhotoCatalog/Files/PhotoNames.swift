import PhotoStore

/// A prepared photo as a person names it: `<photo>`, or `<photo>-<recipe>`.
struct PhotoNames {
  private let photo: PhotoID
  private let recipe: RecipeID?

  /// Reads a name; `nil` when it is neither.
  init?(_ name: String) {
    if let photo = PhotoID(name) {
      (self.photo, recipe) = (photo, nil)
    } else if let id = RecordID(fileName: name.documentName) {
      (photo, recipe) = (id.photo, id.recipe)
    } else {
      return nil
    }
  }

  func includes(_ id: RecordID) -> Bool {
    id.photo == photo && (recipe == nil || recipe == id.recipe)
  }

  /// Whether a file belongs to this photo, by its name.
  func names(_ file: String) -> Bool {
    if let record = StoredFileName(file)?.record ?? RecordID(fileName: file) {
      return includes(record)
    }
    let parts = recipe.map { "\(photo)-\($0)" } ?? "\(photo)-"
    return ImageFileKind(file) == .own && file.contains("-manual-\(parts)")
  }
}
