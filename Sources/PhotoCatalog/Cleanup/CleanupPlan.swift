import SystemPackage

/// What a cleanup would do, before it does it.
public struct CleanupPlan {
  /// How much there is to do.
  public internal(set) var summary: CleanupSummary

  let options: CleanupOptions
  /// Every file that nothing names: records first.
  let files: [PlannedFile]
  let trash: TrashList
  /// What the documents were when the plan was made.
  let documents: DocumentsDigest
  let paths: StorePaths

  /// Visits everything there is to do, and every file that stays although nothing names it.
  ///
  /// - Parameter report: Called with each.
  /// - Throws: What `report` throws.
  public func forEachEvent(_ report: (CleanupEvent) throws -> Void) rethrows {
    try trash.forEach(.needed) { file, size in
      try report(CleanupEvent(.needed, file.place(in: paths), size, .referenced))
    }
    try trash.forEach(.expired) { file, size in
      let place = paths.trash.appending(file.trashName)
      try report(CleanupEvent(.expired, place, size, .expired))
    }
    for file in files {
      try report(file.event(file.goes ? .orphan : .kept, paths))
    }
  }
}

struct PlannedFile {
  let origin: TrashedFile.Origin
  let name: String
  let size: Int
  let modified: Int64
  /// Why it goes to the trash, or stays.
  let reason: CleanupEvent.Reason

  /// Whether it goes to the trash.
  var goes: Bool { reason == .unreferenced || reason == .asked }

  func event(
    _ kind: CleanupEvent.Kind, _ paths: StorePaths, _ reason: CleanupEvent.Reason? = nil
  ) -> CleanupEvent {
    let place = TrashedFile(origin, name, at: 0).place(in: paths)
    return CleanupEvent(kind, place, size, reason ?? self.reason)
  }
}
