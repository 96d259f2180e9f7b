public import Foundation

/// The link with which a widget opens its app: the touched photo and its album.
///
/// `myapp://photo/<photo>-<recipe>?album=holiday`
public struct PhotoLink: Hashable, Sendable {
  /// The photo.
  public let photo: RecordID
  /// The album it was shown in; `nil` for all photos.
  public let album: String?

  private static let host = "photo"

  /// Makes a link.
  public init(photo: RecordID, album: String? = nil) { (self.photo, self.album) = (photo, album) }

  /// Reads a link of any scheme; `nil` for other links.
  public init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
      parts.host == Self.host, let photo = RecordID(text: parts.path.dropFirst().utf8)
    else { return nil }
    self.init(photo: photo, album: parts.queryItems?.first { $0.name == "album" }?.value)
  }

  /// Returns the link of an app's scheme; `nil` for a text that can be no scheme.
  public func url(scheme: String) -> URL? {
    var parts = URLComponents()
    let isScheme =
      scheme.first?.isASCII == true && scheme.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*/) != nil
    guard isScheme else { return nil }
    (parts.scheme, parts.host, parts.path) = (scheme, Self.host, "/\(photo)")
    parts.queryItems = album.map { [URLQueryItem(name: "album", value: $0)] }
    return parts.url
  }
}
