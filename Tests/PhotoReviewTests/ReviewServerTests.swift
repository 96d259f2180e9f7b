import Foundation
import PhotoPipeline
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoReview

@Suite("Reviewing server")
struct ReviewServerTests {
  static let port: UInt16 = 4711
  let sample: ReviewSample
  let routes: ReviewRoutes
  let token: String
  let session: String

  init() async throws {
    sample = try ReviewSample()
    let entrance = Entrance()
    routes = ReviewRoutes(try StoreView(sample.store), entrance)
    let address = entrance.open(on: Self.port)
    token = try #require(address.split(separator: "=").last.map(String.init))
    session = try routes.answer(Self.request("/", query: ["token": token])).session
  }

  private static func request(
    _ path: String, _ method: String = "GET", query: [String: String] = [:],
    headers: [String: String] = [:], body: String = ""
  ) -> HTTPRequest {
    let own = ["host": "127.0.0.1:\(port)"]
    return HTTPRequest(
      method: method, path: path.split(separator: "/").map { $0.removingPercentEncoding ?? "/" },
      query: query, headers: own.merging(headers) { $1 }, body: Data(body.utf8))
  }

  /// Sends a request as the page does, but for the headers given.
  private func send(
    _ path: String, _ method: String = "GET", _ headers: [String: String] = [:],
    query: [String: String] = [:], body: String = ""
  ) async -> HTTPResponse {
    var own = ["authorization": "Bearer \(session)"]
    if method != "GET" {
      own["origin"] = "http://127.0.0.1:\(Self.port)"
      own["content-type"] = "application/json"
    }
    return routes.answer(
      Self.request(
        path, method, query: query, headers: own.merging(headers) { $1 }, body: body))
  }

  private func object(_ response: HTTPResponse) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: response.body)
    return try #require(object as? [String: Any])
  }

  /// What changed after a number, once every record is read.
  private func photos(since number: Int = 0) async throws -> [String: Any] {
    while true {
      let answer = try object(await send("/api/photos", query: ["since": "\(number)"]))
      if answer["left"] as? Int == 0 { return answer }
    }
  }

  @Test func `a request without the session's key, or with another, is refused`() async throws {
    let picture = "/image/sheet/smart-large-\(sample.ids[0]).jpg"
    for path in ["/api/photos", "/api/photos/\(sample.ids[0])", picture, "/nothing"] {
      for value in ["", "Bearer ", "Bearer \(token)", session] {
        #expect(await send(path, "GET", ["authorization": value]).status == 401, "\(path) \(value)")
      }
      let cookie = ["authorization": "", "cookie": "session=\(session)"]
      #expect(await send(path, "GET", cookie).status == 401)
    }
    let bare = ["authorization": ""]
    #expect(await send(picture, "GET", bare, query: ["key": session]).status == 200)
    #expect(await send(picture, "GET", bare, query: ["key": token]).status == 401)
    #expect(await send("/api/photos", "GET", bare, query: ["key": session]).status == 401)
  }

  @Test func `files served without the key say nothing about the store`() async {
    for path in ["/", "/app.js", "/app.css"] {
      let answer = await send(path, "GET", ["authorization": ""])
      let text = answer.text
      #expect(answer.status == 200)
      #expect(!text.contains(sample.store.string) && !text.contains(session))
    }
  }

  @Test func `the token works once, and a used or wrong token gets the page without the key`() async
  {
    for given in [token, "0"] {
      let answer = await send("/", "GET", ["authorization": ""], query: ["token": given])
      let text = answer.text
      #expect(answer.status == 401)
      #expect(text.contains("<!doctype html>") && !text.contains(session))
    }
  }

  @Test func `the map of a photo is sent with its size, and only with the key`() async throws {
    let path = "/api/photos/\(sample.ids[0])/map"
    let map = try object(await send(path))
    let cells = try #require((map["cells"] as? String).flatMap { Data(base64Encoded: $0) })
    let size = try #require([map["width"], map["height"]] as? [Int])
    #expect(cells.count == size[0] * size[1] && Set(cells).count > 2)
    #expect(await send(path, "GET", ["authorization": ""]).status == 401)
    #expect(await send("/api/photos/0123456789abcdef-01234567/map").status == 404)
  }

  @Test(arguments: ["photos.example", "127.0.0.1", "127.0.0.1:80", "localhost.example:4711", ""])
  func `a foreign Host header is refused`(host: String) async throws {
    #expect(await send("/", "GET", ["host": host]).status == 421)
  }

  @Test(arguments: [
    "http://photos.example", "null", "https://127.0.0.1:4711", "http://127.0.0.1:4712",
  ])
  func `a request that another page sends is refused`(origin: String) async throws {
    let path = "/api/photos/\(sample.ids[0])"
    let body = #"{"revision":0,"accepted":true}"#
    let header = ["origin": origin]
    #expect(await send(path, "POST", header, body: body).status == 403)
    #expect(await send("/api/photos", "GET", header).status == 403)
    let site = ["sec-fetch-site": "cross-site"]
    #expect(await send("/api/photos", "GET", site).status == 403)
    #expect(try StoreView(sample.store).card(sample.ids[0]).record.preparation.hand == nil)
  }

  @Test func `a write without an origin, of another type or by another method is refused`()
    async throws
  {
    let path = "/api/photos/\(sample.ids[0])"
    let bare = Self.request(
      path, "POST", headers: ["content-type": "application/json"], body: "{}")
    #expect(routes.answer(bare).status == 403)
    let form = ["content-type": "text/plain"]
    #expect(await send(path, "POST", form, body: "{}").status == 415)
    for method in ["PUT", "DELETE", "OPTIONS"] {
      #expect(await send(path, method).status == 405)
    }
  }

  @Test func `the JSON content type may name an encoding`() async {
    let type = ["content-type": "application/json; charset=utf-8"]
    let body = #"{"revision":0,"accepted":true}"#
    #expect(await send("/api/photos/\(sample.ids[0])", "POST", type, body: body).status == 200)
  }

  @Test(arguments: [
    "/image/sheet/..%2F..%2Fstore.json", "/image/sheet/.photoprep", "/image/stage/%2Fetc%2Fpasswd",
    "/image/sheet/../../../etc/passwd", "/image/other/smart-master-0123456789abcdef-01234567.jpg",
    "/image/sheet/smart-master-0123456789abcdef-01234567.jpg", "/../../etc/passwd",
    "/api/photos/..%2F..%2Fx", "/api/photos/0123456789abcdef-01234567", "/image/sheet/%ff%fe",
  ])
  func `no path leads out of the store`(path: String) async throws {
    #expect(await send(path).status == 404)
  }

  @Test func `pictures are sent small, and only the browser may cache them`() async throws {
    let id = sample.ids[0]
    let response = await send("/image/sheet/smart-large-\(id).jpg")
    #expect(response.status == 200)
    #expect(response.header("Cache-Control")?.hasPrefix("private, ") == true)
    let bytes = response.body
    #expect(bytes.starts(with: [0xFF, 0xD8]))
    let own = try StoreView(sample.store).card(id).record.preparation.renders.large.byteCount
    #expect(bytes.count < own)
  }

  @Test func `photos without a record are shown where designs name them`() async throws {
    #expect(await send("/api/packaged").text == "[]")
    let (store, images) = (URL(filePath: sample.store.string), try view().imagesFolder)
    let names = ["master", "small"].map { "smart-\($0)-7724B3E6-52F6-893E-9ACF-54CEB79A515F.jpg" }
    for (role, name) in zip(["master", "small"], names) {
      try FileManager.default.copyItem(
        at: images.appending(path: "smart-\(role)-\(sample.ids[0]).jpg"),
        to: images.appending(path: name))
    }
    let designs = store.appending(path: "Designs")
    try FileManager.default.createDirectory(at: designs, withIntermediateDirectories: true)
    try Data(
      """
      {"image":{"fileName":"\(names[0])","smartPhoto":{"masterFileName":"\(names[0])",\
      "small":{"renderFileName":"\(names[1])"},"large":{}}}}
      """.utf8
    ).write(to: designs.appending(path: "<b>.json"))
    let list = await send("/api/packaged").text
    #expect(
      list == """
        [{"design":"<b>","pictures":{"master":"\(names[0])","small":"\(names[1])"},\
        "place":"the design <b>.json","words":{}}]
        """)
    for name in names { #expect(await send("/image/sheet/\(name)").status == 200) }
    #expect(await send("/api/packaged", "GET", ["authorization": ""]).status == 401)
    let page = FilePath(sample.directory.url.appending(path: "report.html").path)
    _ = try Report(ReportRequest(store: sample.store, output: page)).write { _, _ in }
    let html = try String(contentsOfFile: page.string, encoding: .utf8)
    #expect(html.contains("the design \\u003cb\\u003e.json") && !html.contains("design <b>"))
  }

  private func view() throws -> StoreView { try StoreView(sample.store) }

  @Test(.enabled(if: SharedFolder.has("app")))
  func `the photos of the published app's container are shown`() async throws {
    let container = sample.directory.url.appending(path: "container")
    try FileManager.default.copyItem(
      at: #require(SharedFolder.url("app/container")), to: container)
    let path = FilePath(container.path)
    let photo = FilePath(Fixture.url("scenes/boats.jpg").path)
    #expect(try PrepRun(PrepRequest(inputs: [photo], store: path)).run { _ in }.prepared == 1)
    let view = try StoreView(path)
    let photos = try view.packagedPhotos()
    #expect(try view.recordIDs().count == 1 && photos.count == 3)
    for photo in photos {
      #expect(photo.pictures.count == 4)
      for name in photo.pictures.values {
        let file = try #require(view.imageURL(name))
        #expect(try StoreView.copy(of: file, longEdge: 64, quality: 70).count > 500)
      }
    }
    #expect(Set(photos.map(\.place)).isSuperset(of: ["the app's design Beach"]))
  }

  @Test func `a design's text, or another one to try, is drawn over a photo`() async throws {
    try sample.addDesign("one", of: sample.ids[0], title: "Hello")
    let answer = await send("/api/designs").body
    let designs = try #require(try JSONSerialization.jsonObject(with: answer) as? [[String: Any]])
    #expect(designs.map { $0["words"] as? [String] } == [["Hello", "a line"]])
    #expect((designs[0]["photos"] as? [String])?.contains("\(sample.ids[0])") == true)
    let address = "/image/words/smart-small-\(sample.ids[0]).jpg/small"
    func words(_ query: [String: String]) async throws -> Data {
      let answer = await send(address, query: query)
      #expect(answer.status == 200 && answer.header("Content-Type") == "image/png")
      return answer.body
    }
    let own = try await words(["design": "one"])
    let same = try await words(["design": "one", "title": "Hello", "line": "a line"])
    let tried = try await words(["design": "one", "title": "Hello & more", "line": "a line"])
    let none = try await words(["title": "", "line": ""])
    #expect(own == same && Set([own, tried, none]).count == 3)
    #expect(await send(address, "GET", ["authorization": ""]).status == 401)
    for wrong in ["smart-small-\(sample.ids[0]).jpg/huge", "..%2F..%2Fa.jpg/small"] {
      #expect(await send("/image/words/\(wrong)").status == 404)
    }
  }

  /// A cookie would be sent to every port of the machine.
  @Test func `every answer forbids what the page does not need, and none sets a cookie`() async {
    for path in ["/", "/app.js", "/api/photos", "/nothing"] {
      let answer = await send(path)
      #expect(answer.header("X-Content-Type-Options") == "nosniff")
      #expect(answer.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
      #expect(answer.header("Access-Control-Allow-Origin") == nil)
      #expect(answer.headers.allSatisfy { $0.name.lowercased() != "set-cookie" })
    }
  }

  private func album(_ name: String, _ photos: [String]) async throws -> HTTPResponse {
    let form = try JSONSerialization.data(withJSONObject: ["name": name, "photos": photos])
    return await send("/api/albums", "POST", body: String(decoding: form, as: UTF8.self))
  }

  /// The albums in the store, and the photos of each.
  private func albums() throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    _ = try AlbumKeeping.list(sample.store) { summary in
      guard case .album(let facts) = summary else { return }
      let document = try Data(contentsOf: URL(filePath: facts.path.string))
      found[facts.name] = try JSONDecoder().decode(Entries.self, from: document).entries.map(\.id)
    }
    return found
  }

  private struct Entries: Decodable {
    struct Entry: Decodable { let id: String }
    let entries: [Entry]
  }

  @Test func `picked photos become an album, in the order in which they were picked`() async throws
  {
    let ids = sample.ids.reversed().map(\.description)
    let answer = try object(try await album("Lake", ids))
    #expect(answer["name"] as? String == "Lake.json" && answer["count"] as? Int == 2)
    #expect(try albums() == ["Lake.json": ids])
    let again = try await album("lake", [ids[0]])
    #expect(again.status == 422 && again.text.contains("album-exists"))
  }

  @Test
  func
    `an album of anything but photos of the store, or of a name that leads elsewhere, is refused`()
    async throws
  {
    let id = "\(sample.ids[0])"
    let photo = sample.directory.url.appending(path: "photos/boats.jpg").path
    for other in [photo, "boats.jpg", "/etc/passwd", "..", "", "\(id)/", "-h"] {
      #expect(try await album("Lake", [id, other]).status == 400, "\(other)")
    }
    #expect(try await album("Lake", ["0123456789abcdef-01234567"]).status >= 400)
    #expect(try await album("Lake", []).status == 400)
    #expect(try await album("", [id]).status == 400)
    for name in ["../Lake", "a/b", ".hidden", "a\n"] {
      #expect(try await album(name, [id]).status == 422, "\(name)")
    }
    #expect(await send("/api/albums", "POST", ["authorization": ""], body: "{}").status == 401)
    #expect(try albums().isEmpty)
  }

  /// Sends photos with what is to become of them.
  private func use(
    _ what: String, _ photos: [RecordID], _ more: [String: Any] = [:]
  ) async throws -> HTTPResponse {
    let form = more.merging(["photos": photos.map(\.description)]) { $1 }
    let body = try JSONSerialization.data(withJSONObject: form)
    return await send("/api/\(what)", "POST", body: String(decoding: body, as: UTF8.self))
  }

  @Test func `stars are kept in the record, and shown`() async throws {
    let path = "/api/photos/\(sample.ids[0])"
    let rated = try object(await send(path, "POST", body: #"{"revision":0,"stars":4}"#))
    #expect(rated["stars"] as? Int == 4)
    #expect(try view().card(sample.ids[0]).record.preparation.hand?.stars == 4)
    let accepted = try object(await send(path, "POST", body: #"{"revision":1,"accepted":true}"#))
    #expect(accepted["stars"] as? Int == 4)
    let none = try object(await send(path, "POST", body: #"{"revision":2,"stars":0}"#))
    #expect(none["stars"] as? Int == 0)
    for stars in [-1, 6] {
      #expect(await send(path, "POST", body: "{\"revision\":3,\"stars\":\(stars)}").status == 400)
    }
    let score = try #require(none["score"] as? Double)
    #expect(score > 0 && score < 1)
  }

  @Test func `removed photos disappear, are remembered, and can be brought back`() async throws {
    let id = sample.ids[0]
    #expect(try await use("removals", [id]).status == 200)
    #expect(try view().recordIDs() == [sample.ids[1]])
    let request = PrepRequest(
      inputs: [FilePath(sample.directory.url.appending(path: "photos").path)], store: sample.store)
    #expect(try PrepRun(request).run { _ in }.prepared == 0)
    let left = try #require(try await photos()["photos"] as? [[String: Any]])
    #expect(left.count == 1)
    #expect(try await use("removals", [id], ["back": true]).status == 200)
    #expect(try Set(view().recordIDs()) == Set(sample.ids))
    #expect(try PrepRun(request).run { _ in }.unchanged == 2)
  }

  @Test func `photos of an album are not removed, and the answer names the album`() async throws {
    #expect(try await album("Lake", ["\(sample.ids[0])"]).status == 200)
    let refused = try await use("removals", sample.ids)
    #expect(refused.status == 422)
    #expect(refused.text.contains("Lake.json"))
    #expect(try view().recordIDs().count == 2)
  }

  @Test(arguments: ["removals", "packages"])
  func `requests without the session or with names that are not records are refused`(what: String)
    async throws
  {
    for photos in [["boats.jpg"], ["../x"], []] {
      let form = try JSONSerialization.data(withJSONObject: ["photos": photos])
      let body = String(decoding: form, as: UTF8.self)
      #expect(await send("/api/\(what)", "POST", body: body).status == 400)
      let bare = ["authorization": ""]
      #expect(await send("/api/\(what)", "POST", bare, body: body).status == 401)
    }
    #expect(await send("/api/\(what)").status == 404)
    #expect(try view().recordIDs().count == 2)
  }

  @Test func `picked photos become a package that is downloaded under its name`() async throws {
    #expect(await send("/image/package/0").status == 404)
    let made = try await use("packages", sample.ids, ["name": "Lake & Söhne"])
    #expect(made.status == 200)
    let list = try #require(
      try JSONSerialization.jsonObject(with: made.body) as? [[String: Any]])
    #expect(list.count == 1 && list[0]["photos"] as? Int == 2)
    #expect(list[0]["name"] as? String == "Lake & Söhne.wwdesign")
    let file = await send("/image/package/0")
    #expect(file.status == 200 && file.body.count == list[0]["bytes"] as? Int)
    // WidgetWeaver shows a design, but of a design's album only the first photo.
    let content = try JSONSerialization.jsonObject(with: file.body) as? [String: Any]
    #expect((content?["specs"] as? [Any])?.count == 2)
    #expect(file.header("Content-Disposition")?.contains("Lake%20%26%20S%C3%B6hne") == true)
    #expect(await send("/image/package/1").status == 404)
    #expect(await send("/image/package/0", "GET", ["authorization": ""]).status == 401)
    let package = FilePath(sample.directory.url.appending(path: "a.wwdesign").path)
    try file.body.write(to: URL(filePath: package.string))
    let planned = try PackageImport.bring(
      [package], into: sample.store, isDryRun: true
    ) { _ in }
    #expect(planned.imported == 1 && planned.rejected == 0)
    for name in ["../a", "a/b"] {
      #expect(try await use("packages", sample.ids, ["name": name]).status == 400, "\(name)")
    }
  }

  @Test func `photos that show the same are listed as stacks, best first`() async throws {
    _ = try await photos()
    #expect(await send("/api/stacks").text == "[]")
    let copy = sample.directory.url.appending(path: "photos/again.jpg")
    let boats = try Data(contentsOf: Fixture.url("scenes/boats.jpg"))
    // Other bytes, the same picture: what follows a JPEG's end is passed over.
    try (boats + Data("again".utf8)).write(to: copy)
    var new: [RecordID] = []
    _ = try PrepRun(PrepRequest(inputs: [FilePath(copy.path)], store: sample.store)).run {
      if case .prepared(let file) = $0 { new.append(file.id) }
    }
    let id = try #require(new.first)
    let edit = await send("/api/photos/\(id)", "POST", body: #"{"revision":0,"stars":1}"#)
    #expect(edit.status == 200)
    _ = try await photos()
    let answer = await send("/api/stacks")
    let stacks = try #require(
      try JSONSerialization.jsonObject(with: answer.body) as? [[String]])
    #expect(stacks.count == 1 && stacks[0].count == 2 && stacks[0][0] == "\(id)")
  }

  @Test func `a photo to compare is sent with every pixel`() async throws {
    let master = try view().card(sample.ids[0]).record.preparation.master
    let answer = await send("/image/whole/\(master.name)")
    #expect(answer.status == 200 && answer.body.count == master.byteCount)
    for other in ["..%2F..%2Fstore.json", "smart-master-0123456789abcdef-01234567.jpg"] {
      #expect(await send("/image/whole/\(other)").status == 404)
    }
  }

  @Test func `a picture of a format that browsers do not show is sent as a PNG`() throws {
    let sent = try StoreView.whole(Fixture.url("formats/dots.heic"))
    #expect(PictureFormat(beginning: sent) == .png)
  }

  @Test func `a save is kept, and one based on an older revision gets an error`() async throws {
    let id = try #require(
      sample.ids.first { id in
        (try? StoreView(sample.store).card(id).name) == "boats.jpg"
      })
    let body =
      #"{"revision":0,"renders":{"small":{"rect":[0.1,0.2,0.45,0.6],"degrees":2,"turns":0}}}"#
    let saved = await send("/api/photos/\(id)", "POST", body: body)
    #expect(saved.status == 200)
    #expect(try object(saved)["revision"] as? Int == 1)
    let late = await send("/api/photos/\(id)", "POST", body: body)
    #expect(late.status == 409)
    let photo = try #require(try object(late)["photo"] as? [String: Any])
    #expect(photo["revision"] as? Int == 1)
    let list = try await photos()
    #expect((list["photos"] as? [Any])?.count == 2)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"renders":{}}"#, #"{"revision":-1}"#,
    #"{"revision":0,"renders":{"huge":null}}"#,
    #"{"revision":0,"renders":{"small":{"rect":[0,0,1]}}}"#,
    #"{"revision":0,"renders":{"small":{"rect":[0.5,0,1,1]}}}"#,
    #"{"revision":0,"renders":{"small":{"rect":[0,0.5,1,1]}}}"#,
    #"{"revision":0,"renders":{"small":{"rect":[0,-0.1,1,1]}}}"#,
    #"{"revision":0,"renders":{"small":{"rect":[0,0,1,1],"degrees":46}}}"#,
  ])
  func `an invalid edit is refused`(body: String) async throws {
    let response = await send("/api/photos/\(sample.ids[0])", "POST", body: body)
    #expect(response.status == 400, "\(body)")
  }

  @Test func `only the changes after a given number are sent`() async throws {
    let number = try #require(try await photos()["number"] as? Int)
    _ = await send(
      "/api/photos/\(sample.ids[0])", "POST", body: #"{"revision":0,"accepted":true}"#)
    let changed = try #require(try await photos(since: number)["photos"] as? [[String: Any]])
    #expect(changed.compactMap { $0["id"] as? String } == ["\(sample.ids[0])"])
  }
}
