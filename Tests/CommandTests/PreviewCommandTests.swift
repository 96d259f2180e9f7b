import Foundation
import Imaging
import Testing
import _TestSupport

@Suite("photoprep preview")
struct PreviewCommandTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func path(_ name: String) -> String { directory.url.appending(path: name).path }

  private func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: directory.url.appending(path: name))
    return path(name)
  }

  @Test func `a template is drawn in its own size, and what stands in is said`() throws {
    let result = try Tool.run(["preview", "danke", "-o", path("a.png")])
    #expect(result.status == 0)
    #expect(result.output == "\(path("a.png"))  474×474\n")
    #expect(result.messages.contains("fonts that stand in: "))
    let png = try Data(contentsOf: directory.url.appending(path: "a.png"))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test(arguments: [([], "1590×757"), (["--device", "iPad mini 7"], "1269×611")])
  func `an extra large widget is an iPad's`(device: [String], size: String) throws {
    let options = ["--size", "extra-large", "--scale", "2", "-o", path("a.png")]
    let result = try Tool.run(["preview", "poster"] + options + device)
    #expect(result.output == "\(path("a.png"))  \(size)\n")
  }

  @Test(arguments: [
    ("a.jpg", [0xFF, 0xD8, 0xFF] as [UInt8]), ("a.JPEG", [0xFF, 0xD8, 0xFF]),
    ("a.png", [0x89, 0x50]),
  ]) func `a picture is a JPEG where its file is called so`(name: String, start: [UInt8]) throws {
    #expect(try Tool.run(["preview", "danke", "-o", path(name)]).status == 0)
    let bytes = try Data(contentsOf: directory.url.appending(path: name))
    #expect(bytes.starts(with: start))
  }

  @Test func `a preview takes the place of a preview, and of nothing else`() throws {
    for _ in 0..<2 {
      #expect(try Tool.run(["preview", "danke", "-o", path("a.jpg")]).status == 0)
    }
    let photo = try Data(contentsOf: Fixture.url("orientation/6.jpg"))
    try photo.write(to: directory.url.appending(path: "photo.jpg"))
    let text = try write("mine", to: "notes.png")
    // Neither has anything of a camera.
    for (fixture, name) in [("scenes/boats.jpg", "bare.jpg"), ("formats/rgba.png", "bare.png")] {
      let bytes = try Data(contentsOf: Fixture.url(fixture))
      try bytes.write(to: directory.url.appending(path: name))
      let result = try Tool.run(["preview", "danke", "-o", path(name)])
      #expect(result.status == 1 && result.messages.contains("add --force"))
      #expect(try Data(contentsOf: directory.url.appending(path: name)) == bytes)
      for options in [["--force"], []] {
        #expect(try Tool.run(["preview", "danke", "-o", path(name)] + options).status == 0)
      }
    }
    try Data(#"<svg xmlns="http://www.w3.org/2000/svg"/>"#.utf8)
      .write(to: directory.url.appending(path: "cart.fill.svg"))
    for (arguments, name) in [
      (["poster", "--force", "--picture", "photo=\(directory.url.path)/./photo.jpg"], "photo.jpg"),
      (["poster", "--picture", "photo=\(path("photo.jpg"))"], "photo.jpg"),
      (["danke", "--force", "--symbols", directory.url.path], "cart.fill.svg"),
      (["danke", "--force", "--fonts", directory.url.path], "photo.jpg"),
      (["danke"], "photo.jpg"), (["danke"], "notes.png"),
    ] {
      let result = try Tool.run(["preview"] + arguments + ["-o", path(name)])
      #expect(result.status == 1 && result.messages.contains("There is a file already"))
    }
    #expect(try Data(contentsOf: directory.url.appending(path: "photo.jpg")) == photo)
    #expect(try String(contentsOfFile: text, encoding: .utf8) == "mine")
  }

  /// Byte 25 is the colour type: 2 is RGB, 6 has alpha.
  @Test(
    arguments: zip([[], ["--ground", "none"], ["--ground", "#336699"]], [2, 6, 2] as [UInt8]))
  func `widgets of the Lock Screen lie on a ground unless that is not wanted`(
    options: [String], type: UInt8
  ) throws {
    let result = try Tool.run(
      ["preview", "office-days", "--size", "circular", "-o", path("a.png")] + options)
    #expect(result.status == 0)
    #expect(try Data(contentsOf: directory.url.appending(path: "a.png"))[25] == type)
  }

  @Test(arguments: [
    (["office-days", "--size", "circular"], "174×174"), (["danke"], "493×493"),
  ])
  func `a device is enough to have its sizes`(template: [String], size: String) throws {
    let device = ["--device", "402x874@3"]
    let result = try Tool.run(["preview", "-o", path("a.png")] + template + device)
    #expect(result.output == "\(path("a.png"))  \(size)\n", "\(result)")
  }

  @Test func `symbols of one's own are drawn in the view's colour, those that are no SVG told`()
    throws
  {
    let symbols = directory.url.appending(path: "symbols")
    try FileManager.default.createDirectory(at: symbols, withIntermediateDirectories: true)
    let logo = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></svg>
      """
    for (name, text) in [("own.logo.svg", logo), ("heart.svg", "<html></html>")] {
      try Data(text.utf8).write(to: symbols.appending(path: name))
    }
    let template = try write(
      """
      { "families": { "small": [20, 20] }, "body": { "symbol": "{name}", "size": 20, "color": "#0000FF" }, "data": { "name": "own.logo" } }
      """, to: "own.json")
    func run(_ name: String) throws -> (messages: String, middle: [UInt8]) {
      let data = try write("{ \"name\": \"\(name)\" }", to: "data.json")
      let result = try Tool.run([
        "preview", template, "--data", data, "--symbols", symbols.path, "--scale", "1", "-o",
        path("a.png"),
      ])
      #expect(result.status == 0, "\(result)")
      let png = try Data(contentsOf: directory.url.appending(path: "a.png"))
      let pixels = try LocalPNGReader().pixels(of: png, structure: PNGStructure(png))
      return (result.messages, Array(pixels.bytes[(10 * 20 + 10) * 4..<(10 * 20 + 11) * 4]))
    }
    let own = try run("own.logo")
    #expect(own.middle == [0, 0, 255, 255] && !own.messages.contains("own.logo"))
    #expect(try run("own.lgo").messages.contains("Did you mean 'own.logo'?"))
    #expect(try run("heart").messages.contains("The symbol 'heart.svg' is not drawn"))
    let missing = try Tool.run(["preview", template, "--symbols", path("no"), "-o", path("a.png")])
    #expect(missing.status == 1 && missing.messages.contains("There is no folder of symbols here"))
  }

  @Test func `a picture of one's own is shown where the template names it`() throws {
    let photo = "photo=" + Fixture.url("scenes/walker.jpg").path
    let result = try Tool.run(["preview", "poster", "--picture", photo, "-o", path("a.png")])
    #expect(result.status == 0)
    #expect(!result.messages.contains("There is no picture 'photo'"), "\(result)")
    let missing = try Tool.run(
      ["preview", "poster", "--picture", "photo=\(path("no.jpg"))", "--measure"])
    #expect(missing.status == 1 && missing.messages.contains("no.jpg"))
  }

  @Test func `data that nothing takes are said, and the widget is drawn`() throws {
    let data = try write("{ \"qoute\": \"Less.\" }", to: "data.json")
    let result = try Tool.run(["preview", "danke", "--data", data, "-o", path("a.png")])
    #expect(result.status == 0)
    #expect(result.messages.contains("takes no 'qoute'"))
    #expect(result.messages.contains("Did you mean 'quote'?"))
  }

  @Test func `a widget is mirrored, and has the colours of the scheme that is asked for`() throws {
    let plain = try Tool.run(["preview", "birthdays", "--size", "medium", "--measure"]).objects()
    let options = [
      "--environment", "layoutDirection=rightToLeft", "--environment", "colorScheme=dark",
    ]
    let mirrored = try Tool.run(
      ["preview", "birthdays", "--size", "medium", "--measure"] + options
    ).objects()
    func name(_ views: [[String: Any]]) throws -> [String: Any] {
      try #require(views.first { $0["id"] as? String == "name" })
    }
    let (first, second) = (try name(plain), try name(mirrored))
    #expect((first["frame"] as? [Double])?[0] == 16)
    let frame = try #require(second["frame"] as? [Double])
    #expect(abs(frame[0] + frame[2] - (378 - 16)) < 0.01)
    #expect(first["color"] as? String == "#000000" && second["color"] as? String == "#FFFFFF")
  }

  @Test(arguments: ["colorScheme=blue", "scheme=dark", "dynamicTypeSize"])
  func `an environment that there is not is said with all that there are`(given: String) throws {
    let result = try Tool.run(
      ["preview", "danke", "--environment", given, "-o", path("a.png")])
    #expect(result.status != 0)
    #expect(result.messages.contains("--environment is '\(given)'; write it as name=value, of"))
    for words in ["colorScheme (light, dark)", "accessibility5)", "(leftToRight, rightToLeft)."] {
      #expect(result.messages.contains(words), "\(words)")
    }
  }

  /// Seven widgets of 158 points with 16 between them and around, and their names below.
  @Test func `a sheet has a widget in every rendering side by side`() throws {
    let result = try Tool.run(["preview", "danke", "--sheet", "-o", path("sheet.png")])
    #expect(result.status == 0)
    #expect(result.output == "\(path("sheet.png"))  1234×218\n", "\(result)")
  }

  @Test func `measures are one JSON object per line, with data filled in`() throws {
    let data = try write("{ \"quote\": \"Less.\" }", to: "data.json")
    let result = try Tool.run(["preview", "danke", "--data", data, "--measure"])
    let quote = try #require(try result.objects().first { $0["id"] as? String == "quote" })
    #expect(quote["text"] as? String == "Less.")
    #expect((quote["frame"] as? [Double])?.prefix(2) == [16, 16])
    #expect(try result.objects().last?["standIns"] != nil)
  }

  @Test func `an error in a template says its file, line and place`() throws {
    let file = try write("{\n\"body\": { \"txt\": 1 }\n}", to: "bad.json")
    let result = try Tool.run(["preview", file, "--measure"])
    #expect(result.status == 1)
    #expect(result.messages.contains("bad.json: line 2 (/body): A view has exactly one of"))
  }

  @Test(arguments: [
    (["preview"], "Name a template, or a store"),
    (["preview", "danke"], "Name the picture's file with --output"),
    (
      ["preview", "danke", "--store", "S", "--size", "huge", "--measure"],
      "drawn small, medium, large, portrait, extra-large"
    ),
    (["preview", "--store", "S", "--data", "d.json", "--measure"], "--data needs a template"),
    (["preview", "app-store", "--store", "S", "--measure"], "has close-up, home-screen, several"),
    (["preview", "no-such", "--measure"], "nor a template of photoprep: app-store"),
    (["preview", "danke", "--measure", "--size", "huge"], "takes small, rectangular"),
    (["preview", "danke", "--measure", "--scale", "9"], "from 1 to 4"),
    (["preview", "danke", "--measure", "--sheet"], "--sheet has every rendering"),
    (
      ["preview", "danke", "--measure", "--accented-image", "desaturated"],
      "--accented-image needs --rendering accented"
    ),
    (
      ["preview", "danke", "--measure", "--rendering", "grey"],
      "'grey' is not one of full-color, accented, vibrant"
    ),
    (["preview", "danke", "--measure", "--tint", "blue"], "write it as #RRGGBB"),
    (["preview", "danke", "--measure", "--picture", "a.jpg"], "write it as name=file"),
    (["preview", "--store", "S", "--picture", "a=b", "--measure"], "needs a template, and"),
    (
      ["preview", "--store", "S", "--color-vision", "protanopia", "--measure"],
      "needs a template"
    ),
    (["preview", "danke", "--measure", "--ground", "blue"], "write it as #RRGGBB, or none"),
    (["preview", "danke", "--measure", "--timeout", "0"], "--timeout is 0; it must be from 1"),
    (
      ["preview", "poster", "--measure", "--size", "extra-large", "--device", "iPhone 17"],
      "402x874@3-ios27 has no extra-large widget; 'photoprep devices' lists"
    ),
  ]) func `what cannot be meant is a usage error`(arguments: [String], words: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 64)
    #expect(result.messages.replacing("\n", with: " ").contains(words))
  }

  @Test func `what is no plain file is refused and never waited for`() throws {
    let fonts = directory.url.appending(path: "fonts")
    try FileManager.default.createDirectory(at: fonts, withIntermediateDirectories: true)
    for name in ["fifo", "fonts/fifo.ttf"] { #expect(mkfifo(path(name), 0o600) == 0) }
    for (arguments, words) in [
      ([path("fifo")], "is not a file that can be read"),
      (["danke", "--data", path("fifo")], "There is no JSON object"),
      (["danke", "--fonts", fonts.path], "'fifo.ttf' is not a readable file"),
    ] {
      let result = try Tool.run(["preview", "--measure"] + arguments)
      #expect(result.status != 0 && result.messages.contains(words), "\(result.messages)")
    }
  }

  @Test func `measures move no cursor, and say what is in the text`() throws {
    let text = "a\u{7F}b\u{9B}31mc\u{202E}d"
    let data = try write("{ \"quote\": \"\(text)\" }", to: "data.json")
    let result = try Tool.run(["preview", "danke", "--data", data, "--measure"])
    #expect(result.output.contains(#"a\u007fb\u009b31mc\u202ed"#))
    let quote = try #require(try result.objects().first { $0["id"] as? String == "quote" })
    #expect(quote["text"] as? String == text)
  }

  @Test
  func `a store's photos are drawn in every family, and its designs instead where it has some`()
    throws
  {
    let store = path("store")
    let photo = Fixture.url("scenes/walker.jpg").path
    #expect(try Tool.run(["prep", photo, "--store", store, "-q"]).status == 0)
    let photos = try Tool.run(["preview", "--store", store, "-o", path("photos")])
    #expect(photos.output.split(separator: "\n").count == 4)
    #expect(photos.output.contains("-large.png  1134×1182"))
    try design(ofThePhotoIn: "store", template: "weather")
    let designs = try Tool.run([
      "preview", "--store", store, "--design", "one", "-o", path("designs"), "--measure",
    ])
    #expect(
      designs.messages.contains("template 'weather' is drawn as a poster. (one)\n"))
    let views = try designs.objects()
    #expect(views.count { $0["text"] as? String == "Hello" } == 4)
    #expect(views.count { $0["id"] as? String == "shade" } == 4)
    let files = try FileManager.default.contentsOfDirectory(atPath: path("designs"))
    #expect(
      files.sorted() == ["one-large.png", "one-medium.png", "one-portrait.png", "one-small.png"])
  }

  /// Makes a design `one` of the only photo of a store, and returns the photo's record.
  @discardableResult private func design(
    ofThePhotoIn store: String, template: String
  ) throws -> String {
    let files = FileManager.default
    let record = try #require(try files.contentsOfDirectory(atPath: path("\(store)/Photos")).first)
    let image = try String(contentsOfFile: path("\(store)/Photos/\(record)"), encoding: .utf8)
    try files.createDirectory(atPath: path("\(store)/Designs"), withIntermediateDirectories: true)
    let layout = "\"layout\": { \"posterOverlayMode\": \"caption\", \"template\": \"\(template)\" }"
    _ = try write(
      "{ \"primaryText\": \"Hello\", \(layout), \"image\": \(image) }",
      to: "\(store)/Designs/one.json")
    return image
  }

  @Test(arguments: [("bottom", true), ("top", false), (nil, false)])
  func `a design's text is as its photo's record says, where that is about the lower end`(
    side: String?, isUsed: Bool
  ) throws {
    let photo = Fixture.url("scenes/lighthouse.jpg").path
    let text = side.map { ["--text", $0] } ?? []
    #expect(try Tool.run(["prep", photo, "--store", path("store"), "-q"] + text).status == 0)
    let record = try JSONSerialization.jsonObject(
      with: Data(design(ofThePhotoIn: "store", template: "poster").utf8))
    let views = try Tool.run(["preview", "--store", path("store"), "--measure"]).objects()
    let analysis = ((record as? [String: Any])?["photoprep"] as? [String: Any])?["analysis"]
    let styles = (analysis as? [String: Any])?["text"] as? [String: [String: Any]]
    #expect((styles == nil) == (side == nil))
    let titles = views.filter { $0["text"] as? String == "Hello" }
    let even = views.filter { $0["id"] as? String == "evenScrim" }
    #expect(even.count == (isUsed ? 4 : 0))
    #expect(views.count { $0["id"] as? String == "shade" } == (isUsed ? 0 : 4))
    for (index, family) in ["small", "medium", "large"].enumerated() {
      let ink = isUsed ? styles?[family]?["color"] as? String : "#FFFFFF"
      #expect(titles[index]["color"] as? String == ink)
      if isUsed { #expect(try #require((even[index]["frame"] as? [Double])?.last) > 50) }
    }
  }

  @Test func `a store's designs are drawn by a person's own template, with one theme a photo`()
    throws
  {
    let store = path("store")
    let photo = Fixture.url("scenes/walker.jpg").path
    #expect(try Tool.run(["prep", photo, "--store", store, "-q"]).status == 0)
    try design(ofThePhotoIn: "store", template: "poster")
    let body = """
      { "vstack": [
        { "id": "own", "text": "{title}: {more}", "color": "{theme.foreground}" },
        { "image": "{photo}", "mode": "fill", "width": 40, "height": 40 }
      ], "background": "{theme.background}" }
      """
    let families = #"{ "large": null, "small": null, "inline": [200, 20] }"#
    let template = try write(
      #"{ "name": "Own", "families": \#(families), "body": \#(body) }"#, to: "own.json")
    let data = try write(#"{ "more": "and more" }"#, to: "d.json")
    let run = ["preview", template, "--store", store, "--data", data, "--measure"]
    let own = try Tool.run(run).objects().filter { $0["id"] as? String == "own" }
    #expect(own.map { $0["text"] as? String } == ["Hello: and more", "Hello: and more"])
    let colours = own.compactMap { $0["color"] as? String }
    #expect(colours.count == 2 && Set(colours).count == 1 && colours[0].hasPrefix("#"))
    #expect(
      try Tool.run(run + ["--size", "large"]).objects().count { $0["id"] as? String == "own" } == 1)
    let themed = try Tool.run(["preview", "themed", "--store", store, "-o", path("themed")])
    #expect(themed.output.split(separator: "\n").count == 4)
  }

  @Test func `a list of designs and those in the app's preferences are drawn, each once`() throws {
    let store = path("store")
    #expect(try Tool.run(["store", "init", "--store", store]).status == 0)
    let empty = try Tool.run(["preview", "--store", store, "--measure"])
    #expect(empty.status == 0 && empty.messages.contains("no design and no photo here to draw"))
    func design(_ id: String, _ title: String) -> String {
      "{ \"id\": \"\(id)\", \"name\": \"\(title)\", \"primaryText\": \"\(title)\" }"
    }
    let files = FileManager.default
    for folder in ["Designs", "Library/Preferences"] {
      try files.createDirectory(atPath: "\(store)/\(folder)", withIntermediateDirectories: true)
    }
    _ = try write("[\(design("A", "a")), \(design("B", "b"))]", to: "store/Designs/two.json")
    let list = Data("[\(design("B", "old")), \(design("../C", "c"))]".utf8)
    let preferences = try PropertyListSerialization.data(
      fromPropertyList: ["widgetweaver.specs.v1": list], format: .binary, options: 0)
    try preferences.write(to: directory.url.appending(path: "store/Library/Preferences/app.plist"))
    let drawn = try Tool.run(["preview", "--store", store, "-o", path("drawn")])
    #expect(drawn.status == 0)
    let names = try files.contentsOfDirectory(atPath: path("drawn"))
    #expect(
      names.filter { $0.hasSuffix("-small.png") }.sorted() == [
        "C-small.png", "two-2-small.png", "two-small.png",
      ])
    let one = try Tool.run(["preview", "--store", store, "--design", "c", "--measure"]).objects()
    let titles = one.filter { $0["id"] as? String == "title" }
    #expect(titles.map { $0["text"] as? String } == ["c", "c", "c"])
  }

  @Test func `a design whose photo is gone is named, and the run ends with 2`() throws {
    let store = path("store")
    #expect(
      try Tool.run(["prep", Fixture.url("scenes/walker.jpg").path, "--store", store, "-q"]).status
        == 0)
    try design(ofThePhotoIn: "store", template: "poster")
    let files = FileManager.default
    let images = "\(store)/WidgetWeaverImages"
    for name in try files.contentsOfDirectory(atPath: images) {
      try files.removeItem(atPath: "\(images)/\(name)")
    }
    let result = try Tool.run(["preview", "--store", store, "-o", path("drawn")])
    #expect(result.status == 2)
    #expect(result.messages.contains("one, small: There is no picture to show"))
  }

  @Test func `a design's filter is drawn`() throws {
    let store = path("store")
    let photo = Fixture.url("scenes/walker.jpg").path
    #expect(try Tool.run(["prep", photo, "--store", store, "-q"]).status == 0)
    let record = try #require(
      try FileManager.default.contentsOfDirectory(atPath: store + "/Photos").first)
    let image = try String(
      contentsOf: directory.url.appending(path: "store/Photos/\(record)"), encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: store + "/Designs", withIntermediateDirectories: true)
    for (name, token) in [("plain", "none"), ("noir", "noir"), ("noir2", "noir")] {
      let filter = "\"filter\": { \"token\": \"\(token)\", \"intensity\": 1 }"
      _ = try write(
        "{ \"image\": { \(filter), \(image.dropFirst()) }", to: "store/Designs/\(name).json")
    }
    #expect(try Tool.run(["preview", "--store", store, "-o", path("drawn")]).status == 0)
    let drawn = try ["plain", "noir", "noir2"].map {
      try Data(contentsOf: directory.url.appending(path: "drawn/\($0)-small.png"))
    }
    #expect(drawn[0] != drawn[1] && drawn[1] == drawn[2])
  }
}
