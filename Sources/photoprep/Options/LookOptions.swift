internal import ArgumentParser
internal import PhotoStore

struct LookOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A filter over the renders: noir, mono, chrome, fade, instant, process, transfer or sepia; \
      with a share of it as in sepia:0.5. The master stays as it is.
      """,
      valueName: "name"),
    completion: .list(Self.filters), transform: Self.filter)
  var filter: PhotoFilterSpec?

  @Flag(help: "Show every photo whole, over a ground made from the photo, instead of a crop.")
  var fit = false

  @Flag(
    help:
      "Show a photo whole in widgets whose crop would cut a head that matters."
  )
  var autoFit = false

  @Flag(
    help: ArgumentHelp(
      """
      Have masters and renders carry their part of a photo's gain map (Ultra HDR, ISO 21496-1), for \
      screens of high dynamic range. Whether WidgetKit shows it is not known.
      """, visibility: .hidden))
  var hdr = false

  private static let filters = PhotoFilterSpec.Token.allCases.map(\.rawValue)
    .filter { $0 != "none" }

  /// Reads a filter: its token, and after a colon its intensity.
  private static func filter(_ argument: String) throws -> PhotoFilterSpec {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let token = PhotoFilterSpec.Token(rawValue: String(parts[0])), token != .none else {
      throw ValidationError(
        "'\(parts[0])' is not a filter; the filters are \(filters.joined(separator: ", "))."
          + Suggestion.sentence(for: String(parts[0]), among: filters))
    }
    guard let intensity = parts.count == 1 ? 1 : Double(parts[1]), (0...1).contains(intensity),
      let filter = PhotoFilterSpec(token, intensity: intensity)
    else {
      throw ValidationError(
        "'\(parts[1])' is not an intensity; it must be above 0 and at most 1, as in \(token):0.5.")
    }
    return filter
  }

  /// The options by name, whether each is given, and what it changes in a recipe.
  private var all: [(name: String, isGiven: Bool, change: (inout Recipe) -> Void)] {
    [
      ("--filter", filter != nil, { $0.filter = filter }),
      ("--fit", fit, { $0.fit = .always }),
      ("--auto-fit", autoFit, { $0.fit = .heads }),
      ("--hdr", hdr, { $0.gainMaps = true }),
    ]
  }

  var given: [String] { all.filter(\.isGiven).map(\.name) }

  func apply(to recipe: inout Recipe) {
    for option in all where option.isGiven { option.change(&recipe) }
  }

  /// Checks for options that contradict showing photos whole.
  func check(beside photos: PhotoOptions) throws {
    let idle = [
      ("--auto-fit", autoFit), ("--focus", !photos.focus.isEmpty), ("--zoom", photos.reading.zoom),
    ]
    if fit, let (name, _) = idle.first(where: \.1) {
      throw ValidationError("--fit shows every photo whole; leave \(name) out.")
    }
    guard fit || autoFit, photos.reading.text != nil else { return }
    throw ValidationError(
      "--text is about crops and cannot be combined with \(fit ? "--fit" : "--auto-fit"); leave one out."
    )
  }
}
