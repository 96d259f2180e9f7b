internal import Foundation
internal import PhotoCatalog
internal import PhotoStore
internal import SmartCrop
internal import SystemFiles
public import SystemPackage

/// The cascades that find faces, read once for a run.
///
/// They are OpenCV's, come from Debian's `opencv-data` or Homebrew's `opencv`, and are optional: without them a learned
/// analysis finds heads alone, and one by cues follows what stands out.
public struct SubjectCascades: Sendable {
  /// What says which cascades these are, for a recipe: crops depend on them.
  let identity: String
  private let cascades: [any SubjectDetector]
  /// The files that the detectors were made from; empty for none.
  let files: [[UInt8]]

  /// Why cascades look for no faces, as a sentence with its remedy, or `nil` when they do or nothing should.
  public let missing: String?

  /// Nothing looks for subjects.
  public static let none = SubjectCascades(
    identity: "none", cascades: [], files: [], missing: nil)

  /// Folders that hold `haarcascades`, as Debian and Homebrew lay them out.
  static let systemFolders: [FilePath] = [
    "/usr/share/opencv4", "/usr/share/opencv", "/opt/homebrew/share/opencv4",
    "/usr/local/share/opencv4",
  ]

  /// Reads the cascades of the first folder that has them.
  ///
  /// - Parameter folder: A folder that a person named; then no other is looked at.
  /// - Returns: The detectors, or why there are none.
  /// - Throws: A ``Rejection`` when the named folder lacks a cascade, or a cascade cannot be read.
  public static func find(in folder: FilePath? = nil) throws -> SubjectCascades {
    try find(in: folder, on: DiskFileSystem())
  }

  static func find(
    in folder: FilePath?, on fileSystem: any FileSystem
  ) throws(Rejection) -> SubjectCascades {
    if let folder { return try read(folder, fileSystem) }
    for candidate in systemFolders {
      let finder = candidate.pushing(Self.finder)
      let status = try? fileSystem.status(of: finder, followingLinks: true)
      if status?.kind == .regular { return try read(candidate, fileSystem) }
    }
    return SubjectCascades(
      identity: "heads", cascades: [], files: [],
      missing: """
        No face cascades are installed, so faces are found less surely, and without a learned \
        analysis not at all. Install 'opencv-data' (Debian) or 'opencv' (Homebrew), or name their \
        folder with --cascades.
        """)
  }

  /// Finds faces; the best of OpenCV's cascades on the marked sets.
  private static let finder: FilePath = "haarcascades/haarcascade_frontalface_alt2.xml"

  private static func read(
    _ folder: FilePath, _ fileSystem: any FileSystem
  ) throws(Rejection) -> SubjectCascades {
    let path = place(of: Self.finder, in: folder, fileSystem)
    let file = try bytes(path, fileSystem)
    return SubjectCascades(
      identity: "faces-\(ContentDigest(of: file).description.prefix(8))",
      cascades: [CascadeDetector(try cascade(file, path))], files: [file], missing: nil)
  }

  /// Where a cascade is: in its own folder, or in one folder with all others, as Python's `cv2` has it.
  private static func place(
    of name: FilePath, in folder: FilePath, _ fileSystem: any FileSystem
  ) -> FilePath {
    let nested = folder.pushing(name)
    guard let file = name.lastComponent else { return nested }
    let flat = folder.appending(file)
    let isFlat = (try? fileSystem.status(of: flat, followingLinks: true))?.kind == .regular
    return isFlat ? flat : nested
  }

  private static func bytes(
    _ path: FilePath, _ fileSystem: any FileSystem
  ) throws(Rejection) -> [UInt8] {
    do throws(SystemError) {
      // OpenCV's largest cascade has 1.3 MB.
      return try fileSystem.readFile(at: path, limit: 16 << 20, followingLinks: true).bytes
    } catch {
      throw Rejection(
        path: path, code: error.code.description, message: error.message,
        remedy: "Name a folder that holds OpenCV's 'haarcascades'.")
    }
  }

  private static func cascade(
    _ bytes: [UInt8], _ path: FilePath
  ) throws(Rejection) -> Cascade {
    if let cascade = Cascade(Data(bytes)) { return cascade }
    throw Rejection(
      path: path, code: "cascade-unreadable",
      message: "The file is not a cascade in the format of OpenCV 2.4 and later.",
      remedy: "Use the cascades of the package 'opencv-data'.")
  }
}

extension SubjectCascades {
  /// Returns what looks for subjects beside an analysis with a model, or with none: the cascades, then the model.
  func detectors(beside model: ImportanceModel?) -> [any SubjectDetector] {
    if identity == Self.none.identity { return [] }
    let heads = HeadDetector(model, isAlone: cascades.isEmpty)
    return cascades + (heads.map { [$0] } ?? [])
  }

  /// Makes the detectors of files that were read elsewhere; `nil` when one is no cascade.
  init?(identity: String, files: [[UInt8]]) {
    let cascades = files.compactMap { Cascade(Data($0)) }
    guard cascades.count == files.count else { return nil }
    self.init(
      identity: identity,
      cascades: cascades.map { CascadeDetector($0) },
      files: files, missing: nil)
  }
}
