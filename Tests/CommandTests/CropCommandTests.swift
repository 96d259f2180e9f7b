import Foundation
import Testing
import _TestSupport

@Suite("photoprep crop")
struct CropCommandTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `one JSON line per photo and aspect, with the path as given`() throws {
    let path = Fixture.url("scenes/tile.jpg").path
    let result = try Tool.run(["crop", path, "--json", "--aspect", "square", "--aspect", "2:1"])
    #expect(result.status == 0)
    let lines = try result.objects()
    #expect(lines.map { $0["aspect"] as? String } == ["1:1", "2:1"])
    for line in lines {
      #expect(line["path"] as? String == path)
      let crop = try #require(line["crop"] as? [String: Double])
      #expect(crop.keys.sorted() == ["height", "width", "x", "y"])
      let (x, width) = (try #require(crop["x"]), try #require(crop["width"]))
      let (y, height) = (try #require(crop["y"]), try #require(crop["height"]))
      #expect(x >= 0 && y >= 0 && x + width <= 1 && y + height <= 1)
      #expect(width == 1 || height == 1)
    }
  }

  @Test func `crop and prep choose the same crops`() throws {
    let path = Fixture.url("scenes/flower.jpg").path
    let crops = try Tool.run(["crop", path, "--json"]).objects()
    _ = try Tool.run(["prep", path, "--store", "store"], in: directory.url)
    let photos = directory.url.appending(path: "store/Photos")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: photos.path).first)
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: photos.appending(path: name)))
    let record = try #require(json as? [String: Any])
    let smart = try #require(record["smartPhoto"] as? [String: Any])
    for (line, family) in zip(crops, ["small", "medium", "large"]) {
      let variant = try #require(smart[family] as? [String: Any])
      let stored = try #require(variant["cropRect"] as? [String: Double])
      let crop = try #require(line["crop"] as? [String: Double])
      for key in ["x", "y", "width", "height"] {
        #expect(abs((stored[key] ?? -1) - (crop[key] ?? -2)) < 1e-9)
      }
    }
  }

  @Test func `no crop takes the place of its own photo, whatever is forced`() throws {
    let place = directory.url.appending(path: "a.jpg")
    try FileManager.default.copyItem(at: Fixture.url("scenes/boats.jpg"), to: place)
    try FileManager.default.createSymbolicLink(
      atPath: directory.url.appending(path: "link.jpg").path, withDestinationPath: "a.jpg")
    let before = try Data(contentsOf: place)
    for (photo, output) in [("a.jpg", "./a.jpg"), ("link.jpg", "a.jpg"), ("a.jpg", "link.jpg")] {
      let result = try Tool.run(
        ["crop", photo, "--aspect", "square", "--force", "-o", output], in: directory.url)
      #expect(result.status != 0)
      #expect(
        result.messages.contains("There is a file already: the one that this is made from."))
      #expect(try Data(contentsOf: place) == before)
    }
  }

  @Test(arguments: ["jpg", "png", "webp", "avif"])
  func `a crop is written in the format of the file's ending`(ending: String) throws {
    let photo = Fixture.url("scenes/boats.jpg").path
    let command = [
      "crop", photo, "--json", "--aspect", "16:9", "--size", "480", "-o", "a.\(ending)",
    ]
    for isolation in [[], ["--in-process"]] {
      let result = try Tool.run(command + isolation + ["--force"], in: directory.url)
      let line = try #require(try result.objects().first)
      let file = try #require((line["files"] as? [[String: Any]])?.first)
      #expect(result.status == 0 && file["path"] as? String == "a.\(ending)")
      #expect(file["width"] as? Int == 480 && file["height"] as? Int == 270)
    }
    let url = directory.url.appending(path: "a.\(ending)")
    let bytes = try Data(contentsOf: url)
    #expect(try Tool.run(command + ["--force"], in: directory.url).status == 0)
    #expect(try Data(contentsOf: url) == bytes)
    // Read again, it has its size.
    let read = try Tool.run(["crop", url.path, "--json", "--aspect", "16:9"]).objects().first
    #expect(read?["photo"] as? [String: Int] == ["width": 480, "height": 270])
    let second = try Tool.run(command, in: directory.url)
    #expect(second.status == 64 && second.messages.contains("There is a file already."))
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test func `the extra large widget's shape is an iPad's`() throws {
    let photo = Fixture.url("scenes/panorama.jpg").path
    let arguments = ["crop", photo, "--aspect", "extra-large", "--size", "1590", "-o", "xl.jpg"]
    let result = try Tool.run(arguments, in: directory.url)
    #expect(result.status == 0 && result.output.contains("  extra-large  "), "\(result)")
    let row = try Tool.run(arguments + ["--force", "--json"], in: directory.url).objects().first
    #expect(row?["aspect"] as? String == "1590:757")
    let file = (row?["files"] as? [[String: Any]])?.first
    // Of 2400×800 pixels the largest window of the shape is 1680 wide.
    #expect(file?["width"] as? Int == 1590 && file?["height"] as? Int == 757)
  }

  @Test func `a folder takes every photo, shape and size, and no crop is enlarged`() throws {
    let photos = ["scenes/boats.jpg", "scenes/flower.jpg"].map { Fixture.url($0).path }
    let shapes = ["--aspect", "square", "--aspect", "1.91:1", "--size", "300", "--size", "9000"]
    let result = try Tool.run(
      ["crop"] + photos + shapes + ["--json", "--format", "webp", "-o", "out"], in: directory.url)
    let files = try result.objects().flatMap { $0["files"] as? [[String: Any]] ?? [] }
    #expect(result.status == 0 && files.count == 8)
    let there = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appending(path: "out").path)
    #expect(Set(files.compactMap { $0["path"] as? String }) == Set(there.map { "out/\($0)" }))
    #expect(Set(files.compactMap { $0["width"] as? Int }) == [300, 1200, 1600])
    #expect(there.contains { $0.hasPrefix("boats-") && $0.hasSuffix("-191x100-9000.webp") })
  }

  @Test(arguments: [
    (["-o", "a.jpg"], "takes the crop of one photo in one shape and size"),
    (["-o", "a.tiff"], "'.tiff' is not a format of crops"),
    (["-o", "a.jpg", "--aspect", "1:1", "--format", "webp"], "does not end in .webp"),
    (["--size", "100"], "Name the crop's file or folder with --output."),
    (["-o", "x", "--size", "0"], "it must be from 1 to 65535"),
    (["-o", "x", "--format", "gif"], "it must be jpg, png, webp or avif"),
  ])
  func `what cannot be written is refused before anything is`(
    arguments: [String], fact: String
  ) throws {
    let photo = Fixture.url("scenes/tile.jpg").path
    let result = try Tool.run(["crop", photo] + arguments, in: directory.url)
    #expect(result.status == 64 && result.messages.contains(fact), "\(result.messages)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
  }

  @Test func `zoom comes closer, never below the frame, and prep zooms alike`() throws {
    let path = Fixture.url("scenes/tile.jpg").path
    let large = try Tool.run(["crop", path, "--json", "--aspect", "530:530"]).objects()[0]
    let close = try Tool.run(["crop", path, "--json", "--aspect", "530:530", "--zoom"]).objects()[0]
    let (wide, near) = (try pixels(large), try pixels(close))
    #expect(near["width"] ?? 0 < wide["width"] ?? 0)
    #expect(near["width"] ?? 0 >= 530 && near["height"] ?? 0 >= 530)
    let prep = ["prep", path, "--store", "store", "--json"]
    let record = try Tool.run(prep, in: directory.url).objects()[0]["record"] as? String
    let zoomed = try Tool.run(prep + ["--zoom"], in: directory.url).objects()[0]
    #expect(zoomed["event"] as? String == "prepared" && zoomed["record"] as? String != record)
  }

  @Test func `text is kept clear, and how it can be read is recorded`() throws {
    let path = Fixture.url("scenes/walker.jpg").path
    var line: [String: Any] = [:]
    for isolation in [[], ["--in-process"]] {
      let store = isolation.isEmpty ? "apart" : "inside"
      let prep = ["prep", path, "--store", store, "--json"] + isolation
      let plain = try Tool.run(prep, in: directory.url).objects()[0]
      line = try Tool.run(prep + ["--text", "bottom", "--keep"], in: directory.url).objects()[0]
      #expect(line["event"] as? String == "prepared")
      let name = try #require(line["record"] as? String)
      #expect(name != plain["record"] as? String)
      let bytes = try Data(
        contentsOf: directory.url.appending(path: "\(store)/Photos/\(name)"))
      let record = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
      let preparation = try #require(record?["photoprep"] as? [String: Any])
      let analysis = preparation["analysis"] as? [String: Any]
      let texts = try #require(analysis?["text"] as? [String: [String: Any]])
      #expect(texts.keys.sorted() == ["large", "medium", "portrait", "small"])
      #expect(texts.values.allSatisfy { ($0["contrast"] as? Double ?? 0) >= 4.5 })
      let crop = (preparation["crops"] as? [String: [String: Any]])?["small"]
      #expect((crop?["score"] as? [String: Double])?["text"] ?? 0 < 0)
    }
    let crop = try Tool.run(["crop", path, "--json", "--text", "0,0,1,0.4"]).objects()[0]
    #expect((crop["score"] as? [String: Double])?["text"] != nil)
    for (options, fact) in [
      (["--text", "middle"], "'middle' is no place for text"),
      (["--text", "0,0,2,1"], "is no place for text"),
      (["--text", "top", "--zoom"], "leave out one of them"),
    ] {
      let refused = try Tool.run(["crop", path] + options)
      #expect(refused.status == 64 && refused.messages.contains(fact), "\(refused)")
    }
  }

  @Test func `an analysis by cues alone is another recipe than one with the network`() throws {
    let path = Fixture.url("scenes/tile.jpg").path
    let prep = ["prep", path, "--store", "store", "--json"]
    let learned = try Tool.run(prep, in: directory.url).objects()[0]["record"] as? String
    let named = try Tool.run(prep + ["--analysis", "learned"], in: directory.url).objects()[0]
    #expect(named["event"] as? String == "unchanged" && named["record"] as? String == learned)
    let heuristic = try Tool.run(prep + ["--analysis", "heuristic"], in: directory.url).objects()[0]
    #expect(
      heuristic["event"] as? String == "prepared" && heuristic["record"] as? String != learned)
    #expect(try Tool.run(["crop", path, "--analysis", "guess"]).status == 64)
  }

  private func pixels(_ line: [String: Any]) throws -> [String: Int] {
    try #require(line["pixels"] as? [String: Int])
  }

  @Test func `explain writes one picture per photo`() throws {
    let path = Fixture.url("scenes/night.jpg").path
    let result = try Tool.run(["crop", path, "--explain", "why"], in: directory.url)
    #expect(result.status == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appending(path: "why").path)
    #expect(names.count == 1)
    let png = try Data(
      contentsOf: directory.url.appending(path: "why").appending(path: try #require(names.first)))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test(arguments: ["damaged", "formats"])
  func `worker processes change no byte of what is printed`(fixtures: String) throws {
    let crop = ["crop", Fixture.url(fixtures).path, "--json"]
    let apart = try Tool.run(crop)
    let here = try Tool.run(crop + ["--in-process", "--jobs", "1"])
    #expect(apart.status == here.status && apart.messages == here.messages)
    #expect(apart.output == here.output && apart.output.split(separator: "\n").count > 5)
  }

  @Test func `worker processes change no byte of what is drawn`() throws {
    let crop = ["crop", Fixture.url("odd-sizes").path, "--zoom", "--explain"]
    let apart = try Tool.run(crop + ["apart"], in: directory.url)
    let here = try Tool.run(crop + ["here", "--in-process"], in: directory.url)
    #expect(apart.status == 0 && apart.output == here.output && apart.messages == here.messages)
    func pictures(_ folder: String) throws -> [String: Data] {
      let url = directory.url.appending(path: folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
      return try Dictionary(
        uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: url.appending(path: $0))) })
    }
    #expect(try pictures("apart") == pictures("here"))
    #expect(try pictures("here").count == 4)
  }

  @Test func `an unreadable photo is rejected and the others are cropped`() throws {
    let result = try Tool.run([
      "crop", Fixture.url("damaged/pdf.jpg").path, Fixture.url("orientation/1.jpg").path, "--json",
      "--aspect", "1:1",
    ])
    #expect(result.status == 2)
    let lines = try result.objects()
    #expect(lines.map { $0["event"] as? String } == ["rejected", nil])
  }
}
