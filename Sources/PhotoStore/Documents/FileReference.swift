/// One place of a design or an album that names a file.
public struct FileReference: Hashable, Sendable {
  /// The file's role at this place.
  public enum Role: Hashable, Sendable {
    /// The image of a design, shown where there is no render.
    case image
    /// The photo that renders are made from: a master, or the source of an album's entry.
    case master
    /// The render of a family; only its name tells whether a person chose its crop.
    case render(RenderFamily)
    /// A render of an album's entry whose crop a person chose.
    case manualRender(RenderFamily)
    /// An album; every other role is an image's.
    case album
  }

  /// The file's name as ``FileNameRule`` reads it.
  public let name: String
  /// The file's role at this place.
  public let role: Role

  /// Makes a reference.
  public init(name: String, role: Role) {
    self.name = name
    self.role = role
  }

  /// Whether the published app reads the place: it has small, medium and large.
  public var isKnownToApp: Bool {
    switch role {
    case .render(let family), .manualRender(let family): RenderFamily.always.contains(family)
    case .image, .master, .album: true
    }
  }

  /// Whether the file is an image, in the folder of images.
  public var isImage: Bool { role != .album }
}
