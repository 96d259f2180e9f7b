package import SystemPackage

/// A file that a person named, which is written piece by piece beside its place.
///
/// It gets its name when it is kept; otherwise nothing stays behind.
package final class DraftFile {
  /// What the name of an incomplete file ends with; before it are a dot and the run.
  package static let ending = ".photoprep"

  private let path: FilePath
  private let place: FilePath
  private let draft: FilePath
  private var file: OpenFile?
  private var isKept = false

  /// Begins a file; `run` is a text that no other run has, for the name of the incomplete file.
  ///
  /// - Throws: As ``FileSystem/outputPlace(for:)``; the codes of file calls, with the file's path.
  package init(of path: FilePath, run: String) throws(PhotoprepError) {
    self.path = path
    let place = try DiskFileSystem().outputPlace(for: path)
    let draft = place.removingLastComponent().appending(".\(run)\(Self.ending)")
    (self.place, self.draft) = (place, draft)
    file = try attempt(.create, path) {
      try OpenFile(draft, .writeOnly, [.create, .exclusiveCreate])
    }
  }

  deinit { if !isKept { try? DiskFileSystem().removeFile(at: draft) } }

  /// Writes the next piece.
  package func write(_ bytes: [UInt8]) throws(PhotoprepError) {
    try attempt(.create, path) { try file?.write(bytes) }
  }

  /// Moves the file to its place and replaces an existing one.
  ///
  /// - Parameter isLasting: Whether it is synchronised, so that it is complete even after a power failure.
  /// - Throws: The codes of file calls, `no-space` among them.
  package func keep(isLasting: Bool = true) throws(PhotoprepError) {
    if isLasting { try attempt(.create, path) { try file?.sync() } }
    let whole = file.take()
    do { try whole?.close() } catch { throw PhotoprepError(.create, path, error) }
    let disk = DiskFileSystem()
    try disk.rename(draft, to: place)
    isKept = true
    guard isLasting else { return }
    let folder = place.removingLastComponent()
    try disk.syncDirectory(at: folder.isEmpty ? "." : folder)
  }
}
