extension IconRole.Appearance {
  /// The colour around the icons.
  var wallpaper: [Double] {
    switch self {
    case .any: [205, 218, 234]
    case .dark: [22, 24, 32]
    case .tinted: [38, 33, 30]
    }
  }

  /// The colour behind clear parts of the icon: the system's dark plate, and none for the default icon.
  private var plate: [Double] {
    switch self {
    case .any: [0, 0, 0]
    case .dark, .tinted: [28, 28, 30]
    }
  }

  /// The tint that a user might have chosen, for the row of the tinted icon.
  private static let tint: [Double] = [255, 176, 92]

  /// The displayed colour of an icon's pixel, 0…255 each.
  func shown(_ pixel: ArraySlice<UInt8>) -> [Double] {
    let samples = Array(pixel)
    let alpha = Double(samples[3]) / 255
    let colour = (0..<3).map { Double(samples[$0]) * alpha + plate[$0] * (1 - alpha) }
    guard self == .tinted else { return colour }
    let grey = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
    return Self.tint.map { $0 * grey / 255 }
  }
}
