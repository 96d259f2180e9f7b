public import ArgumentParser
internal import Imaging
internal import PhotoPipeline
internal import PhotoStore
public import PhotoWriting

/// The options for limits on photos and for reading them.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Refuse a photo with more megapixels; JPEGs and HEICs of 8 bits may have twice as many, JPEG XL \
      half, GIFs two fifths.
      """,
      valueName: "n", visibility: .hidden))
  var maxMegapixels = 110

  @Option(
    help: ArgumentHelp(
      "Refuse a file with more mebibytes.", valueName: "n", visibility: .hidden))
  var maxMebibytes = 512

  @Option(
    help: ArgumentHelp(
      "The colour behind transparent pixels, as #RRGGBB. (default: #000000, as the published app's)",
      valueName: "colour", visibility: .hidden),
    transform: colour)
  var background: RGBColour?

  @Option(
    help: ArgumentHelp(
      """
      How to find out what matters: by a network that has learned from marked photos, or by \
      contrast, edges and other cues alone.
      """, visibility: .hidden))
  var analysis = AnalysisMethod.learned

  @Flag(
    help: ArgumentHelp(
      """
      Come closer to what matters, as people do: to 0.9 of the sides, never below the frame's pixels.
      """, visibility: .hidden))
  var zoom = false

  @Option(
    help: ArgumentHelp(
      """
      Where widgets write on the photo: top, bottom, left, right (a third of the render), or \
      x,y,width,height in its fractions. Crops keep what matters out of that place if they can, and \
      the record gets a colour and a scrim for text.
      """,
      valueName: "place", visibility: .hidden), transform: TextArgument.init)
  var text: TextArgument?

  private static func colour(_ text: String) throws -> RGBColour {
    if let colour = RGBColour(text) { return colour }
    throw ValidationError("--background is '\(text)'; it must be a colour like #1A2B3C.")
  }

  mutating func validate() throws {
    guard maxMegapixels >= 1 else {
      throw ValidationError("--max-megapixels is \(maxMegapixels); it must be 1 or more.")
    }
    guard maxMebibytes >= 1 else {
      throw ValidationError("--max-mebibytes is \(maxMebibytes); it must be 1 or more.")
    }
    guard text == nil || !zoom else {
      throw ValidationError(
        "--zoom comes closer to what matters, which the text of --text would cover; leave out one "
          + "of them.")
    }
  }

  /// Limits on photos and how they are read.
  func settings() throws -> ReadingSettings {
    let background = try background ?? Settings.background()?.argument ?? .black
    var settings = ReadingSettings(
      megapixels: maxMegapixels, mebibytes: maxMebibytes, background: background)
    settings.analysis = analysis
    settings.zooms = zoom
    settings.text = text?.area
    return settings
  }
}

extension AnalysisMethod: ExpressibleByArgument, CaseIterable {
  /// All of them, for the help.
  public static var allCases: [AnalysisMethod] { [.learned, .heuristic] }
}

/// The place of a widget's text, on the command line: a side, or a rectangle such as `0.1,0.6,0.8,0.3`.
struct TextArgument {
  let area: TextArea

  init(_ argument: String) throws {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    let rect =
      numbers.count == 4 && parts.count == 4
      ? NormalizedRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
    guard let area = TextArea(side: argument) ?? rect.flatMap(TextArea.init) else {
      throw ValidationError(
        """
        '\(argument)' is no place for text; it must be top, bottom, left, right, or x,y,width,height \
        in fractions of the render, like 0.1,0.6,0.8,0.3.
        """)
    }
    self.area = area
  }
}
