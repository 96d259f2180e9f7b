public import Imaging

extension RGBColour {
  /// Reads a colour in the forms that people use for icons: `#RRGGBB`, `#RGB`, either without the number sign,
  /// `white` or `black`; `nil` for other text.
  public init?(spelled text: String) {
    switch text.lowercased() {
    case "white": self = .white
    case "black": self = .black
    default:
      let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
      self.init(digits.count == 3 ? String(digits.flatMap { [$0, $0] }) : text)
    }
  }
}
