/// The kind of a picture, for deciding whether to show it in a widget; the raw value is its name in records and
/// options.
package enum PhotoKind: String, Hashable, Sendable, CaseIterable, Codable {
  /// A photo.
  case photo
  /// A picture of a screen.
  case screenshot
  /// Print on paper, or a receipt.
  case document
  /// Nothing to see: a covered lens, a wall, a pocket.
  case blank
}
