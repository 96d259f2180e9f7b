internal import Imaging
public import SystemPackage

/// A form of crops' pictures that other programs read.
public enum CropFormat: String, CaseIterable, Codable, Sendable {
  case jpg, png, webp, avif

  /// The quality where none is asked for: that of renders, and libvips's own for the others.
  public var standardQuality: Int {
    switch self {
    case .jpg, .png: 85
    case .webp: 75
    case .avif: 50
    }
  }

  /// The qualities where none is asked for, for people: `jpg 85, webp 75, avif 50`.
  public static var standardQualities: String {
    allCases.filter { $0 != .png }.map { "\($0.rawValue) \($0.standardQuality)" }
      .joined(separator: ", ")
  }

  /// Reads the ending of a file's name.
  public init?(endingOf path: FilePath) {
    let ending = path.extension?.lowercased()
    self.init(rawValue: ending == "jpeg" ? "jpg" : ending ?? "")
  }

  var photoFormat: PhotoFormat {
    switch self {
    case .jpg: .jpeg
    case .png: .png
    case .webp: .webp
    case .avif: .avif
    }
  }

  /// Lists all formats for people.
  ///
  /// - Parameters:
  ///   - conjunction: What stands before the last one.
  ///   - spelled: How a name is spelled.
  /// - Returns: `jpg, png, webp or avif`, for example.
  public static func list(
    _ conjunction: String = "or", spelled: (String) -> String = { $0 }
  ) -> String {
    allCases.map { spelled($0.rawValue) }.listed(conjunction)
  }
}
