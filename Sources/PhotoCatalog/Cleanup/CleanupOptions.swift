public import PhotoStore
public import SystemPackage

/// What a cleanup may take for unused, and for how long it leaves it alone.
public struct CleanupOptions: Sendable {
  /// How long a file stays after it changed, or its photo was prepared, in seconds; at least 0.
  public var gracePeriod: Double
  /// Whether to go on when no design, album, preferences or pin says what is in use.
  public var allowsUnreferenced: Bool
  /// Folders of designs beside the store's own.
  public var designFolders: [FilePath]
  /// The photos that go, whatever their age, and nothing else; `nil` for all that are unused.
  var chosen: Set<RecordID>?
  /// Whether chosen photos stay that something names, instead of keeping all from going.
  var sparesUsed = false

  /// A day, in seconds: long enough for a person who prepared photos today to make a design of them
  /// tomorrow; kopia's safety for blobs.
  public static let standardGracePeriod = 86_400.0

  /// Makes options.
  public init(
    gracePeriod: Double = standardGracePeriod, allowsUnreferenced: Bool = false,
    designFolders: [FilePath] = []
  ) {
    self.gracePeriod = gracePeriod
    self.allowsUnreferenced = allowsUnreferenced
    self.designFolders = designFolders
  }
}

extension CleanupOptions {
  /// What moves prepared photos to the trash, whatever their age, and nothing else; nothing comes back.
  ///
  /// - Parameters:
  ///   - photos: The records of the photos.
  ///   - designFolders: Folders of designs beside the store's own.
  /// - Returns: Options for a cleanup of these photos.
  public static func removing(
    _ photos: Set<RecordID>, designFolders: [FilePath] = []
  ) -> CleanupOptions {
    var options = CleanupOptions(allowsUnreferenced: true, designFolders: designFolders)
    options.chosen = photos
    return options
  }
}
