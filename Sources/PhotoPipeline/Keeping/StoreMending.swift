internal import Imaging
internal import PhotoCatalog
internal import PhotoGeometry
internal import PhotoStore
public import SystemPackage

/// Mending a store, making its catalog anew, and keeping files.
public enum StoreMending {
  /// Checks a store and mends what can be mended without loss.
  ///
  /// - Parameters:
  ///   - path: The container.
  ///   - readingData: Whether to read every file and compare its digest.
  ///   - designFolders: Folders of designs beside the store's own.
  ///   - wait: Who keeps the store from being mended, and whether to go on.
  ///   - finding: Takes what the check finds.
  ///   - report: Takes what becomes of each damaged file.
  /// - Returns: What was done and what a second check finds.
  /// - Throws: A `StoreError`, with the code `interrupted` after giving up; what the closures throw.
  public static func repair(
    _ path: FilePath, readingData: Bool, designFolders: [FilePath] = [], wait: StoreWait,
    onFinding finding: (StoreFinding) throws -> Void, _ report: (MendingEvent) throws -> Void
  ) throws -> MendingSummary {
    try StoreKeeping.alone(path, wait) { store in
      let summary = try store.repair(
        readData: readingData, designFolders: designFolders, with: MasterRenders(),
        while: wait.isWanted
      ) {
        try finding(StoreFinding($0))
      } _: {
        try report(MendingEvent($0))
      }
      return MendingSummary(summary)
    }
  }

  /// Makes a store's catalog anew from its records.
  ///
  /// - Parameters:
  ///   - path: The container.
  ///   - wait: Who keeps the catalog from being made anew, and whether to go on.
  /// - Returns: How the new catalog compares with the old one.
  /// - Throws: A `StoreError`, with the code `interrupted` after giving up.
  public static func rebuild(_ path: FilePath, wait: StoreWait) throws -> CatalogComparison {
    try StoreKeeping.alone(path, wait) {
      CatalogComparison(try $0.rebuildCatalog(while: wait.isWanted))
    }
  }

  /// Keeps files, or lets go of them.
  ///
  /// - Parameters:
  ///   - names: Names of files or photos.
  ///   - path: The container.
  ///   - isKept: Whether to keep them.
  /// - Returns: The files that are kept, or not any more.
  /// - Throws: A `StoreError`.
  public static func pin(_ names: [String], in path: FilePath, isKept: Bool) throws -> [String] {
    try StoreKeeping.writing(path) { isKept ? try $0.pin(names) : try $0.unpin(names) }
  }

  /// Lists the files that are kept.
  public static func pins(in path: FilePath) throws -> [String] {
    try StoreKeeping.reading(path) { try $0.pins() }
  }
}

/// Makes renders from masters with the steps that made them from the photos.
private struct MasterRenders: RenderMaking {
  func render(
    _ family: RenderFamily, of record: PhotoRecord, from master: [UInt8]
  ) throws -> RemadeRender {
    let recipe = record.preparation.recipe
    let name = record.preparation.master.name.description
    // A master is opaque, so what would show through never does.
    let raster = try PhotoSource(bytes: master, name: name, limits: .standard)
      .decode(atLeast: 1, background: .black)
    let jpeg =
      try raster
      .cropped(to: record.preparation.crops[family].rect, resizedTo: recipe.frames[family])
      .jpeg(recipe.policy(for: family))
    return RemadeRender(bytes: jpeg.bytes, quality: jpeg.quality)
  }
}
