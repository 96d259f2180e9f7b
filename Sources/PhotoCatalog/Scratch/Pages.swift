/// What is read from a list in its order, a page at a time.
enum Pages {
  /// Visits every page; no more than one is in memory, and the visitor may write to where they come from.
  ///
  /// - Parameters:
  ///   - start: What comes before the first element.
  ///   - place: Where an element is in the order.
  ///   - read: Returns the next elements after a place, a thousand or so; none at the end.
  ///   - visit: Takes a page, which is never empty.
  /// - Throws: What `read` and `visit` throw.
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
