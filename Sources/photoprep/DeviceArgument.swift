internal import ArgumentParser
internal import PhotoGeometry

/// A device on the command line: its name, its screen or a row of the table.
struct DeviceArgument {
  let screen: WidgetScreen

  static let largestPhone = DeviceArgument(screen: .largestPhone)

  init(screen: WidgetScreen) { self.screen = screen }

  init(_ argument: String) throws {
    guard let screen = WidgetScreen.named(argument) else {
      throw ValidationError(
        "'\(argument)' is no device with known widgets. Use a name like 'iPhone 17 Pro' or one of: "
          + WidgetScreen.all.map(\.identifier).joined(separator: ", ") + ".")
    }
    self.screen = screen
  }
}

extension DeviceArgument: CustomStringConvertible {
  var description: String { screen.identifier }
}
