public import PhotoGeometry
import PhotoStore

/// A photo that a design or an album shows and that has no record, because it was not prepared here: it came in with a
/// package, or the published app prepared it.
public struct PackagedPhoto: Hashable, Sendable {
  /// The document that names the photo.
  public enum Origin: Hashable, Sendable {
    /// The design of this file name.
    case design(String)
    /// The album of this file name.
    case album(String)
    /// A design in the published app's preferences, by its name.
    case preferences(String)

    /// The origin in words.
    public var text: String {
      switch self {
      case .design(let name): "the design \(name)".displayText
      case .album(let name): "the album \(name)".displayText
      case .preferences(let name): "the app's design \(name)".displayText
      }
    }
  }

  /// The document that names the photo; if several do, the first in the order of the cases.
  public let origin: Origin
  /// The name of the master's file.
  public let master: String
  /// The names of the renders that are shown.
  public let renders: [RenderFamily: String]
}

extension PackagedPhoto {
  /// `nil` for a photo that is prepared in this store, and for one without a master.
  init?(_ origin: Origin, _ master: String, _ renders: [RenderFamily: String]) {
    guard !master.isEmpty, StoredFileName(master) == nil else { return nil }
    self.init(origin: origin, master: master, renders: renders.filter { !$0.value.isEmpty })
  }
}
