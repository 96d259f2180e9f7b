import PhotoStore
import SystemFiles
import SystemPackage

/// The names of records in a folder, in their order; other files are skipped.
struct RecordNames {
  private var names: FolderNames

  /// Starts at the first record.
  ///
  /// - Throws: The codes of file calls when the folder cannot be read.
  init(_ folder: FilePath, _ fileSystem: any FileSystem) throws {
    names = try FolderNames(in: folder, fileSystem)
  }

  /// Returns the next record's name, or `nil` at the end.
  ///
  /// - Throws: The codes of file calls when the folder can no longer be read.
  mutating func next() throws -> RecordID? {
    while let name = try names.next() {
      if let id = RecordID(fileName: name.string) { return id }
    }
    return nil
  }
}
