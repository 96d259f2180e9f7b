/// The documents to put into packages.
public struct ExportSelection: Hashable, Sendable {
  /// The designs' file names, with or without `.json`.
  public var designs: [String]
  /// The albums' file names, with or without `.json`, in addition to those that the designs name.
  public var albums: [String]
  /// Whether every design and every album goes in.
  public var isEverything: Bool

  /// Makes a selection.
  public init(designs: [String] = [], albums: [String] = [], isEverything: Bool = false) {
    self.designs = designs
    self.albums = albums
    self.isEverything = isEverything
  }
}
