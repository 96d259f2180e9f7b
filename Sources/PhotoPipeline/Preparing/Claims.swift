internal import PhotoStore

/// The photos of this run that are worked on and not durable yet.
///
/// The same photo under two names is worked on once: the second thread finds the claim, and waits
/// for its end. With another recipe, because a person pointed at something else in it, it counts as
/// another photo.
final class Claims: Sendable {
  private let claims = Locked<[RecordID: Claim]>([:])

  /// Claims a photo's records in one step, and returns for each `nil`, or the claim of the thread that came first.
  func claim(_ records: [RecordID]) -> [Claim?] {
    claims.withLock { claims in
      records.map { record in
        if let other = claims[record] { return other }
        claims[record] = Claim()
        return nil
      }
    }
  }

  /// Ends a claim, and tells the waiting threads the result.
  func end(_ photo: RecordID, as end: Claim.End) {
    let claim = claims.withLock { $0.removeValue(forKey: photo) }
    claim?.finish(as: end)
  }
}

/// The work on one photo, on which threads with the same photo under other names wait.
///
/// Its result is kept while a thread waits for it, even if the photo is claimed again.
final class Claim: Sendable {
  /// The result of a photo.
  enum End: Sendable {
    /// The store holds it.
    case stored(PreparedFile)
    /// It was not prepared, nor would it be under another name.
    case rejected(Rejection)
    /// The run was told to stop before.
    case abandoned
  }

  private let known = Locked<End?>(nil)

  /// What came of the photo; `nil` while it is worked on.
  var end: End? { known.withLock { $0 } }

  fileprivate func finish(as end: End) { known.withLock { $0 = end } }
}
