internal import Imaging
internal import PhotoCatalog
internal import PhotoGeometry
public import PhotoStore

extension Recipe {
  /// What tells a preparation of a photo from others of the same photo, for people: the device, then
  /// all that is not as usual.
  public var variant: String {
    let asked = [
      focus.isEmpty ? nil : "focus " + focus.map(\.words).joined(separator: " and "),
      background == RGBColour.black.description ? nil : "on \(background)",
      zooms ? "zoomed" : nil,
      fit.map { $0 == .always ? "shown whole" : "whole where heads are cut" },
      text.map { "text at \($0.rect.words)" },
      gainMaps ? "with gain maps" : nil,
      filter.map { $0.intensity == 1 ? "\($0.token)" : "\($0.token) \($0.intensity)" },
      analysis == Self.heuristicAnalysis ? "cues alone" : nil,
      codec.map { "by \($0)" },
      hasStandardQualities ? nil : "quality \(master.quality) and \(renders.small.quality)",
      algorithmVersion < CropGeneration.today.algorithmVersion ? "older rules" : nil,
    ]
    return ([device] + asked.compactMap(\.self)).joined(separator: ", ")
  }

  /// The newest device with these frames, or else the frames.
  private var device: String {
    guard let screen = WidgetScreen.having(frames) else {
      return frames.values.map(\.description).joined(separator: " ")
    }
    return screen.devices.last ?? screen.identifier
  }

  private var hasStandardQualities: Bool {
    master == Master() && renders == Self.standardRenders(of: frames.families)
  }
}

extension FocusArea {
  fileprivate var words: String { isPoint ? "\(rect.x),\(rect.y)" : rect.words }
}

extension NormalizedRect {
  fileprivate var words: String { [x, y, width, height].map(\.description).joined(separator: ",") }
}
