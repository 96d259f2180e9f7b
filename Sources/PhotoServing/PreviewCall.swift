internal import Foundation
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage
internal import WidgetDrawing
internal import WidgetPreview

/// The parameters of the method `preview`, with the same meaning as the options of the command `preview`.
struct PreviewCall {
  private enum Subject {
    case template(String)
    case design(String, store: String, RenderFamily, by: String?)
  }

  /// The file to write, if requested.
  let output: String?
  /// Whether the answer has the place of every view.
  let isMeasured: Bool
  /// The template's file or name, if any.
  let template: String?
  private let subject: Subject
  private let request: TemplateRequest

  /// Reads parameters.
  init(_ params: JSONValue?) throws {
    let need = "a 'template', or a 'store' and a 'design'"
    var parameters = try CallParameters(params, of: "preview", naming: need)
    request = try TemplateRequest(&parameters)
    template = try parameters.name("template", "a template's file or name")
    if let store = try parameters.name("store", "the folder of a store") {
      guard let design = try parameters.name("design", "the name of a design") else {
        throw CallParameters.Fault(message: "'store' needs a 'design'.")
      }
      guard let family = RenderFamily(name: request.size ?? "small") else {
        throw CallParameters.Fault(
          message: "'size' must be a family's name, such as small, for a design.")
      }
      subject = .design(design, store: store, family, by: template)
    } else if let template {
      subject = .template(template)
    } else {
      throw CallParameters.Fault(message: "'params' must name \(need).")
    }
    output = try parameters.name("output", "the path of a file to write")
    isMeasured = try parameters.flag("measure")
    guard output != nil || isMeasured else {
      throw CallParameters.Fault(
        message: "Name an 'output' to write, or add \"measure\": true.")
    }
    if let output, try !parameters.flag("force"),
      FileManager.default.fileExists(atPath: output)
    {
      throw CallParameters.wouldReplace(output)
    }
    try parameters.end()
  }

  /// Draws the widget within so many seconds.
  func drawn(
    by renderer: WidgetRenderer, in seconds: Int, readBy workers: PhotoWorkers?
  ) throws -> RenderedWidget {
    var request = request
    request.seconds = seconds
    switch subject {
    case .template(let name):
      return try renderer.render(try Template(named: name), request)
    case .design(let name, let store, let family, let template):
      var environment = StoreEnvironment.now
      if let workers { environment.propertyLists = workers }
      let view = try StoreView(FilePath(store), in: environment)
      let poster = try view.posters(named: name)[0]
      return try renderer.render(
        poster, for: family, in: view.container, by: template.map(Template.init), request)
    }
  }
}

extension TemplateRequest {
  fileprivate init(_ parameters: inout CallParameters) throws {
    self.init()
    size = try parameters.option("size", "a family, or points such as \"158x158\"") { $0.string }
    screen = try parameters.option(
      "device", "the name of one device, as 'photoprep devices' lists them"
    ) {
      let meant = $0.string.map(WidgetScreen.matching) ?? []
      return meant.count == 1 ? meant[0] : nil
    }
    let scales = Self.scales
    scale =
      try parameters.option(
        "scale", "a whole number from \(scales.lowerBound) to \(scales.upperBound)"
      ) { value in
        value.integer.flatMap { scales.contains($0) ? $0 : nil }
      } ?? scale
    isMonochrome = try parameters.flag("monochrome")
    look.rendering = try parameters.choice("rendering") ?? look.rendering
    look.image = try parameters.choice("accented-image")
    data = try parameters.option("data", "an object with the template's data") { $0.object } ?? [:]
  }
}

/// Draws widgets for requests.
final class PreviewService: Sendable {
  private let renderer: Locked<WidgetRenderer?>
  private let seconds: Int

  /// Finds fonts in a folder, which take precedence over the system's; without one the system's are searched when the
  /// first widget is drawn.
  ///
  /// - Throws: A ``DrawingError`` when the folder cannot be read.
  init(fonts: String?, seconds: Int) throws {
    self.seconds = seconds
    renderer = Locked(try fonts.map { try WidgetRenderer(fonts: $0) })
  }

  /// Draws a widget; workers, if there are any, read the preferences of a store that belongs to an app.
  func result(of call: PreviewCall, readBy workers: PhotoWorkers?) throws -> String {
    do {
      let widget = try call.drawn(by: try madeRenderer(), in: seconds, readBy: workers)
      if let output = call.output.map({ OutputFile(FilePath($0)) }) {
        try output.check(isNoneOf: call.template.map { [FilePath($0)] } ?? [])
        try output.write(try widget.png())
      }
      return Self.answer(to: call, widget).lineText
    } catch let rejection as Rejection {
      throw ServiceError(rejection)
    } catch {
      throw ServiceError(.rejected, "\(error)")
    }
  }

  private func madeRenderer() throws -> WidgetRenderer {
    try renderer.withLock { renderer in
      if let renderer { return renderer }
      let made = try WidgetRenderer()
      renderer = made
      return made
    }
  }

  private static func answer(to call: PreviewCall, _ widget: RenderedWidget) -> JSONValue {
    var preview: [String: JSONValue] = [
      "width": .integer(widget.size.width), "height": .integer(widget.size.height),
      "standIns": widget.standInNames, "notes": .array(widget.notes.map(JSONValue.string)),
    ]
    preview["path"] = call.output.map(JSONValue.string)
    if call.isMeasured { preview["views"] = .array(widget.layout.all.map(\.json)) }
    return .object(["preview": .object(preview)])
  }
}
