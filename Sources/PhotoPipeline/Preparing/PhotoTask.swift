internal import PhotoStore
internal import SystemPackage

/// One photo's file and how it is to be prepared.
struct PhotoTask: Sendable {
  /// Where the file is, as it was named.
  let path: FilePath
  /// Prepares with this photo's own recipe, which holds what a person pointed at in it.
  let pipeline: PhotoSteps
  let recipeID: RecipeID

  /// What the photo is called in the store once its bytes are known.
  func id(of photo: PhotoID) -> RecordID { RecordID(photo: photo, recipe: recipeID) }
}
