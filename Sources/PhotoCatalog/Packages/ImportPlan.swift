public import PhotoGeometry
import PhotoStore
public import SystemPackage

/// Decodes an image whole and returns its upright size.
///
/// The catalog decodes nothing itself; the caller says how images are read.
///
/// - Parameters:
///   - bytes: The image's bytes, which begin as a JPEG's.
///   - name: Its name in messages.
/// - Returns: The size in pixels.
/// - Throws: A `PhotoprepError` that says why the image is refused.
public typealias ImageInspection = (_ bytes: [UInt8], _ name: String) throws ->
  PixelSize

/// One design, album or image of a package, and what an import does with it.
public struct ImportItem: Sendable {
  /// What it is.
  public enum Kind: String, Hashable, Sendable {
    /// A design.
    case design
    /// An album.
    case album
    /// An image.
    case image
  }

  /// What an import does with it.
  public enum Outcome: Sendable {
    /// It comes in.
    case new
    /// The store has the same content, under this or another name.
    case present
    /// It comes in under another name, as its own is taken.
    case renamed
    /// No design or album that was chosen names it; it stays out.
    case unused
    /// It may not come in, and so nothing of its package comes in.
    case rejected(PhotoprepError)

    /// The case's name in JSON and lists.
    public var name: String {
      switch self {
      case .new: "new"
      case .present: "present"
      case .renamed: "renamed"
      case .unused: "unused"
      case .rejected: "rejected"
      }
    }
  }

  /// What it is.
  public let kind: Kind
  /// Its name in the package; for a design, the title.
  public let name: String
  /// Its file name in the store afterwards; `nil` when it does not come in.
  public let fileName: String?
  /// What an import does with it.
  public let outcome: Outcome
  /// The number of its bytes.
  public let byteCount: Int
  /// The size of an image that was decoded.
  public let size: PixelSize?
  /// The version of a design or an album that is newer than this software knows; unknown keys are kept.
  public var newerVersion: Int?

  /// Why it may not come in.
  public var rejection: PhotoprepError? {
    if case .rejected(let error) = outcome { error } else { nil }
  }

  /// Whether it is not in the store yet and comes in.
  public var comesIn: Bool {
    switch outcome {
    case .new, .renamed: true
    case .present, .unused, .rejected: false
    }
  }
}

/// The effects of importing one file, which has been read and checked.
public struct ImportPlan: Sendable {
  /// A file to write.
  struct Writing: Sendable {
    let name: String
    let bytes: [UInt8]
  }

  /// The file.
  public let file: FilePath
  /// Everything in it: designs, then albums, then images, each in the order of the package.
  public let items: [ImportItem]
  let images: [Writing]
  let albums: [Writing]
  let designs: [Writing]

  /// Why the file may not come in; `nil` when it may.
  public var rejection: PhotoprepError? { items.lazy.compactMap(\.rejection).last }

  /// Whether it has anything that the store does not have.
  public var bringsSomething: Bool { items.contains(where: \.comesIn) }
}
