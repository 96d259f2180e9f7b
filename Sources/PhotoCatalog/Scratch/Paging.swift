/// Visits, a page at a time, what can be read in an order.
///
/// No more than a page is in memory, and the visitor may write to where the pages come from.
///
/// - Parameters:
///   - start: What comes before the first element.
///   - place: Where an element is in the order.
///   - read: Returns the next elements after a place, a thousand or so; none at the end.
///   - visit: Takes a page, which is never empty.
/// - Throws: What `read` and `visit` throw.
func forEachPage<Element, Place, Failure: Error>(
  after start: Place, place: (Element) -> Place,
  read: (Place) throws(Failure) -> [Element], visit: ([Element]) throws(Failure) -> Void
) throws(Failure) {
  var last = start
  while true {
    let page = try read(last)
    guard let end = page.last else { return }
    try visit(page)
    last = place(end)
  }
}
