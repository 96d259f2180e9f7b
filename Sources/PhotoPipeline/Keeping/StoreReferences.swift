internal import PhotoCatalog
public import PhotoStore
public import SystemPackage

/// Who refers to what.
public enum StoreReferences {
  /// Lists files and what names them.
  ///
  /// - Parameters:
  ///   - names: Names of files; `nil` for all.
  ///   - path: The container.
  ///   - designFolders: Folders of designs beside the store's own.
  ///   - problem: Takes every document that cannot be read.
  ///   - report: Takes each file.
  /// - Returns: The counts.
  /// - Throws: A `StoreError`; what the closures throw.
  public static func list(
    _ names: [String]?, in path: FilePath, designFolders: [FilePath],
    onProblem problem: (StoreError) throws -> Void,
    _ report: (StoreReference) throws -> Void
  ) throws -> StoreReferenceSummary {
    try StoreKeeping.reading(path) { store in
      let summary = try store.references(to: names, designFolders: designFolders) {
        try problem($0.error)
      } _: {
        try report(StoreReference($0))
      }
      return StoreReferenceSummary(summary)
    }
  }
}

/// One file and what names it.
public struct StoreReference: Hashable, Sendable {
  private let file: FileReferences

  init(_ file: FileReferences) { self.file = file }
}

extension StoreReference: CustomStringConvertible {
  /// The file on one line, for people: how many documents name it, its name, and which ones.
  public var description: String {
    let name = file.path.lastComponent?.string ?? ""
    let documents = file.documents.isEmpty ? "" : "  " + file.documents.joined(separator: ", ")
    let shown = "\(name)\(documents)".displayText
    return "\(file.documents.count)  \(shown)\(file.isThere ? "" : "  [not there]")"
  }
}

extension StoreReference {
  /// Returns the file as one JSON line.
  public func jsonLine() throws -> String {
    try JSONLine.encode(
      Form(
        name: file.path.lastComponent?.string ?? "", path: file.path.string,
        references: file.documents.count, documents: file.documents, exists: file.isThere))
  }

  private struct Form: Encodable {
    var event = "file"
    let name, path: String
    let references: Int
    let documents: [String]
    let exists: Bool
  }
}

/// How many files and references a store has.
public struct StoreReferenceSummary: Hashable, Sendable {
  private let summary: ReferenceSummary

  init(_ summary: ReferenceSummary) { self.summary = summary }

  /// How many documents cannot be read.
  public var unreadable: Int { summary.unreadable }
}

extension StoreReferenceSummary: CustomStringConvertible {
  /// The summary on one line, for people.
  public var description: String {
    "\(summary.documents) documents name \(summary.referenced) of \(summary.files) files; "
      + "\(summary.unreferenced) are named by none, \(summary.missing) are not there"
  }
}

extension StoreReferenceSummary {
  /// Returns the summary as the last JSON line.
  public func jsonLine() throws -> String {
    try JSONLine.encode(
      Form(
        documents: summary.documents, files: summary.files, references: summary.references,
        referenced: summary.referenced, unreferenced: summary.unreferenced,
        missing: summary.missing, unreadable: summary.unreadable))
  }

  private struct Form: Encodable {
    var event = "summary"
    let documents, files, references, referenced, unreferenced, missing, unreadable: Int
  }
}
