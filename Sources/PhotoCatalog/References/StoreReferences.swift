package import PhotoStore
import SystemFiles
package import SystemPackage

package struct FileReferences: Hashable, Sendable {
  package let path: FilePath
  package let isThere: Bool
  /// The documents that name it: their places in the container or their whole paths, `pin` for a pin; sorted.
  package let documents: [String]
}

package struct ReferenceSummary: Hashable, Sendable {
  /// Designs, albums, preferences and pins that were visited.
  package internal(set) var documents = 0
  package internal(set) var files = 0
  /// Files that at least one document names.
  package internal(set) var referenced = 0
  /// Files that are there and that no document names.
  package internal(set) var unreferenced = 0
  /// Files that a document names and that are not there.
  package internal(set) var missing = 0
  package internal(set) var references = 0
  package internal(set) var unreadable = 0

  mutating func count(_ file: FileReferences) {
    files += 1
    references += file.documents.count
    if !file.documents.isEmpty { referenced += 1 }
    if !file.isThere { missing += 1 } else if file.documents.isEmpty { unreferenced += 1 }
  }
}

package struct StoreReferences: StoreWork {
  let store: Store
  private let designFolders: [FilePath]

  package init(of store: Store, designFolders: [FilePath] = []) {
    (self.store, self.designFolders) = (store, designFolders)
  }

  /// Lists files and their references, in the order of the files' names; without names, every image this software can
  /// name and every file that a document names.
  ///
  /// `problem` gets every document that cannot be read.
  package func list(
    _ names: [String]?, onProblem problem: @escaping (PhotoprepError) throws -> Void,
    _ report: (FileReferences) throws -> Void
  ) throws -> ReferenceSummary {
    let index = ReferenceIndex()
    var summary = ReferenceSummary()
    var scan = ReferenceScan(store, into: index, problem)
    _ = try scan.run(over: ReferenceRoot.all(of: paths, and: designFolders))
    (summary.documents, summary.unreadable) = (scan.documentCount, scan.problemCount)
    for name in try names ?? allNames(in: index) {
      let file = try references(to: name, in: index)
      summary.count(file)
      try report(file)
    }
    return summary
  }

  /// The files that exist and those that documents name but that do not exist, in the order of names.
  private func allNames(in index: ReferenceIndex) throws -> [String] {
    var names: [String] = []
    try FolderEntries.forEach(in: paths.images, of: fileSystem) { name, status in
      guard status.kind == .regular, ImageFileKind(name.string) != .foreign else { return }
      names.append(name.string)
    }
    let keys = Set(names.map(NamedFile.key))
    names += index.certain.map(\.name).filter { !keys.contains(NamedFile.key($0)) }
    return names.sorted()
  }

  private func references(to name: String, in index: ReferenceIndex) throws -> FileReferences {
    let folder = name.hasSuffix(".json") ? paths.albums : paths.images
    let path = folder.appending(name)
    return FileReferences(
      path: path, isThere: try fileSystem.has(path), documents: index.documents(naming: name))
  }
}
