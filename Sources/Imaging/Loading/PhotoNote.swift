/// What a person should know about how a photo was read, beside its pictures.
public enum PhotoNote: String, Hashable, Sendable {
  /// A JPEG whose pixels are whole and whose end marker is missing.
  case missingEnd
  /// The preview inside a camera's raw file.
  case preview
}
