internal import PhotoCatalog
public import PhotoGeometry
internal import PhotoStore
public import SystemPackage

/// What the commands of `photoprep store` do.
public enum StoreKeeping {
  /// Makes a folder into a store; one that is a store already stays as it is.
  ///
  /// - Parameters:
  ///   - path: The container; made with the folders above it when it is not there.
  ///   - images: The name of the folder of images.
  ///   - albums: The name of the folder of albums.
  /// - Throws: A `StoreError` when a name cannot be a folder's, or the store has other folders.
  public static func create(at path: FilePath, images: String, albums: String) throws {
    let layout = try ContainerLayout(images: images, albums: albums, path: path.string)
    try Store.create(at: path, layout: layout, in: .now)
  }

  /// Lists every record, in the order of their names.
  ///
  /// - Parameters:
  ///   - path: The container.
  ///   - report: Takes each entry.
  /// - Returns: How many records cannot be read.
  /// - Throws: A `StoreError` when there is no store or it cannot be listed; what `report` throws.
  public static func list(
    _ path: FilePath, _ report: (StoreEntry) throws -> Void
  ) throws -> Int {
    try reading(path) { store in
      var unreadable = 0
      try store.forEachRecord { id, record in
        switch record {
        case .success(let record): try report(.photo(record))
        case .failure(let error):
          unreadable += 1
          try report(.unreadable(id, error))
        }
      }
      return unreadable
    }
  }

  /// Holds a store against its records.
  ///
  /// - Parameters:
  ///   - path: The container.
  ///   - readingData: Whether to read every file and compare its digest.
  ///   - designFolders: Folders of designs beside the store's own.
  ///   - screen: The screen whose archive limits every render must keep, if any.
  ///   - report: Takes each finding as it is made.
  /// - Returns: What was looked at and how much was found.
  /// - Throws: A `StoreError` when there is no store or it cannot be read; what `report` throws.
  public static func check(
    _ path: FilePath, readingData: Bool, designFolders: [FilePath] = [],
    screen: WidgetScreen? = nil, _ report: (StoreFinding) throws -> Void
  ) throws -> StoreCheckSummary {
    try reading(path) { store in
      let summary = try store.check(
        readData: readingData, designFolders: designFolders, screen: screen,
        generation: .today
      ) {
        try report(StoreFinding($0))
      }
      return StoreCheckSummary(summary)
    }
  }
}
