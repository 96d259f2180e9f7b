internal import Foundation
internal import PhotoCatalog
internal import PhotoStore
public import SystemPackage

/// Moves designs and photos between stores: what `photoprep store export`, `import` and `merge` do.
public enum StorePackages {
  /// How far an import goes.
  public enum ImportMode: Hashable, Sendable {
    /// Everything is checked, and what may come in comes in.
    case full
    /// Everything is checked and nothing is written.
    case planOnly
  }

  /// Packs designs and albums with every image they name.
  ///
  /// - Parameters:
  ///   - store: The container.
  ///   - selection: What to pack.
  ///   - file: The first package; what does not fit goes into `-2`, `-3` and so on.
  ///   - replacing: Whether files that are there are replaced.
  ///   - report: Takes each package once it is written.
  /// - Throws: A `StoreError` that says what is missing or too large; what `report` throws.
  public static func export(
    from store: FilePath, _ selection: PackageSelection, to file: FilePath, replacing: Bool,
    _ report: (PackageWritten) throws -> Void
  ) throws {
    try Store.open(at: store, for: .read, in: .now).closingAfter { store in
      try store.export(selection.selection, to: file, replacing: replacing) {
        try report(PackageWritten($0))
      }
    }
  }

  /// Brings in packages, each whole or not at all.
  ///
  /// - Parameters:
  ///   - files: Packages, lists of designs, designs, images or albums.
  ///   - store: The container.
  ///   - only: The designs that are wanted, by title, identifier or file name; all when empty.
  ///   - mode: How far to go.
  ///   - isolation: The processes that decode images; `nil` to do it in this process.
  ///   - interruption: Looked at between files.
  ///   - report: Takes each event.
  /// - Returns: How many files came in.
  /// - Throws: A `StoreError` when the store cannot be used; an ``IsolationError`` when no worker can
  ///   be started; what `report` throws.
  public static func importFiles(
    _ files: [FilePath], into store: FilePath, only: [String] = [], mode: ImportMode,
    isolation: IsolationSettings? = nil, interruption: Interruption = Interruption(),
    _ report: (ImportEvent) throws -> Void
  ) throws -> ImportSummary {
    let images = EmbeddedImages(isolation, interruption: interruption)
    defer { images.close() }
    let store = try Store.open(
      at: store, for: mode == .full ? .write : .read, in: .now,
      while: { !interruption.isRequested })
    return try store.closingAfter { store in
      var summary = ImportSummary()
      for file in files {
        guard !interruption.isRequested,
          let events = try events(of: file, in: store, only, mode, images)
        else {
          summary.wasInterrupted = true
          break
        }
        for event in events {
          summary.count(event)
          try report(event)
        }
      }
      summary.isolationGaps = images.isolationGaps
      return summary
    }
  }

  /// What an import of one file did; `nil` when it was interrupted before anything was known.
  private static func events(
    of file: FilePath, in store: Store, _ only: [String], _ mode: ImportMode,
    _ images: EmbeddedImages
  ) throws -> [ImportEvent]? {
    let plan: ImportPlan
    do throws(StoreError) {
      plan = try store.planImport(of: file, only: only, inspect: images.inspect)
    } catch {
      return [.rejected(ImportedFile(file, []), Rejection(file, error))]
    }
    switch images.failure {
    case .unavailable(let reason): throw reason
    case .abandoned: return nil
    case .rejected, nil: break
    }
    let outcome = ImportedFile(file, plan.items)
    let items = plan.items.map { ImportEvent.item(file, PackageItem($0)) }
    if let rejection = plan.rejection {
      return items + [.rejected(outcome, Rejection(file, rejection))]
    }
    if mode == .full { try store.carryOut(plan) }
    return items + [plan.bringsSomething ? .imported(outcome) : .unchanged(outcome)]
  }

  /// Brings in everything from other stores; names mean content, and differences are reported.
  ///
  /// - Parameters:
  ///   - others: The other containers; nothing in them changes.
  ///   - store: The container.
  ///   - interruption: Looked at between photos and documents.
  ///   - report: Takes each event.
  /// - Returns: What was done, over all of them.
  /// - Throws: A `StoreError` when a store cannot be used; what `report` throws.
  public static func merge(
    _ others: [FilePath], into store: FilePath, interruption: Interruption = Interruption(),
    _ report: (StoreMergeEvent) throws -> Void
  ) throws -> StoreMergeSummary {
    let target = try Store.open(
      at: store, for: .write, in: .now, while: { !interruption.isRequested })
    let total = try target.closingAfter { target in
      var total = MergeSummary()
      for path in others where !total.wasInterrupted {
        let summary = try Store.open(at: path, for: .read, in: .now).closingAfter { other in
          try target.merge(other, while: { !interruption.isRequested }) {
            try report(StoreMergeEvent($0, from: path))
          }
        }
        total = total + summary
      }
      return total
    }
    return StoreMergeSummary(total)
  }
}
