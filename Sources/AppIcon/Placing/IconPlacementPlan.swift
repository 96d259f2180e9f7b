import Foundation
import PhotoStore
import SystemFiles
import SystemPackage

/// Everything a placing will write, decided before anything is written.
public struct IconPlacementPlan: Sendable {
  /// The catalog's folder.
  public let catalog: String
  /// The set's folder, which may lie in a group of the catalog.
  public let setPath: String
  /// Whether there is a set there now.
  public let replacesSet: Bool
  let pictures: [PlacedPicture]
  let kept: KeptEntries?
  /// Whether the catalog has no `Contents.json` of its own yet.
  let writesRoot: Bool

  /// What will happen, one line a step, for `--dry-run` and for the report afterwards.
  public var lines: [String] {
    let root = writesRoot ? ["write \(catalog)/Contents.json"] : []
    let keptLines = (kept?.files ?? []).map { "keep \(setPath)/\($0)" }
    let dropped = kept?.dropped ?? []
    let verb = replacesSet ? "replace" : "write"
    return root + ["\(verb) \(setPath)"] + pictures.map { "write \(setPath)/" + $0.line }
      + keptLines
      + dropped
  }

  /// Writes the set beside its place, syncs it, and puts it there in one step.
  ///
  /// At every moment the set's folder is whole: the old one or the new one. What an interrupted run
  /// leaves is a hidden folder in the catalog, which the next run removes.
  ///
  /// - Throws: ``AppIconError`` with code `cannot-write` and the system's reason; with a file code when
  ///   something that stays cannot be read.
  public func execute() throws(AppIconError) {
    try written { () throws(SystemError) in
      try DiskFileSystem().createDirectories(at: FilePath(catalog))
    }
    if writesRoot { try writeRoot() }
    let exchange = try SetExchange(for: setPath)
    for picture in pictures { try exchange.write(picture.fileName, picture.prepared.data) }
    for file in kept?.files ?? [] { try exchange.copy(file, from: kept?.path ?? setPath) }
    try exchange.write("Contents.json", Data(contents.xcodeText.utf8))
    try exchange.finish(replacing: replacesSet)
  }

  private func writeRoot() throws(AppIconError) {
    let root = JSONValue.object(["info": Self.info])
    let folder = FilePath(catalog)
    let draft = folder.appending(".Contents.json.new-\(getpid())")
    let files = DiskFileSystem()
    try written { () throws(SystemError) in
      try files.removeTree(at: draft)
      try files.createFile(at: draft, bytes: [UInt8](root.xcodeText.utf8))
      try files.rename(draft, to: folder.appending("Contents.json"))
      try files.syncDirectory(at: folder)
    }
  }

  private static let info = JSONValue.object(["author": .string("xcode"), "version": .integer(1)])

  private var contents: JSONValue {
    var members = kept?.members ?? [:]
    members["images"] = .array(pictures.map(\.entry) + (kept?.entries ?? []))
    if members["info"]?["version"]?.integer != 1 { members["info"] = Self.info }
    return .object(members)
  }
}
