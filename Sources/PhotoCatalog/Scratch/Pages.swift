/// Reads a list in its order, a page at a time.
enum Pages {
  /// Visits every page; only one page is in memory, and the visitor may change the list.
  ///
  /// - Parameters:
  ///   - start: The place before the first element.
  ///   - place: The place of an element in the order.
  ///   - read: Returns the next elements after a place, a thousand or so; none at the end.
  ///   - visit: Takes a page, which is never empty.
  /// - Throws: The errors of `read` and `visit`.
  static func forEach<Element, Place>(
    after start: Place, place: (Element) -> Place,
    read: (Place) throws -> [Element], visit: ([Element]) throws -> Void
  ) throws {
    var last = start
    while true {
      let page = try read(last)
      guard let end = page.last else { return }
      try visit(page)
      last = place(end)
    }
  }
}
