internal import ArgumentParser
internal import PhotoGeometry

/// A device on the command line: its name, its screen or a row of the table.
struct DeviceArgument {
  let screen: WidgetScreen

  static let largestPhone = DeviceArgument(screen: .largestPhone)

  init(screen: WidgetScreen) { self.screen = screen }

  init(_ argument: String) throws {
    let meant = WidgetScreen.matching(argument)
    guard meant.count == 1 else { throw Self.error(argument, meant) }
    screen = meant[0]
  }

  private static func error(_ argument: String, _ meant: [WidgetScreen]) -> ValidationError {
    guard !meant.isEmpty else {
      return ValidationError(
        "'\(argument)' is no device with known widgets. 'photoprep devices' lists them."
          + Suggestion.sentence(for: argument, among: WidgetScreen.all.flatMap(\.devices)))
    }
    let names = meant.compactMap { row in
      row.devices.first { $0.lowercased().hasPrefix(argument.lowercased()) }
    }
    return ValidationError(
      "'\(argument)' is the name of devices with different widgets. Say which: "
        + names.joined(separator: ", ") + ".")
  }
}

extension DeviceArgument: CustomStringConvertible {
  var description: String { screen.identifier }
}

/// The devices that photos are prepared for.
struct DevicesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Make renders for this device, for example 'iPhone 17 Pro' or 402x874@3-ios18; may be given \
      several times: a photo is read once, and has a record for each.
      """,
      valueName: "name"), transform: DeviceArgument.init)
  var device: [DeviceArgument] = []
}

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists the devices that renders can be made for.",
    discussion: """
      Each row is a screen under one generation of the system, with the sizes of its small, medium \
      and large widgets in pixels, and of an iPad's extra large one, for which 'crop --aspect \
      extra-large' makes pictures. 'prep --device' takes what is in the first column, or a name.

      Example:
        photoprep prep photo.jpg --store Container --device 'iPhone SE'
      """)

  @Flag(help: "Print one JSON object a line on standard output.")
  var json = false

  func run() throws {
    let console = Console()
    for row in WidgetScreen.all { try console.result(row, isJSON: json) }
  }
}

extension WidgetScreen: Shown {
  /// The row for people, in columns.
  var text: String {
    let sizes = (RenderFamily.allCases.map { "\(frames[$0])" } + [extraLarge?.description ?? "-"])
      .map { Self.padded($0, to: 9) }
    let names = devices.isEmpty ? "-" : devices.joined(separator: ", ")
    return ([Self.padded(identifier, to: 18)] + sizes + [names]).joined(separator: " ")
  }

  /// Sizes are width and height.
  var fields: JSONFields {
    func sides(_ size: PixelSize) -> [Int] { [size.width, size.height] }
    var fields: JSONFields = [
      "device": identifier, "names": devices, "extraLarge": extraLarge.map(sides),
    ]
    for family in RenderFamily.allCases { fields[family.rawValue] = sides(frames[family]) }
    return fields
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
