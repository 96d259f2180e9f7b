import PhotoStore
import SystemPackage

/// Takes what the documents of a store name.
protocol ReferenceSink: AnyObject {
  /// Takes one document and the files it names.
  func add(_ document: SurveyDocument, names: [NamedFile]) throws(StoreError)
}

/// A document that says which files are in use, or a pin.
struct SurveyDocument {
  /// Where the document is; `nil` for a pin.
  let place: FilePath?
  let container: FilePath
  /// When it last changed, in nanoseconds since 1970-01-01 UTC; `nil` for anything but a design,
  /// because apps write albums and preferences all the time.
  let modified: Int64?

  /// What people call it: its place in the container, or its whole path.
  var label: String {
    guard let text = place?.string else { return Pins.label }
    let container = container.string
    guard text.hasPrefix(container) else { return text }
    return String(text.dropFirst(container.count).drop { $0 == "/" })
  }
}
