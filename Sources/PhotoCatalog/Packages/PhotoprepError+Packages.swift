package import PhotoStore
import SystemPackage

extension PhotoprepError.Code {
  package static let packageTooNew = PhotoprepError.Code("package-too-new")
  package static let emptyPackage = PhotoprepError.Code("empty-package")
  /// A package exceeds the limit of bytes or images.
  package static let packageTooLarge = PhotoprepError.Code("package-too-large")
  /// Two names in a package are equal on some file systems.
  package static let nameTwins = PhotoprepError.Code("name-twins")
  package static let badBase64 = PhotoprepError.Code("bad-base64")
  /// An embedded image is not a JPEG.
  package static let notAJPEG = PhotoprepError.Code("not-a-jpeg")
  /// An embedded image has another size than its document states.
  package static let wrongDimensions = PhotoprepError.Code("wrong-dimensions")
  /// A file's bytes do not have the stated digest.
  package static let digestMismatch = PhotoprepError.Code("digest-mismatch")
  package static let missingImage = PhotoprepError.Code("missing-image")
  package static let missingAlbum = PhotoprepError.Code("missing-album")
  /// A store has another file under a name that is made from content.
  package static let nameTaken = PhotoprepError.Code("name-taken")
  package static let notInPackage = PhotoprepError.Code("not-in-package")
}

extension PhotoprepError {
  static func notAPackage(_ path: String, lacks what: String) -> PhotoprepError {
    PhotoprepError(
      .unreadableDocument, path: path,
      message: "The file is not a package, design or album: it lacks \(what).",
      remedy: "Export it again.")
  }

  static func packageTooNew(_ path: String, version: Int, highest: Int) -> PhotoprepError {
    PhotoprepError(
      .packageTooNew, path: path,
      message: "The package has version \(version); this software knows versions up to \(highest).",
      remedy: "Update photoprep.")
  }

  static func packagedNameInvalid(_ path: String, _ name: String) -> PhotoprepError {
    PhotoprepError(
      .nameInvalid, path: path,
      message:
        "The package holds the name '\(String(name.prefix(60)).displayText)', which no file may have.",
      remedy: "A name has 1 to \(FileNameRule.byteLimit) bytes, no folder, and no dot in front.")
  }

  static func nameTwins(_ path: String, _ name: String, _ twin: String) -> PhotoprepError {
    PhotoprepError(
      .nameTwins, path: path,
      message: "The package holds the names '\(name)' and '\(twin)', which are one file on "
        + "some file systems.",
      remedy: "Give one of them another name.")
  }

  static func tooManyImages(_ path: String, count: Int, limit: Int) -> PhotoprepError {
    PhotoprepError(
      .packageTooLarge, path: path,
      message: "The package has \(count) images; the limit is \(limit).", remedy: fewer)
  }

  static func decodesTooLarge(_ path: String, size: Int, limit: Int) -> PhotoprepError {
    PhotoprepError(
      .packageTooLarge, path: path,
      message: "The images have \(size) bytes when decoded; the limit is \(limit) bytes.",
      remedy: fewer)
  }

  static func packageFileTooLarge(_ path: String, size: Int, limit: Int) -> PhotoprepError {
    PhotoprepError(
      .packageTooLarge, path: path,
      message: "The package has \(size) bytes; the limit is \(limit) bytes.", remedy: fewer)
  }

  private static var fewer: String { "Choose fewer designs at a time." }

  static func missingImage(_ name: String, in document: String) -> PhotoprepError {
    PhotoprepError(
      .missingImage, path: document,
      message: "It names the image '\(name)', which is neither in the package nor in the store.",
      remedy: "Export it again from a store that has the image.")
  }

  static func missingImage(of unit: ExportUnit, _ path: FilePath) -> PhotoprepError {
    let documents = unit.designs.compactMap(\.fileName) + unit.albums.map(\.fileName)
    return PhotoprepError(
      .missingImage, path: path.string,
      message: "There is no such image, and \(documents.joined(separator: " or ")) names it.",
      remedy: "Run 'photoprep store check'.")
  }
}
