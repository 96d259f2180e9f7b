internal import ArgumentParser
internal import PhotoGeometry
internal import PhotoPipeline

extension WidgetScreen {
  /// Reads a device from the command line: its name, its screen or a row of the table.
  static func named(_ argument: String) throws -> WidgetScreen {
    let meant = matching(argument)
    guard meant.count == 1 else { throw error(argument, meant) }
    return meant[0]
  }

  fileprivate static func error(_ argument: String, _ meant: [WidgetScreen]) -> ValidationError {
    if let device = unmeasured(argument) {
      return ValidationError(
        "The widgets of '\(device.name)' have not been measured yet: \(device.reason). Take another device until "
          + "then; 'photoprep devices' lists them.")
    }
    guard !meant.isEmpty else {
      return ValidationError(
        "'\(argument)' is not a device with known widgets. 'photoprep devices' lists them."
          + Suggestion.sentence(for: argument, among: all.flatMap(\.devices)))
    }
    let names = meant.compactMap { row in
      row.devices.first { $0.lowercased().hasPrefix(argument.lowercased()) }
    }
    return ValidationError(
      "'\(argument)' is the name of devices with different widgets. Say which: "
        + names.joined(separator: ", ") + ".")
  }

  static let completion = CompletionKind.list(Set(all.flatMap(\.devices)).sorted())
}

struct DevicesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Make renders for this device, for example 'iPhone 17 Pro' or 402x874@3-ios18; may be given \
      several times: a photo is read once, and gets a record for each.
      """,
      valueName: "name"), completion: WidgetScreen.completion, transform: WidgetScreen.named)
  var device: [WidgetScreen] = []

  @Option(
    help: ArgumentHelp(
      """
      Make this family's render too, even if the device has no such widget: \
      \(RenderFamily.names(RenderFamily.further, last: "or")), at the size of the largest iPhone's or iPad's; may be given several times.
      """,
      valueName: "family", visibility: .hidden), transform: Self.family)
  var family: [RenderFamily] = []

  private static func family(_ text: String) throws -> RenderFamily {
    if let family = RenderFamily(name: text) { return family }
    throw ValidationError("'\(text)' is not a family; it must be \(RenderFamily.names()).")
  }
}

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists the devices that renders can be made for.",
    discussion: """
      Each row is a screen under one generation of the system, with the sizes of its widgets in \
      pixels: \(RenderFamily.names()). 'prep --device' takes a name, or the first column. --json \
      adds the size in which an iPad draws a widget ('drawn'), accessories, and the source of the sizes.

      Examples:
        photoprep prep photo.jpg --store Container --device 'iPhone SE'
        photoprep devices 'iPad mini' --json
      """)

  @Argument(
    help: ArgumentHelp(
      "Only rows for this name, screen or row, with older systems.",
      valueName: "name"))
  var name: String?

  @OptionGroup var form: JSONOption

  func run() throws {
    let console = Console(isJSON: form.json)
    for row in try rows() { try console.result(row) }
  }

  private func rows() throws -> [WidgetScreen] {
    guard let name else { return WidgetScreen.all }
    let meant = WidgetScreen.matching(name)
    if meant.isEmpty { throw WidgetScreen.error(name, []) }
    let isRow = meant.count == 1 && meant[0].identifier == name.lowercased()
    let screens = Set(meant.map(\.screen))
    return isRow ? meant : WidgetScreen.all.filter { screens.contains($0.screen) }
  }
}

extension WidgetScreen: Shown {
  /// The row for people, in columns.
  var text: String {
    let sizes = RenderFamily.allCases.map { family in
      Self.padded(frames[family]?.description ?? "-", to: 9)
    }
    let names = devices.isEmpty ? "-" : devices.joined(separator: ", ")
    return ([Self.padded(identifier, to: 18)] + sizes + [names]).joined(separator: " ")
  }

  /// Sizes are width and height.
  var fields: JSONFields {
    func sides(_ size: PixelSize) -> [Int] { [size.width, size.height] }
    func named(_ frames: WidgetFrames) -> [(String, [Int])] {
      frames.all.map { ($0.family.rawValue, sides($0.value)) }
    }
    var fields: JSONFields = [
      "device": identifier, "names": devices, "scale": scale, "source": source.rawValue,
    ]
    for (name, sides) in named(frames) { fields[name] = sides }
    if slots != frames { fields["drawn"] = Dictionary(uniqueKeysWithValues: named(slots)) }
    if let accessories {
      fields["accessories"] = [
        "small": accessories.small, "circular": accessories.circular,
        "rectangular": accessories.rectangular, "inline": accessories.inline,
      ].compactMapValues { $0.map(sides) }
    }
    return fields
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
