internal import AppIcon
internal import ArgumentParser
internal import Foundation
internal import Imaging
internal import PhotoPipeline
internal import PhotoServing
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage
internal import WidgetDrawing
internal import WidgetPreview

struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Draws widgets as they will look, from templates and data or from a store.",
    discussion: """
      A template is a JSON document that describes a widget, or the name of one that comes with \
      photoprep: \(Template.builtIn.keys.sorted().joined(separator: ", ")). With --store it draws \
      the designs of a store, each in its small, medium and large widget and in those of further \
      families that its photo has; without designs, the store's photos. With both, the template draws \
      each design with its text, its photo and the photo's colours. --rendering and --sheet show the \
      widget on a tinted or clear Home Screen and on the Lock Screen.

      Examples:
        photoprep preview danke -o danke.png
        photoprep preview danke --data mine.json --scale 2 --measure
        photoprep preview poster --picture photo=beach.jpg -o poster.png
        photoprep preview --store Container -o previews
        photoprep preview themed --store Container -o previews
      """)

  @Argument(
    help: ArgumentHelp(
      "A template's file, or the name of one of photoprep's.", valueName: "template"),
    completion: .list(Template.builtIn.keys.sorted()))
  var template: String?

  @Option(
    name: .customLong("store"),
    help: ArgumentHelp("Draw the designs of this store.", valueName: "dir"),
    completion: .directory)
  var store: String?

  @Option(help: ArgumentHelp("Draw only this design of the store.", valueName: "name"))
  var design: String?

  @Option(
    help: ArgumentHelp("A JSON object with the data of the template.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var data: String?

  @Option(
    name: .customLong("picture"),
    help: ArgumentHelp(
      "A picture for the views of the template that show this name; may be repeated.",
      valueName: "name=file"))
  var pictures: [String] = []

  @Option(
    help: ArgumentHelp(
      "The widget's family, or its width and height in points as 158x158; by default the template's first.",
      valueName: "size"))
  var size: String?

  @Option(
    help: ArgumentHelp(
      "The device whose widget is drawn. (default: the largest iPhone)", valueName: "device"),
    completion: WidgetScreen.completion, transform: WidgetScreen.named)
  var device: WidgetScreen?

  @Option(help: ArgumentHelp("The pixels of a point, 1 to 4.", valueName: "n"))
  var scale = 3

  @Flag(help: "Draw in the one colour of the Lock Screen.")
  var monochrome = false

  @Option(
    help: ArgumentHelp(
      """
      How the system draws the widget: full-color; accented, a tinted or clear Home Screen, without \
      background and in one colour; vibrant, the Lock Screen. (default: full-color)
      """,
      valueName: "mode"), completion: .list(words(of: WidgetRendering.self)), transform: word)
  var rendering: WidgetRendering?

  @Option(
    help: ArgumentHelp(
      """
      How an accented widget draws photos: full-color, desaturated, accented-desaturated or accented; \
      without it, as for an app that declares nothing: an even white shape.
      """,
      valueName: "mode"), completion: .list(words(of: AccentedImage.self)), transform: word)
  var accentedImage: AccentedImage?

  @Option(
    help: ArgumentHelp(
      "The tint of accented photos. (default: #007AFF)", valueName: "colour", visibility: .hidden))
  var tint: String?

  @Option(
    name: .customLong("environment"),
    help: ArgumentHelp(
      """
      What the system tells the widget, by SwiftUI's names; may be given several times: \
      \(WidgetEnvironment.choices).
      """,
      valueName: "name=value", visibility: .hidden))
  var environments: [String] = []

  @Option(
    help: ArgumentHelp(
      "Draw a template as seen with a colour vision deficiency: protanopia, deuteranopia or tritanopia.",
      valueName: "vision", visibility: .hidden), completion: .list(words(of: ColourVision.self)),
    transform: word)
  var colorVision: ColourVision?

  @Option(
    help: ArgumentHelp(
      """
      The colour behind the widget as #RRGGBB, or none. (default: a dark grey behind circular, \
      rectangular and inline, else none)
      """,
      valueName: "colour", visibility: .hidden))
  var ground: String?

  @Flag(help: "Draw a sheet of every rendering, side by side, at one pixel a point.")
  var sheet = false

  @Option(
    help: ArgumentHelp("A folder of fonts to use before the system's.", valueName: "dir"),
    completion: .directory)
  var fonts: String?

  @Option(
    help: ArgumentHelp("A folder of your own symbols: cart.fill.svg.", valueName: "dir"),
    completion: .directory)
  var symbols: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture's file: a PNG, or a JPEG if it ends in .jpg; with --store the folder for the pictures.",
      valueName: "path"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace the file of --output, but no input of this.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Give up a widget that takes longer, in seconds.", valueName: "n", visibility: .hidden))
  var timeout = IsolationSettings.standardSeconds

  @Flag(help: "Print the place of every view in points as JSON lines.")
  var measure = false

  @OptionGroup var parallel: JobsOption

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    guard TemplateRequest.scales.contains(scale) else {
      throw ValidationError("--scale is \(scale); it must be from 1 to 4.")
    }
    try IsolationOptions.checkTimeout(timeout)
    guard template != nil || store != nil else {
      throw ValidationError("Name a template, or a store with --store.")
    }
    if let tint, Colour(hex: tint) == nil {
      throw ValidationError("--tint is '\(tint.displayText)'; write it as #RRGGBB.")
    }
    if let ground, ground != "none", Colour(hex: ground) == nil {
      throw ValidationError("--ground is '\(ground.displayText)'; write it as #RRGGBB, or none.")
    }
    if sheet, rendering != nil || accentedImage != nil || measure {
      throw ValidationError(
        "--sheet has every rendering; leave out --rendering, --accented-image and --measure.")
    }
    if accentedImage != nil, rendering != .accented {
      throw ValidationError("--accented-image needs --rendering accented.")
    }
    if design != nil, store == nil { throw ValidationError("--design needs --store.") }
    if colorVision != nil, template == nil || store != nil {
      throw ValidationError("--color-vision needs a template, and cannot be combined with --store.")
    }
    if !pictures.isEmpty, template == nil || store != nil {
      throw ValidationError("--picture needs a template, and cannot be combined with --store.")
    }
    _ = try environment()
    for picture in pictures where Self.named(picture) == nil {
      throw ValidationError(
        "--picture is '\(picture.displayText)'; write it as name=file, such as photo=beach.jpg.")
    }
    if data != nil, template == nil { throw ValidationError("--data needs a template.") }
    if let size, store != nil, RenderFamily(name: size) == nil {
      throw ValidationError(
        "The size is '\(size.displayText)'; a store's designs are drawn "
          + RenderFamily.allCases.map(\.name).joined(separator: ", ") + ".")
    }
    if output == nil, !measure {
      throw ValidationError("Name the picture's file with --output, or add --measure.")
    }
  }

  func run() throws {
    try reportingFailure {
      guard let symbols else { return try draw(with: nil) }
      // Others have made them: they are drawn in a process that can reach nothing (decision 0614).
      try IsolationOptions.standard.readingIcons { reader, _ in
        let folder = RawArguments.path(for: symbols).string
        try draw(
          with: try SymbolFolder(folder) { svg, side in
            try SVGPicture(svg, scaledBy: { Double(side) / max($0.x, $0.y) }, reader).pixels
          })
      }
    }
  }

  private func draw(with symbols: SymbolFolder?) throws {
    let renderer = try WidgetRenderer(fonts: fonts, symbols: symbols)
    let template = try template.map(Self.template)
    if let template, store == nil { return try drawTemplate(template, renderer) }
    try drawStore(by: template, renderer)
  }
}

// MARK: Templates

extension PreviewCommand {
  private var look: RenderingLook {
    RenderingLook(
      rendering ?? .fullColor, image: accentedImage,
      tint: tint.flatMap(Colour.init(hex:)) ?? RenderingLook.usualTint)
  }

  /// Draws a widget as it is asked for, or a sheet of all its renderings.
  private func rendered(
    _ request: TemplateRequest, _ renderer: WidgetRenderer,
    _ draw: (TemplateRequest) throws -> RenderedWidget
  ) throws -> RenderedWidget {
    guard sheet else { return try draw(request) }
    return try renderer.sheet(tint: look.tint) { look in
      var one = request
      (one.look, one.scale, one.ground) = (look, 1, nil)
      return try draw(one)
    }
  }

  private func request() throws -> TemplateRequest {
    var request = TemplateRequest()
    (request.size, request.screen) = (size, device)
    (request.scale, request.isMonochrome, request.seconds) = (scale, monochrome, timeout)
    request.look = look
    request.environment = try environment()
    request.vision = colorVision ?? .usual
    request.ground = ground.flatMap(Colour.init(hex:))
    for (name, file) in pictures.compactMap(Self.named) {
      let path = RawArguments.path(for: file).string
      request.pictures[name] = try WidgetRenderer.picture(path: path)
    }
    guard let data else { return request }
    guard let bytes = Template.document(data), bytes.count <= TemplateLimits.bytes,
      let values = try JSONValue.parsing(bytes, path: data).object
    else {
      throw ValidationError(
        "\(data.displayText): There is no JSON object of at most 1 MiB here that can be read.")
    }
    request.data = values
    return request
  }

  private func environment() throws -> WidgetEnvironment {
    var environment = WidgetEnvironment()
    for given in environments {
      let end = given.firstIndex(of: "=") ?? given.endIndex
      if environment.set(String(given[..<end]), to: String(given[end...].dropFirst())) { continue }
      throw ValidationError(
        "--environment is '\(given.displayText)'; write it as name=value, of \(WidgetEnvironment.choices)."
      )
    }
    return environment
  }

  private static func named(_ picture: String) -> (name: String, file: String)? {
    guard let end = picture.firstIndex(of: "="), end > picture.startIndex else { return nil }
    let file = String(picture[picture.index(after: end)...])
    return file.isEmpty ? nil : (String(picture[..<end]), file)
  }

  private static func template(named name: String) throws -> Template {
    do { return try Template(named: name) } catch let missing as Template.Missing {
      throw ValidationError(missing.description)
    }
  }

  private func drawTemplate(_ template: Template, _ renderer: WidgetRenderer) throws {
    var request = try request()
    let family = size ?? template.families[0].family
    if ground == nil, Template.accessories.contains(family) {
      request.ground = WidgetRenderer.wallpaper
    }
    say(unused: template.unused(of: request.data))
    let widget: RenderedWidget
    do {
      widget = try rendered(request, renderer) { try renderer.render(template, $0) }
    } catch let fault as TemplateRequest.SizeFault {
      throw ValidationError("--size: \(fault)")
    }
    let file = output.map { RawArguments.path(for: $0) }
    if let file {
      try check(file)
      try OutputFile(file).write(try Self.bytes(of: widget, for: file))
    }
    var said: Set<String> = []
    try show(widget, in: file, &said)
  }

  /// The picture in the format that its file's name says: PNG unless it ends as JPEGs do.
  private static func bytes(of widget: RenderedWidget, for file: FilePath) throws -> [UInt8] {
    try PictureFormat(ending: file.extension) == .jpg
      ? widget.jpeg(quality: jpegQuality) : widget.png()
  }

  /// Refuses to put the picture in the place of what it is made of, or of a file of another's.
  private func check(_ file: FilePath) throws {
    let files = pictures.compactMap { Self.named($0)?.file } + [data, template].compactMap(\.self)
    let folders = [fonts, symbols].compactMap(\.self).map { RawArguments.path(for: $0) }
    let inFolders = folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [])
        .map { folder.appending($0) }
    }
    try OutputFile(file).check(isNoneOf: files.map { RawArguments.path(for: $0) } + inFolders)
    try checkReplacing(file)
  }

  /// Refuses to replace what this command has not drawn, unless that is asked for.
  private func checkReplacing(_ file: FilePath) throws {
    try OutputFile(file).check(
      replacing: "a drawn widget", orElse: "Name another, or add --force."
    ) { force || RenderedWidget.isBeginning($0) }
  }

  /// Of text on even grounds artefacts are seen early; our choice.
  private static let jpegQuality = 92

  /// Says which data of --data nothing in the template takes.
  private func say(unused: [(name: String, meant: String?)]) {
    let console = Console(verbosity.level)
    for (name, meant) in unused {
      let question = meant.map { " Did you mean '\($0)'?" } ?? ""
      console.note(
        "note: The template takes no '\(name.displayText)'; what --data says of it is not used."
          + question)
    }
  }
}

// MARK: Stores

extension PreviewCommand {
  /// Says what the app does otherwise, each sentence once, with the first designs' titles.
  private func say(remarksOn posters: [Poster]) {
    let console = Console(verbosity.level)
    var titles: [String: [String]] = [:]
    for poster in posters {
      for remark in poster.remarks { titles[remark, default: []].append(poster.title) }
    }
    for (remark, titles) in titles.sorted(by: { $0.key < $1.key }) {
      let more = titles.count > 3 ? " and \(counted(titles.count - 3, "other design"))" : ""
      console.note("note: \(remark) (\(titles.prefix(3).joined(separator: ", "))\(more))")
    }
  }

  /// The families of a store's pictures that are drawn.
  private func families(of template: Template?) throws -> [RenderFamily] {
    let wanted = RenderFamily.allCases.filter { size == nil || $0.name == size }
    guard let template else { return wanted }
    let names = template.families.map(\.family)
    let families = wanted.filter { names.contains($0.name) }
    guard families.isEmpty else { return families }
    throw ValidationError(
      "The template has \(names.joined(separator: ", ").displayText); a store's designs are drawn "
        + "\(wanted.map(\.name).joined(separator: ", ")). Add one to its families.")
  }

  private func drawStore(by template: Template?, _ renderer: WidgetRenderer) throws {
    let families = try families(of: template)
    let view = try StoreView(
      RawArguments.path(for: store ?? ""), isolation: IsolationOptions.standard)
    let folder = output.map { RawArguments.path(for: $0) }
    if let folder { try DiskFileSystem().createDirectories(at: folder) }
    let posters = try view.posters(named: design)
    if posters.isEmpty {
      Console().message("\(view.path.displayText): There is no design and no photo here to draw.")
    }
    if template == nil { say(remarksOn: posters) }
    var said = Set(posters.flatMap(\.remarks))
    var hasFailed = false
    let request = try request()
    let widgets = posters.lazy.flatMap { poster in
      let own = size == nil ? poster.families(in: view.container) : families
      return families.filter(own.contains).map { (poster, $0) }
    }
    try WorkerThreads(count: parallel.jobs ?? JobCount.standard).run(over: widgets) {
      poster, family in
      let file = folder?.appending("\(poster.name)-\(family.name).png")
      let drawn = Result {
        let widget = try rendered(request, renderer) {
          try renderer.render(poster, for: family, in: view.container, by: template, $0)
        }
        // Synchronising thousands of files takes long, and they can be drawn again (decision 0733).
        if let file {
          try checkReplacing(file)
          try OutputFile(file).write(try widget.png(), isLasting: false)
        }
        return widget
      }
      return (name: "\(poster.name.displayText), \(family.name)", file: file, widget: drawn)
    } consume: { drawn in
      let console = Console(verbosity.level)
      do {
        try show(try drawn.widget.get(), in: drawn.file, &said)
      } catch let error where error is PhotoprepError || error is DrawingError {
        console.message("\(drawn.name): \(error)")
        hasFailed = true
      }
    }
    if hasFailed { try ExitStatus.someRejected.exit() }
  }

  /// Names a picture's file, prints measures, and says, once in a run, what is not as it will be.
  private func show(
    _ widget: RenderedWidget, in file: FilePath?, _ said: inout Set<String>
  ) throws {
    let console = Console(verbosity.level)
    if let file, !measure, verbosity.level > .quiet {
      try console.result("\(file.displayText)  \(widget.size)")
    }
    if measure {
      for view in widget.layout.all { try console.result(view.json.lineText) }
      try console.result(JSONValue.object(["standIns": widget.standInNames]).lineText)
    }
    let fonts = widget.standIns.map(\.description).joined(separator: ", ")
    let notes = fonts.isEmpty ? [] : ["fonts that stand in: \(fonts); --fonts takes the real ones."]
    for note in notes + widget.notes where said.insert(note).inserted {
      console.note("note: \(note)")
    }
  }
}

private func word<Choice: CaseIterable & RawRepresentable<String>>(_ text: String) throws -> Choice
{
  if let choice = Choice(rawValue: text) { return choice }
  throw ValidationError(
    "'\(text.displayText)' is not one of " + words(of: Choice.self).joined(separator: ", ") + ".")
}

private func words<Choice: CaseIterable & RawRepresentable<String>>(of: Choice.Type) -> [String] {
  Choice.allCases.map(\.rawValue)
}
