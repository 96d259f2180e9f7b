internal import ArgumentParser
internal import PhotoStore

/// A point of the photo on the command line, for example `0.3,0.4`.
struct FocusArgument {
  /// The most points; as many as a sidecar may list.
  static let most = 64

  let area: FocusArea

  init(_ argument: String) throws {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.map { Double($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1],
      let area = FocusArea(x: x, y: y)
    else {
      throw ValidationError(
        "'\(argument)' is not a point; it must be two numbers from 0 to 1, like 0.3,0.4.")
    }
    self.area = area
  }
}
