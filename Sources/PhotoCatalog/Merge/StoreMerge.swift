public import PhotoStore
import SystemFiles
import SystemPackage

/// Brings everything in a store into another one: photos, the images, albums and designs.
///
/// Names are made from content, so the same name must mean the same content; where it does not, both stores keep what
/// they have, and the difference is reported. Photos are added in batches, each photo whole or not at all; running the
/// merge again continues it.
public struct StoreMerge {
  private let source: Store
  private let target: Store
  private let images: MergedImages

  /// Makes a merge of two open stores.
  ///
  /// - Parameters:
  ///   - source: The store that is read; nothing in it changes.
  ///   - target: The store that is written.
  ///   - images: How images are brought over.
  public init(from source: Store, into target: Store, images: MergedImages = .copy) {
    (self.source, self.target, self.images) = (source, target, images)
  }

  /// Merges the stores.
  ///
  /// - Parameters:
  ///   - earlier: The summary of earlier merges, to which this one is added.
  ///   - keepGoing: Called between photos and documents; `false` stops.
  ///   - report: Called with everything that came in, and every conflict.
  /// - Returns: What was done.
  /// - Throws: `same-store`; `not-open-for-writing`; `catalog`; the codes of file calls on either store; errors of
  ///   `report`.
  public func run(
    after earlier: MergeSummary = MergeSummary(),
    while keepGoing: () -> Bool = { true }, onEvent report: (MergeEvent) throws -> Void
  ) throws -> MergeSummary {
    try target.requireWriting()
    try target.requireOwnFolders()
    let own = try target.fileSystem.status(of: target.path, followingLinks: true)
    let other = try source.fileSystem.status(of: source.path, followingLinks: true)
    if let own, let other, own.isOfSameFile(as: other) {
      throw PhotoprepError.sameStore(target.path)
    }
    try target.makeStagingFolder()
    return try withoutActuallyEscaping(keepGoing) { keepGoing in
      try withoutActuallyEscaping(report) { report in
        var pass = MergePass(
          from: source, to: target, images: images, while: keepGoing, report: report)
        pass.summary = earlier
        try pass.run()
        return pass.summary
      }
    }
  }
}

extension PhotoprepError.Code {
  /// A store was to be merged with itself.
  public static let sameStore = PhotoprepError.Code("same-store")
  /// Two stores have different content under one name.
  public static let differentContent = PhotoprepError.Code("different-content")
}

extension PhotoprepError {
  static func sameStore(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .sameStore, path: path.string, message: "This is the store itself.",
      remedy: "Name another store.")
  }

  static func differentContent(_ path: FilePath, than other: FilePath) -> PhotoprepError {
    PhotoprepError(
      .differentContent, path: path.string,
      message: "It differs from '\(other)', which has the same name; both stay as they are.",
      remedy: "Rename one of them, or move it out of its store, and merge again.")
  }

  static func damagedSource(_ path: FilePath, why: String) -> PhotoprepError {
    PhotoprepError(
      .digestMismatch, path: path.string, message: why,
      remedy: "Run 'photoprep store check --read-data' on that store.")
  }

  static func dependsOnConflict(_ path: FilePath, _ name: String) -> PhotoprepError {
    PhotoprepError(
      .differentContent, path: path.string,
      message: "It names '\(name)', which did not come in with its content.",
      remedy: "Solve that conflict and merge again.")
  }
}
