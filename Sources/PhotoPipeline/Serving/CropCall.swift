internal import PhotoGeometry
internal import PhotoStore
internal import SystemPackage

/// The parameters of the method `crop`, which mean what the options of the command `crop` mean.
struct CropCall {
  /// Why parameters are refused.
  typealias Fault = CropOutputFault

  /// The most entries of each list; our choice, far above what a page of an album needs.
  static let listLimit = 64
  /// The most files of one call: a worker makes all of them before the first is written.
  static let fileLimit = 64

  let path: FilePath
  private let aspects: [AspectRatio]
  private let focus: [FocusArea]
  private let output: CropOutput?

  /// Reads parameters.
  init(_ params: JSONValue?) throws(Fault) {
    guard var values = params?.object else {
      throw Fault(message: "'params' must be an object that names a 'path'.")
    }
    guard let path = Self.path(values.removeValue(forKey: "path")) else {
      throw Fault(message: "'path' must be the path of a photo.")
    }
    self.path = path
    let shapes = try Self.list(&values, "aspects", "shapes like \"16:9\" or \"square\"") {
      $0.string.flatMap { AspectRatio(shape: $0) }
    }
    aspects = shapes.isEmpty ? AspectRatio.widgets : shapes
    focus = try Self.list(
      &values, "focus", "places like {\"x\": 0.3, \"y\": 0.4}", FocusArea.init(json:))
    output = try Self.output(&values, shapes: aspects.count)
    if let name = values.keys.min() {
      throw Fault(message: "'\(name.displayText)' is no parameter of 'crop'.")
    }
  }

  /// What `crop` does with the photo.
  func request(_ reading: ReadingSettings) -> CropRequest {
    var request = CropRequest(inputs: [path], aspects: aspects, reading: reading, focus: focus)
    request.output = output
    return request
  }
}

extension CropCall {
  /// Reads a path; `nil` for what is none.
  private static func path(_ value: JSONValue?) -> FilePath? {
    guard let text = value?.string, !text.isEmpty, !text.utf8.contains(0) else { return nil }
    return FilePath(text)
  }

  private static func list<Element>(
    _ values: inout [String: JSONValue], _ name: String, _ what: String,
    _ element: (JSONValue) -> Element?
  ) throws(Fault) -> [Element] {
    guard let value = values.removeValue(forKey: name) else { return [] }
    guard let list = value.array, list.count <= listLimit else {
      throw Fault(message: "'\(name)' must be a list of \(listLimit) \(what) at most.")
    }
    let elements = list.compactMap(element)
    guard elements.count == list.count else {
      throw Fault(message: "'\(name)' must be a list of \(what).")
    }
    return elements
  }

  private static func output(
    _ values: inout [String: JSONValue], shapes: Int
  ) throws(Fault) -> CropOutput? {
    guard let place = values.removeValue(forKey: "output") else { return nil }
    guard let path = path(place) else {
      throw Fault(message: "'output' must be the path of a file or folder to write.")
    }
    let sizes = try list(&values, "sizes", "long edges from 1 to 65535") { value in
      value.integer.flatMap { (1...65_535).contains($0) ? $0 : nil }
    }
    guard shapes * sizes.count <= fileLimit else {
      throw Fault(message: "'aspects' and 'sizes' ask for more than \(fileLimit) files.")
    }
    let force = try option(&values, "force", "true or false") { value in
      if case .bool(let force) = value { force } else { nil }
    }
    let output = try CropOutput(
      named: path, endsInSlash: place.string?.hasSuffix("/") == true, takesOne: shapes == 1,
      format: try option(&values, "format", "\"jpg\", \"png\", \"webp\" or \"avif\"") {
        $0.string.flatMap(CropOutput.Format.init)
      },
      longEdges: sizes,
      quality: try option(&values, "quality", "a whole number from 1 to 100") { value in
        value.integer.flatMap { (1...100).contains($0) ? $0 : nil }
      })
    if force != true, output.replacesFile {
      throw Fault(
        message: "\(path.displayText): There is a file already. Name another, or add "
          + "\"force\": true.")
    }
    return output
  }

  private static func option<Value>(
    _ values: inout [String: JSONValue], _ name: String, _ what: String,
    _ read: (JSONValue) -> Value?
  ) throws(Fault) -> Value? {
    guard let value = values.removeValue(forKey: name) else { return nil }
    guard let read = read(value) else { throw Fault(message: "'\(name)' must be \(what).") }
    return read
  }
}
