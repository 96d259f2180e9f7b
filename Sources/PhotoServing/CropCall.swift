internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// The parameters of the method `crop`, with the same meaning as the options of the command `crop`.
struct CropCall {
  /// The most files of one call: a worker makes all of them before the first one is written.
  static let fileLimit = 64

  let path: FilePath
  private let aspects: [AspectRatio]
  private let focus: [FocusArea]
  private let output: CropOutput?

  /// Reads parameters.
  init(_ params: JSONValue?) throws {
    var parameters = try CallParameters(params, of: "crop", naming: "a 'path'")
    guard let name = try parameters.name("path", "the path of a photo") else {
      throw CallParameters.Fault(message: "'path' must be the path of a photo.")
    }
    path = FilePath(name)
    let shapes = try parameters.list("aspects", "shapes like \"16:9\" or \"square\"") {
      $0.string.flatMap { AspectRatio(shape: $0) }
    }
    aspects = shapes.isEmpty ? AspectRatio.widgets : shapes
    focus = try parameters.list(
      "focus", "places like {\"x\": 0.3, \"y\": 0.4}", FocusArea.init(json:))
    output = try Self.output(&parameters, shapes: aspects.count)
    try parameters.end()
  }

  func request(_ reading: ReadingSettings) -> CropRequest {
    var request = CropRequest(inputs: [path], aspects: aspects, reading: reading, focus: focus)
    request.output = output
    return request
  }

  private static func output(
    _ parameters: inout CallParameters, shapes: Int
  ) throws -> CropOutput? {
    let place = "the path of a file or folder to write"
    guard let name = try parameters.name("output", place) else { return nil }
    let sizes = try parameters.list("sizes", "long edges from 1 to 65535") { value in
      value.integer.flatMap { (1...65_535).contains($0) ? $0 : nil }
    }
    guard shapes * sizes.count <= fileLimit else {
      throw CallParameters.Fault(
        message: "'aspects' and 'sizes' ask for more than \(fileLimit) files.")
    }
    let force = try parameters.flag("force")
    let output = try CropOutput(
      named: FilePath(name), endsInSlash: name.hasSuffix("/"), takesOne: shapes == 1,
      format: try parameters.option("format", PictureFormat.list { "\"\($0)\"" }) {
        $0.string.flatMap(PictureFormat.init(rawValue:))
      },
      longEdges: sizes,
      quality: try parameters.option("quality", "a whole number from 1 to 100") { value in
        value.integer.flatMap { (1...100).contains($0) ? $0 : nil }
      })
    if !force, output.replacesFile { throw CallParameters.wouldReplace(name) }
    return output
  }
}
