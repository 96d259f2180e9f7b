internal import ArgumentParser
internal import PhotoStore

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
