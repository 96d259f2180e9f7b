public import Foundation

/// The name of an image that came in with a package, made from its bytes.
///
/// The published app's form, `<prefix>-<UUID>.jpg` with the ending of the image's format, so that the app knows a
/// master, a family and a manual render by it. The UUID is of version 8 (RFC 9562, 5.8), made from the SHA-256 of the
/// bytes: the same image has the same name in every store, and no name the app gives itself, whose UUIDs are of version
/// 4, is ever one of these (decision 0320).
public struct ImportedFileName: Hashable, Sendable, LosslessStringConvertible {
  /// The role of an imported image.
  public enum Role: Hashable, Sendable, CaseIterable {
    /// The image of a design.
    case image
    /// The photo that renders are made from.
    case master
    /// The render of a family.
    case render(RenderFamily)
    /// A render whose crop a person chose.
    case manualRender(RenderFamily)

    /// Every role, the ones that say more about an image first.
    public static let allCases =
      RenderFamily.allCases.map(Role.manualRender) + RenderFamily.allCases.map(Role.render)
      + [.master, .image]

    var prefix: String {
      switch self {
      case .image: "image"
      case .master: "\(StoredFileName.prefix)master"
      case .render(let family): "\(StoredFileName.prefix)\(family.rawValue)"
      case .manualRender(let family): "\(StoredFileName.prefix)\(family.rawValue)-manual"
      }
    }
  }

  /// The image's role.
  public let role: Role
  /// A UUID made of the SHA-256 of the image's bytes.
  public let identifier: UUID
  /// The image's format.
  public let format: PictureFormat

  /// Makes the name of an image from the SHA-256 of its bytes.
  public init(_ role: Role, of digest: ContentDigest, as format: PictureFormat = .jpg) {
    self.role = role
    identifier = UUID(digest)
    self.format = format
  }

  /// Reads a file's name; `nil` when it is not exactly one that this software gives.
  public init?(_ name: String) {
    guard let format = PictureFormat(ofStored: name) else { return nil }
    let stem = name.dropLast(format.ending.count + 1)
    guard let identifier = UUID(uuidString: String(stem.suffix(36))),
      let role = Role.allCases.first(where: { "\($0.prefix)-\(identifier)" == stem }),
      identifier.isMadeOfContent
    else { return nil }
    (self.role, self.identifier, self.format) = (role, identifier, format)
  }

  /// Whether the image with these bytes has this name.
  public func names(_ digest: ContentDigest) -> Bool { identifier == UUID(digest) }

  /// The name, for example `smart-small-manual-01234567-89AB-8DEF-8123-456789ABCDEF.jpg`.
  public var description: String { "\(role.prefix)-\(identifier).\(format.ending)" }

  /// The identifier of an imported design whose own identifier is taken by another design.
  public static func identifier(of digest: ContentDigest) -> String { UUID(digest).uuidString }

  /// Whether a text is a UUID, as the published app identifies designs.
  public static func isIdentifier(_ text: String) -> Bool { UUID(uuidString: text) != nil }
}

extension ImportedFileName.Role: Comparable {
  /// Whether one role is more specific than another.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}

extension UUID {
  /// Makes a UUID of version 8 from the first 16 bytes of a digest.
  package init(_ digest: ContentDigest) {
    let digits = Array(digest.description)
    var bytes = (0..<16).map { UInt8(String(digits[2 * $0...2 * $0 + 1]), radix: 16) ?? 0 }
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Whether this is a UUID of version 8 in RFC 9562's variant.
  package var isMadeOfContent: Bool { uuid.6 >> 4 == 8 && uuid.8 >> 6 == 2 }
}
