import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import Testing
import WidgetDrawing
import WidgetPreview

/// Pictures that are made of whole widgets.
@Suite struct ComposedTests {
  private func template(_ body: String, more: String = "") throws -> Template {
    try Template(bytes: Array("{ \(more) \"body\": \(body) }".utf8), path: "made.json")
  }

  private func drawn(_ template: Template, _ size: String? = nil) throws -> RenderedWidget {
    var request = TemplateRequest()
    request.size = size
    return try WidgetRenderer().render(template, request)
  }

  private func picture(_ name: String, _ family: String) throws -> RenderedWidget {
    try drawn(try #require(try Template(builtIn: name)), family)
  }

  private func views(_ widget: RenderedWidget, _ id: String) -> [LaidOut] {
    widget.layout.all.filter { $0.node.name == id }
  }

  private func colours(_ views: [LaidOut]) -> [String] {
    views.compactMap(\.node.content.run?.colour.hex)
  }

  private func texts(_ widget: RenderedWidget) -> [String] {
    widget.layout.all.compactMap(\.node.content.run?.text)
  }

  @Test func `a nested widget has the same places and pixels as it has alone`() throws {
    let alone = try picture("danke", "small")
    let inside = try drawn(
      try template("{ \"widget\": \"danke\" }", more: "\"families\": { \"one\": [158, 158] },"))
    #expect(views(inside, "quote")[0].frame == views(alone, "quote")[0].frame)
    // The edge of the mask differs, as only one of them is cut after drawing; elsewhere a few pixels do by rounding.
    let different = zip(try inside.decoded().bytes, try alone.decoded().bytes).enumerated()
      .filter { $1.0 != $1.1 }
    #expect(different.count < 2000)
    #expect(
      different.allSatisfy { place, samples in
        if abs(Int(samples.0) - Int(samples.1)) <= 4 { return true }
        let (x, y) = (place / 4 % 474, place / 4 / 474)
        // A corner of 25 points reaches over 1.53 times that.
        return min(x, 473 - x) < 115 && min(y, 473 - y) < 115
      })
  }

  @Test func `a nested widget is enlarged as a whole`() throws {
    let large = try drawn(
      try template(
        "{ \"widget\": \"danke\", \"scale\": 2 }", more: "\"families\": { \"one\": [400, 400] },"))
    #expect(large.layout.frame == Frame(42, 42, 316, 316))
    #expect(views(large, "widget")[0].frame == Frame(0, 0, 158, 158))
  }

  @Test func `a nested widget gets its data from the picture around it`() throws {
    let body = """
      { "hstack": [ { "forEach": "{all}", "as": "one",
        "node": { "widget": "danke", "data": { "quote": "{one}" } } } ] }
      """
    let both = try drawn(
      try template(body, more: "\"data\": { \"all\": [\"Less.\", \"More.\"] },"), "500x200")
    #expect(texts(both).filter { $0.hasSuffix(".") && $0.count == 5 } == ["Less.", "More."])
  }

  @Test(arguments: [
    ("{ \"widget\": \"nobody\" }", "one of app-store"),
    ("{ \"widget\": \"danke\", \"family\": \"large\" }", "one of small"),
    ("{ \"widget\": \"birthdays\" }", "no size of its own"),
    ("{ \"widget\": \"danke\", \"size\": [1] }", "[width, height]"),
    ("{ \"widget\": \"danke\", \"data\": { \"domain\": \"x\" } }", "no case 'x'"),
    ("{ \"widget\": \"danke\", \"data\": { \"quote\": \"{x}\" } }", "no value 'x'"),
  ]) func `an error in a nested widget is reported`(body: String, words: String) throws {
    let error = try #require(throws: TemplateError.self) { try drawn(try template(body)) }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test func `the views of all nested widgets count together`() throws {
    let one = "{ \"widget\": \"danke\" }"
    let all = Array(repeating: one, count: 200).joined(separator: ",")
    let error = try #require(throws: TemplateError.self) {
      try drawn(try template("{ \"vstack\": [\(all)] }"))
    }
    #expect(error.description.contains("more than 2000 views"))
  }

  @Test func `a picture may contain itself as deeply as views may be nested`() throws {
    let template = try #require(try Template(builtIn: "app-store"))
    func draw(levels: Int) throws -> RenderedWidget {
      var request = TemplateRequest()
      request.size = "close-up"
      for _ in 0..<levels {
        request.data = ["widget": .string("app-store"), "closeUp": .object(request.data)]
      }
      return try WidgetRenderer().render(template, request)
    }
    #expect(views(try draw(levels: 3), "widget").count == 1)
    let error = try #require(throws: TemplateError.self) { try draw(levels: 40) }
    #expect(error.fact.contains("nested deeper"))
  }

  @Test func `Danke!'s mock-ups show each domain, six wallpapers and each state`() throws {
    let domains = try picture("danke-mockups", "all-domains")
    #expect(colours(views(domains, "tag")) == ["#8B7FB8", "#7FA66A", "#C9A961", "#B87F8F"])
    let papers = try picture("danke-mockups", "on-wallpapers")
    #expect(views(papers, "widget").count == 6)
    let grounds = papers.layout.all.compactMap { view -> String? in
      guard case .shape(let shape) = view.node.content, case .gradient(let gradient)? = shape.fill
      else { return nil }
      return gradient.colours[0].hex
    }
    // Black, navy, white and cream; the photos are wallpapers.
    #expect(Set(grounds).isSuperset(of: ["#1C1C1E", "#1B2A5C", "#FFFFFF", "#FBF3DE"]))
    #expect(papers.layout.all.count { $0.node.content.word == "widget" } == 8)
    let states = try picture("danke-mockups", "accessibility")
    #expect(colours(views(states, "quote")) == ["#FFFFFF", "#E8DCC4", "#E8DCC4", "#FFFFFF"])
    #expect(try picture("danke-mockups", "default-state").size.description == "474×474")
  }

  @Test func `the annotated mock-up writes every measure of the widget beside it`() throws {
    let annotated = try picture("danke-mockups", "spec-annotated")
    let written = texts(annotated)
    for view in try picture("danke", "small").layout.all where !view.node.name.hasPrefix("/") {
      #expect(written.contains { $0.hasPrefix(view.node.name + "  ") }, "\(view.node.name)")
    }
    for words in [
      "widget  0, 0  158 × 158", "padding 16 16 16 16 · ground #1A1A1A",
      "serif 15, 400, #E8DCC4 · line 21 · 3 lines",
      "system 13, 500, #F5F5F5 · line 17 · tracking -0.08 · 2 lines",
      "border 2 #F5F5F5 · corners 4",
    ] { #expect(written.contains(words), "\(words)") }
    let rows = annotated.layout.children.dropFirst().filter { $0.lines != nil }
    #expect(rows.allSatisfy { $0.lines?.isTruncated == false })
    #expect(rows.map(\.frame.y) == rows.map(\.frame.y).sorted())
    #expect(rows.allSatisfy { $0.frame.y + $0.frame.size.height <= 158.001 })
  }

  /// The store refuses pictures with an alpha channel; byte 25 of a PNG says whether it has one.
  @Test(arguments: [nil, "440x956@3", "430x932@3"])
  func `pictures for the App Store fill a device's screen and have no alpha`(screen: String?) throws
  {
    let template = try #require(try Template(builtIn: "app-store"))
    for (family, _) in template.families {
      var request = TemplateRequest()
      request.size = family
      request.screen = screen.flatMap { WidgetScreen.matching($0).first }
      let picture = try WidgetRenderer().render(template, request)
      let sizes = ["440x956@3": "1320×2868", "430x932@3": "1290×2796"]
      #expect(picture.size.description == screen.flatMap { sizes[$0] } ?? "1284×2778")
      #expect(try picture.png()[25] == 2, "\(family)")
    }
  }

  @Test func `the pictures of the app show its tabs with the widget's words`() throws {
    let today = texts(try picture("app-store", "tab-today"))
    #expect(today.contains("Today") && today.contains { $0.hasPrefix("“Focus is the ability") })
    let browse = texts(try picture("app-store", "tab-browse"))
    #expect(browse.contains("January 2026"))
    #expect((1...31).allSatisfy { browse.contains("\($0)") })
  }

  @Test(arguments: [("home-screen", 1), ("close-up", 1), ("several", 3)])
  func `pictures for the App Store have the required size and show whole widgets`(
    family: String, count: Int
  )
    throws
  {
    let picture = try picture("app-store", family)
    #expect(picture.size.description == "1284×2778")
    #expect(views(picture, "widget").count == count)
    #expect(picture.notes.isEmpty)
    // The wallpaper is as large as the screen.
    let inside = picture.layout.all.filter { $0.node.content.word == "widget" }.map(\.frame)
      .filter { $0.size.height < 926 }
    for frame in inside {
      #expect(frame.x >= 16 && frame.x + frame.size.width <= 412)
      #expect(frame.y >= 60 && frame.y + frame.size.height <= 866)
    }
  }
}
