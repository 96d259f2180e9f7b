import PhotoStore

extension CheckPass {
  /// Reports every render of a record that exceeds what the screen's widgets accept with a whole timeline.
  mutating func checkArchiveLimits(of record: PhotoRecord) throws {
    guard let screen = check.screen else { return }
    for excess in record.archiveExcesses(on: screen) {
      try found(
        .overArchiveLimit, paths.images.appending(excess.fileName), excess.message,
        remedy: "Prepare the photo with --device '\(screen.identifier)'.")
    }
  }
}
