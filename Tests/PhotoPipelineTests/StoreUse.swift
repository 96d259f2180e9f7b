import PhotoCatalog
import PhotoPipeline
import PhotoStore
import SystemPackage
import Testing

/// What tests of the pipeline do with whole stores.
enum StoreUse {
  /// Makes a store.
  static func create(at path: FilePath) throws { try Store.create(at: path, in: .now) }

  /// Holds a store against its records and reads every file.
  static func check(
    _ path: FilePath, _ report: @escaping (Finding) throws -> Void = { Issue.record("\($0)") }
  ) throws -> CheckSummary {
    try Store.open(at: path, for: .read, in: .now).closing { store in
      try StoreCheck(of: store, readData: true, generation: .today).run(onFinding: report)
    }
  }

  /// Mends a store with the program's own renders.
  static func repair(
    _ path: FilePath, _ report: (RepairEvent) throws -> Void = { _ in }
  ) throws -> RepairSummary {
    try Store.open(at: path, for: .alone, in: .now).closing { store in
      try StoreRepair(of: store, readData: true, with: MasterRenders.render).run(
        onFinding: { _ in }, report)
    }
  }

  /// Says what a cleanup would do.
  static func planCleanup(_ path: FilePath, _ options: CleanupOptions) throws -> [CleanupEvent] {
    try Store.open(at: path, for: .read, in: .now).closing { store in
      var events: [CleanupEvent] = []
      try Cleanup(of: store, options).plan { _ in }.forEachEvent { events.append($0) }
      return events
    }
  }

  /// Cleans a store in which every document can be read.
  static func clean(_ path: FilePath, _ options: CleanupOptions) throws {
    _ = try Store.open(at: path, for: .alone, in: .now).closing { store in
      let plan = try Cleanup(of: store, options).plan { Issue.record("\($0)") }
      return try Cleanup(of: store).carryOut(plan) { _ in }
    }
  }
}
