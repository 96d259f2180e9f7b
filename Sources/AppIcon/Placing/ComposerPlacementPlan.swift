import Foundation
import SystemFiles

/// Everything that placing an Icon Composer document will write, decided before anything is written.
public struct ComposerPlacementPlan: Sendable {
  let source: String
  let place: String
  let copies: Bool
  let replacesDocument: Bool
  let file: String
  /// Its content when the changes were planned.
  let oldText: String
  /// Its new content; `nil` if it stays as it is.
  let text: String?
  /// The folder for backups of files that are written again; `nil` if there are none.
  let backup: String?
  let steps: [String]
  let notes: [String]

  /// The steps, one a line, for `--dry-run` and for the report afterwards.
  public var lines: [String] {
    let done = steps.isEmpty ? ["nothing to do: \(place) is the icon"] : steps
    let copies = backup.map { ["back up the files to rewrite to \($0)"] } ?? []
    return (copies + done + notes.map { "note: \($0)" }).map(\.lineText)
  }

  /// Writes the document and then the project, each in one step.
  ///
  /// An interrupted run leaves the project as it was; the next run completes the work.
  ///
  /// - Throws: `PhotoprepError` with code `cannot-write` and the system's reason, also where another program has
  ///   changed the project since it was read; or with a file code.
  public func execute() throws {
    if let backup { try FolderCopy.backUp(to: backup, copyOld) }
    if copies { try copyDocument() }
    guard let text else { return }
    guard try BoundedFile.read(file, limit: IconProject.sizeLimit) == Data(oldText.utf8) else {
      throw PhotoprepError.changedMeanwhile(file)
    }
    let mode = try BoundedFile.status(of: file).st_mode
    DraftFile.removeAbandoned(in: Folder(file).parent)
    try DraftFile.replace(file, with: text)
    try? FileManager.default.setAttributes(
      [.posixPermissions: Int(mode & 0o7777)], ofItemAtPath: file)
  }

  private func copyDocument() throws {
    let exchange = try SetExchange(for: place)
    for name in try Folder(source).names() where name != ".DS_Store" {
      try exchange.contents.copy(name, from: source)
    }
    try exchange.finish(replacing: replacesDocument)
  }

  private func copyOld(to backup: FolderCopy) throws {
    if text != nil { try backup.copy(Folder(file).name, from: Folder(file).parent) }
    if copies, replacesDocument { try backup.copy(Folder(place).name, from: Folder(place).parent) }
  }
}
