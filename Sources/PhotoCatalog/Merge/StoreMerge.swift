package import PhotoStore
import SystemFiles
import SystemPackage

/// Brings everything in a store into another one: photos, the images, albums and designs.
///
/// Names are made from content, so the same name must mean the same content; where it does not, both stores keep what
/// they have, and the difference is reported. Photos are added in batches, each photo whole or not at all; running the
/// merge again continues it.
package struct StoreMerge {
  private let source: Store
  private let target: Store
  private let images: MergedImages

  /// Makes a merge of two open stores; nothing in the source changes.
  package init(from source: Store, into target: Store, images: MergedImages = .copy) {
    (self.source, self.target, self.images) = (source, target, images)
  }

  /// Merges the stores, and returns what was done, added to the summary of earlier merges.
  ///
  /// `keepGoing` is asked between photos and documents; `report` gets everything that came in, and every conflict.
  ///
  /// - Throws: `same-store`.
  package func run(
    after earlier: MergeSummary = MergeSummary(),
    while keepGoing: @escaping () -> Bool = { true },
    onEvent report: @escaping (MergeEvent) throws -> Void
  ) throws -> MergeSummary {
    try target.requireWriting()
    try target.requireOwnFolders()
    let own = try target.fileSystem.status(of: target.path, followingLinks: true)
    let other = try source.fileSystem.status(of: source.path, followingLinks: true)
    if let own, let other, own.isOfSameFile(as: other) {
      throw PhotoprepError(
        .sameStore, path: target.path.string, message: "This is the store itself.",
        remedy: "Name another store.")
    }
    try target.makeStagingFolder()
    var pass = MergePass(from: source, to: target, images: images, while: keepGoing, report: report)
    pass.summary = earlier
    try pass.run()
    return pass.summary
  }
}

extension PhotoprepError.Code {
  package static let sameStore = PhotoprepError.Code("same-store")
  package static let differentContent = PhotoprepError.Code("different-content")
}

extension PhotoprepError {
  /// The error where a name means two things; `albums` is the store of one that is an album's, which can be renamed.
  static func differentContent(
    _ path: FilePath, than other: FilePath, albums: FilePath? = nil
  ) -> PhotoprepError {
    let rename = albums.map { store in
      let words = [path.lastComponent?.string ?? "", "NEW-NAME", "--store", store.string]
      return "Rename one of them, as by 'photoprep album rename "
        + words.map(ShellWord.quoted).joined(separator: " ") + "', and merge again."
    }
    return PhotoprepError(
      .differentContent, path: path.string,
      message: "It differs from '\(other)', which has the same name; both stay as they are.",
      remedy: rename
        ?? "Move one of them out of its store, or rename it if it is no photo, and merge again.")
  }

  static func dependsOnConflict(_ path: FilePath, _ name: String) -> PhotoprepError {
    PhotoprepError(
      .differentContent, path: path.string,
      message: "It names '\(name)', which did not come in with its content.",
      remedy: "Solve that conflict and merge again.")
  }
}

/// One thing that a merge did, or did not do and why.
package enum MergeEvent: Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A prepared photo: a record with its images.
    case photo
    /// An image without a record that a record, a design or an album names.
    case image
    case album
    case design
    /// A pin, which keeps an image whether or not anything names it.
    case pin
  }

  case added(Kind, name: String)
  /// A photo that was there already now has the names from both stores.
  case joined(name: String)
  /// A photo that was there stays as `decoder` decoded it here; `other` decoded it in the other store (decision 0339).
  case kept(name: String, decoder: String, other: String)
  /// A design or an album that is newer than this software knows was added, with every key.
  case newer(Kind, name: String, version: Int)
  /// Something was left out, because it conflicts with this store.
  case conflict(Kind, name: String, PhotoprepError)
}

package enum MergedImages: String, CaseIterable, Sendable {
  /// Reads them, compares them with their records and writes them.
  case copy
  /// Gives the source's files a second name, where the photo is new here and the stores are on one
  /// device, and copies otherwise.
  case link
  /// Leaves them alone: another program copies them, or they stay where many stores share them.
  case leave
}

/// What one or several merges did, in numbers.
package struct MergeSummary: Hashable, Sendable {
  package var photosAdded = 0
  package var photosPresent = 0
  /// Photos that were there already and have more names now.
  package var photosJoined = 0
  /// Photos that were there already, and that another library decoded in the other store; they stay as they are.
  package var photosKept = 0
  /// Images that came in, apart from those of photos, albums and designs.
  package var imagesAdded = 0
  package var albumsAdded = 0
  package var designsAdded = 0
  /// Pins that were set, as in the other store.
  package var pinsAdded = 0
  /// Images, albums and designs that were there already.
  package var othersPresent = 0
  package var conflicts = 0
  /// Images of the other store that nothing there names; they stay where they are.
  package var unreferenced = 0
  /// Whether it was interrupted; running it again goes on.
  package var wasInterrupted = false

  package init() {}
}
