internal import ArgumentParser
internal import PhotoStore

/// A filter on the command line: its token, and after a colon its intensity.
struct FilterArgument {
  let filter: PhotoFilterSpec

  /// The tokens of the filters.
  static let names = PhotoFilterSpec.Token.allCases.map(\.rawValue).filter { $0 != "none" }

  init(_ argument: String) throws {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let names = Self.names
    guard let token = PhotoFilterSpec.Token(rawValue: String(parts[0])), token != .none else {
      throw ValidationError(
        "'\(parts[0])' is no filter; the filters are \(names.joined(separator: ", "))."
          + Suggestion.sentence(for: String(parts[0]), among: names))
    }
    guard let intensity = parts.count == 1 ? 1 : Double(parts[1]),
      (0...1).contains(intensity),
      let filter = PhotoFilterSpec(token, intensity: intensity)
    else {
      throw ValidationError(
        "'\(parts[1])' is no intensity; it must be above 0 and at most 1, as in \(token):0.5.")
    }
    self.filter = filter
  }
}

/// The filter of commands that prepare photos.
struct FilterOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A filter over the renders: noir, mono, chrome, fade, instant, process, transfer or sepia; \
      with a share of it as in sepia:0.5. The master stays as it is.
      """,
      valueName: "name"),
    completion: .list(FilterArgument.names),
    transform: FilterArgument.init)
  var filter: FilterArgument?
}
