public import PhotoStore

/// One thing that a merge did, or did not do and why.
public enum MergeEvent: Sendable {
  /// What a merge brings over.
  public enum Kind: String, Hashable, Sendable {
    /// A prepared photo: a record with its images.
    case photo
    /// An image without a record that a record, a design or an album names.
    case image
    /// An album.
    case album
    /// A design.
    case design
    /// A pin, which keeps an image whether or not anything names it.
    case pin
  }

  /// Something was added.
  case added(Kind, name: String)
  /// A photo that was there already now has the names from both stores.
  case joined(name: String)
  /// A photo that was there stays as `decoder` decoded it here; `other` decoded it in the other store (decision 0339).
  case kept(name: String, decoder: String, other: String)
  /// A design or an album that is newer than this software knows was added, with every key.
  case newer(Kind, name: String, version: Int)
  /// Something was left out, because it conflicts with this store.
  case conflict(Kind, name: String, PhotoprepError)
}

/// How a merge brings images over.
public enum MergedImages: String, CaseIterable, Sendable {
  /// Reads them, compares them with their records and writes them.
  case copy
  /// Gives the source's files a second name, where the photo is new here and the stores are on one
  /// device, and copies otherwise.
  case link
  /// Leaves them alone: another program copies them, or they stay where many stores share them.
  case leave
}

/// What one or several merges did, in numbers.
public struct MergeSummary: Hashable, Sendable {
  /// Photos that came in.
  public var photosAdded = 0
  /// Photos that were there already.
  public var photosPresent = 0
  /// Photos that were there already and have more names now.
  public var photosJoined = 0
  /// Photos that were there already, and that another library decoded in the other store; they stay as they are.
  public var photosKept = 0
  /// Images that came in, apart from those of photos, albums and designs.
  public var imagesAdded = 0
  /// Albums that came in.
  public var albumsAdded = 0
  /// Designs that came in.
  public var designsAdded = 0
  /// Pins that were set, as in the other store.
  public var pinsAdded = 0
  /// Images, albums and designs that were there already.
  public var othersPresent = 0
  /// Items that contradict something in the store and did not come in.
  public var conflicts = 0
  /// Images of the other store that nothing there names; they stay where they are.
  public var unreferenced = 0
  /// Whether it was interrupted; running it again goes on.
  public var wasInterrupted = false

  /// Makes the summary of a merge that did nothing yet.
  public init() {}
}
