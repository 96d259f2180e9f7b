internal import PhotoStore
internal import Synchronization

/// The photos of this run that somebody works on and that are not durable yet.
///
/// The same photo under two names is worked on once: whoever comes second finds the claim. With
/// another recipe, because a person pointed at something else in it, it counts as another photo.
final class Claims: Sendable {
  private let photos = Mutex<Set<RecordID>>([])

  /// Claims a photo, and returns whether nobody had.
  func claim(_ photo: RecordID) -> Bool { photos.withLock { $0.insert(photo).inserted } }

  /// Gives a claim up.
  func release(_ photo: RecordID) { photos.withLock { _ = $0.remove(photo) } }

  /// Whether somebody works on a photo.
  func contains(_ photo: RecordID) -> Bool { photos.withLock { $0.contains(photo) } }
}
