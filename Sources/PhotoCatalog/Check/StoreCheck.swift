public import PhotoGeometry
public import SystemPackage

/// Compares the records, files and catalog of a store, and reports every difference.
///
/// Nothing is changed, and other processes may go on writing: their unfinished work shows as notes at most.
public struct StoreCheck {
  let store: Store
  let readData: Bool
  let designFolders: [FilePath]
  let screen: WidgetScreen?
  let generation: CropGeneration?

  /// Makes a check of an open store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - readData: Whether to read every file of a record, and every image that came in with a package, whole and
  ///     compare its SHA-256. Otherwise files are compared by size and by the dimensions in their headers.
  ///   - designFolders: Folders of designs beside the store's own.
  ///   - screen: The screen whose archive limits every render must keep, if any.
  ///   - generation: The rules that choose crops today; `nil` to skip that check.
  public init(
    of store: Store, readData: Bool, designFolders: [FilePath] = [], screen: WidgetScreen? = nil,
    generation: CropGeneration? = nil
  ) {
    (self.store, self.readData, self.designFolders) = (store, readData, designFolders)
    (self.screen, self.generation) = (screen, generation)
  }

  /// Checks the store.
  ///
  /// - Parameter report: Called with each finding as it is made.
  /// - Returns: What was looked at and how much was found.
  /// - Throws: The codes of file calls when a folder of the store cannot be read; whatever `report`
  ///   throws.
  public func run(onFinding report: (Finding) throws -> Void) throws -> CheckSummary {
    try runKeepingDamages(report).summary
  }

  /// Checks the store, and also returns the damage that can be repaired; `keepGoing` is called before each record and
  /// image.
  func runKeepingDamages(
    while keepGoing: @escaping () -> Bool = { true }, _ report: (Finding) throws -> Void
  ) throws -> (summary: CheckSummary, damages: DamageList) {
    try withoutActuallyEscaping(report) { report in
      var pass = try CheckPass(self, while: keepGoing, report)
      try pass.run()
      return (pass.summary, pass.damages)
    }
  }
}
