public import PhotoStore
import SystemFiles
import SystemPackage

extension Store {
  /// Brings everything in from another store: photos, the images, albums and designs.
  ///
  /// Names are made from content, so the same name must mean the same content; where it does not,
  /// both stores keep what they have, and the difference is reported. Photos come in by batches,
  /// each whole or not at all; running it again goes on where it stopped.
  ///
  /// - Parameters:
  ///   - other: The other store, open for reading; nothing in it changes.
  ///   - images: How images come over.
  ///   - keepGoing: Asked between photos and documents; `false` stops.
  ///   - report: Called with everything that came in, and every conflict.
  /// - Returns: What was done.
  /// - Throws: `same-store`; `not-open-for-writing`; `catalog`; the codes of file calls on either
  ///   store; what `report` throws.
  public func merge(
    _ other: Store, images: MergedImages = .copy, while keepGoing: () -> Bool = { true },
    onEvent report: (MergeEvent) throws -> Void
  ) throws -> MergeSummary {
    _ = try requireWriting()
    try requireOwnFolders()
    let (own, others) = try filing { () throws(PhotoprepError) in
      (
        try fileSystem.status(of: path, followingLinks: true),
        try other.fileSystem.status(of: other.path, followingLinks: true)
      )
    }
    if let own, own.inode == others?.inode, own.device == others?.device {
      throw PhotoprepError.sameStore(path)
    }
    try makeStagingFolder()
    return try withoutActuallyEscaping(keepGoing) { keepGoing in
      try withoutActuallyEscaping(report) { report in
        var merge = StoreMerge(
          from: other, to: self, images: images, while: keepGoing, report: report)
        try merge.run()
        return merge.summary
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
      remedy: "Remove or rename one of them and merge again.")
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
