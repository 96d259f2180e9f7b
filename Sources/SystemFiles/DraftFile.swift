package import Foundation
import HostPlatform
package import SystemPackage

/// A file that a person named, which is written piece by piece beside its place.
///
/// It gets its name when it is kept; otherwise nothing stays behind.
package final class DraftFile {
  /// What the name of an incomplete file ends with; before it are a dot and the run.
  package static let ending = ".photoprep"

  private let place: FilePath
  private let draft: FilePath
  /// The file; its errors are about the path that the person named.
  private let file: DiskFile
  private var isKept = false

  /// Begins a file; `run` is a text that no other run has, for the name of the incomplete file.
  package init(of path: FilePath, run: String) throws(PhotoprepError) {
    let place = try DiskFileSystem().outputPlace(for: path)
    let draft = place.removingLastComponent().appending(".\(run)\(Self.ending)")
    (self.place, self.draft) = (place, draft)
    let file = try attempt(.create, path) {
      try draft.withPlatformString {
        try OpenFile.open(AT_FDCWD, $0, .writeOnly, [.create, .exclusiveCreate])
      }
    }
    self.file = DiskFile(path, OpenFile(owning: file))
  }

  deinit { if !isKept { try? DiskFileSystem().removeFile(at: draft) } }

  package func write(_ bytes: [UInt8]) throws(PhotoprepError) { try file.write(bytes) }

  /// Moves the file to its place and replaces an existing one; a lasting one is synchronised, so that it is complete even
  /// after a power failure.
  ///
  /// - Throws: The codes of file calls, `no-space` among them.
  package func keep(isLasting: Bool = true) throws(PhotoprepError) {
    if isLasting { try file.sync() }
    try file.close()
    let disk = DiskFileSystem()
    try disk.rename(draft, to: place)
    isKept = true
    guard isLasting else { return }
    let folder = place.removingLastComponent()
    try disk.syncDirectory(at: folder.isEmpty ? "." : folder)
  }
}

extension FileSystem {
  /// Returns the place for a file that a person named: the path, or the target of its links.
  ///
  /// A file is replaced by renaming another one over it, which would also replace a link, a FIFO or a device.
  ///
  /// - Throws: `not-found` when its folder is not there, `is-a-directory`, `not-a-regular-file`; the
  ///   codes of file calls.
  package func outputPlace(for path: FilePath) throws(PhotoprepError) -> FilePath {
    var place = path
    for _ in 0...linkLimit {
      switch try status(of: place, followingLinks: false)?.kind {
      case .regular: return place
      case .symbolicLink:
        place = place.removingLastComponent().pushing(try destination(ofLink: place))
      case let kind?:
        throw PhotoprepError(
          kind == .directory ? .isADirectory : .notARegularFile, path: path.string,
          message: "The file cannot be written: this is \(kind.phrase).",
          remedy: kind == .directory ? "Name a file in it." : "Name another file.")
      case nil:
        let folder = place.removingLastComponent()
        let parent = try status(of: folder.isEmpty ? "." : folder, followingLinks: true)
        guard parent?.kind == .directory else {
          throw PhotoprepError(
            .notFound, path: path.string,
            message: "The file cannot be written: there is no such folder.",
            remedy: "Make the folder, or name a file in one that is there.")
        }
        return place
      }
    }
    throw PhotoprepError(.create, path, .tooManySymbolicLinkLevels)
  }
}

/// The most symbolic links to follow for one place; as many as Linux follows.
private let linkLimit = 40

extension FileSystem {
  /// Removes incomplete files that runs left in a folder which were killed at least a day ago; what cannot be removed
  /// stays, and harms nothing.
  ///
  /// Their names are the prefix, a UUID and the ending.
  package func removeAbandoned(
    _ prefix: String, _ ending: String = "", in folder: FilePath, now: Date
  ) {
    // Ours: a day, as a file is written in seconds and clocks of shares differ by hours.
    let oldest = now.addingTimeInterval(-86_400).nanoseconds
    for name in (try? list(folder.isEmpty ? "." : folder)) ?? [] {
      let text = name.string
      guard text.hasPrefix(prefix), text.hasSuffix(ending),
        UUID(uuidString: String(text.dropFirst(prefix.count).dropLast(ending.count))) != nil,
        let status = try? status(of: folder.appending(name), followingLinks: false),
        status.kind == .regular, status.modified < oldest
      else { continue }
      try? removeFile(at: folder.appending(name))
    }
  }
}
