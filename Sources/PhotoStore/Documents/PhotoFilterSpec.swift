/// A filter that is applied when an image is shown.
public struct PhotoFilterSpec: Hashable, Sendable {
  /// The filters the published app knows, by their tokens.
  public enum Token: String, CaseIterable, Hashable, Sendable {
    /// No filter.
    case none
    /// High-contrast black and white.
    case noir
    /// Low-contrast black and white.
    case mono
    /// Exaggerated colour.
    case chrome
    /// Diminished colour.
    case fade
    /// Distorted colour, as of an instant camera.
    case instant
    /// Cool colour.
    case process
    /// Warm colour.
    case transfer
    /// Brown tones.
    case sepia
  }

  /// The filter.
  public let token: Token
  /// How much of it, 0…1.
  public let intensity: Double

  /// Makes a filter; `nil` for the token `none` or an intensity of 0.
  public init?(_ token: Token, intensity: Double = 1) {
    let intensity = intensity.clamped(to: 0...1)
    guard token != .none, intensity > 0 else { return nil }
    self.token = token
    self.intensity = intensity
  }

  var json: JSONValue {
    .object(["token": .string(token.rawValue), "intensity": .double(intensity)])
  }

  /// Reads a filter in a recipe; `nil` when any of its values is invalid.
  init?(json: JSONValue) {
    guard let object = json.object,
      let token = object["token"]?.string.flatMap(Token.init), token != .none,
      let intensity = object["intensity"]?.double, intensity > 0, intensity <= 1
    else { return nil }
    (self.token, self.intensity) = (token, intensity)
  }
}

extension DocumentReader {
  /// Takes a filter; one with a token that this software does not know stays in the document.
  mutating func filter(_ key: String) -> PhotoFilterSpec? {
    guard let value = take(key), let object = value.object else { return nil }
    guard let token = object["token"]?.string.flatMap(PhotoFilterSpec.Token.init) else {
      putBack(key, value)
      return nil
    }
    return PhotoFilterSpec(token, intensity: object["intensity"]?.double ?? 1)
  }
}
