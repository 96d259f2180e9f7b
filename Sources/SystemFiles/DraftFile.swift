package import SystemPackage

/// A file that a person named, while it is written piece by piece beside its place.
///
/// It appears under its name when it is kept; otherwise nothing stays behind.
package final class DraftFile {
  private let path: FilePath
  private let place: FilePath
  private let draft: FilePath
  private var file: OpenFile?
  private var isKept = false

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Where the file goes.
  ///   - run: A text that no other run has, for the name of the file while it is not whole.
  /// - Throws: As ``FileSystem/outputPlace(for:)``; the codes of file calls, with the file's path.
  package init(of path: FilePath, run: String) throws(PhotoprepError) {
    self.path = path
    let place = try DiskFileSystem().outputPlace(for: path)
    let draft = place.removingLastComponent().appending(".\(run).photoprep")
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

  /// Puts the file in its place; one that is there is replaced.
  ///
  /// - Parameter isLasting: Whether it is synchronised, so that it is whole after the power failed, too.
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
