import Foundation
import PhotoGeometry
import PhotoPipeline
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoReview

@Suite("Packages reviewed before import")
struct PackageReviewTests {
  private static let port: UInt16 = 4712
  private let sample: ReviewSample

  init() throws { sample = try ReviewSample() }

  private var folder: URL { sample.directory.url }

  /// A package of two designs of one title, of which one shows an image that is in it, and a third one as the app has
  /// it.
  private func package(image: Data? = nil) throws -> FilePath {
    let image = try image ?? Data(contentsOf: Fixture.url("scenes/walker.jpg"))
    let photo: [String: Any] = [
      "fileName": "image-1.jpg", "smartPhoto": ["masterFileName": "image-1.jpg"],
    ]
    let package: [String: Any] = [
      "magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1,
      "createdAt": "2026-01-05T12:00:00Z",
      "specs": [
        ["name": "<b>Twin", "primaryText": "One", "image": photo],
        ["name": "<b>Twin", "primaryText": "Two", "layout": ["template": "classic"]],
        ["name": "Rain", "primaryText": "Three", "layout": ["template": "weather"]],
      ],
      "images": [["originalFileName": "image-1.jpg", "data": image.base64EncodedString()]],
    ]
    let file = folder.appending(path: "two.wwdesign")
    try JSONSerialization.data(withJSONObject: package).write(to: file)
    return FilePath(file.path)
  }

  private func designCount() throws -> Int { try StoreView(sample.store).designs().count }

  @Test func `the widgets of a package are drawn, and the store does not change`() throws {
    let before = try TreeDigest(of: URL(filePath: sample.store.string))
    let reviews = try PackageReviews([try package()])
    defer { reviews.close() }
    let card = try #require(try reviews.read(for: sample.store).first)
    #expect(card.name == "two.wwdesign" && card.images == 1 && card.refusal == nil)
    #expect(card.designs.map(\.title) == ["<b>Twin", "<b>Twin", "Rain"])
    #expect(card.designs.map(\.outcome) == ["new", "new", "new"])
    #expect(
      card.designs[2].widgets.map(\.remarks)
        == [["The app's template 'weather' is drawn as a poster."]])
    var pictures: Set<Data> = []
    for widget in 0..<3 {
      let picture = try #require(try reviews.picture(of: widget, in: 0, for: .small))
      #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      pictures.insert(picture)
    }
    #expect(pictures.count == 3)
    #expect(try reviews.picture(of: 3, in: 0, for: .small) == nil)
    #expect(try reviews.picture(of: 0, in: 1, for: .small) == nil)
    #expect(try TreeDigest(of: URL(filePath: sample.store.string)) == before)
  }

  @Test func `one of two designs with the same title is imported alone and is then present`()
    throws
  {
    let file = try package()
    let reviews = try PackageReviews([file])
    defer { reviews.close() }
    // What was looked at comes in, whatever became of the file.
    try FileManager.default.removeItem(atPath: file.string)
    _ = try reviews.read(for: sample.store)
    let outcome = try #require(try reviews.bring(0, [1], into: sample.store))
    #expect(outcome.designs == 1 && outcome.images == 0)
    let words = try StoreView(sample.store).designs().map(\.title)
    #expect(words == ["<b>Twin"])
    let again = try #require(try reviews.read(for: sample.store).first)
    #expect(again.designs.map(\.outcome) == ["new", "present", "new"])
    #expect(try reviews.picture(of: 1, in: 0, for: .large) != nil)
    let rest = try #require(try reviews.bring(0, nil, into: sample.store))
    #expect(rest.designs == 2 && rest.images == 1)
    #expect(try reviews.bring(1, nil, into: sample.store) == nil)
  }

  @Test func `a design whose photo the store has is drawn with it`() throws {
    try sample.addDesign("one", of: sample.ids[0], title: "Hello")
    let design = URL(filePath: sample.store.string).appending(path: "Designs/one.json")
    let moved = folder.appending(path: "moved.json")
    try FileManager.default.moveItem(at: design, to: moved)
    let reviews = try PackageReviews([FilePath(moved.path)])
    defer { reviews.close() }
    let card = try #require(try reviews.read(for: sample.store).first)
    #expect(card.designs.map(\.outcome) == ["new"])
    #expect(card.designs[0].widgets[0].families.values.allSatisfy { $0.isEmpty })
    #expect(try reviews.picture(of: 0, in: 0, for: .medium) != nil)
  }

  @Test
  func `a package that cannot be imported gets a reason, and so does a file that is not a package`()
    throws
  {
    let bad = try package(image: Data([0xFF, 0xD8, 0xFF, 0, 0]))
    let photo = FilePath(Fixture.url("scenes/boats.jpg").path)
    let reviews = try PackageReviews([bad, photo])
    defer { reviews.close() }
    let cards = try reviews.read(for: sample.store)
    #expect(cards.allSatisfy { $0.designs.isEmpty })
    #expect(cards.map { $0.refusal?.code }.last == "is-a-photo")
    #expect(cards[0].refusal?.message.contains("image-1.jpg") == true)
    #expect(throws: Rejection.self) { try reviews.bring(0, nil, into: sample.store) }
    #expect(try designCount() == 0)
    #expect(throws: PhotoprepError.self) { try PackageReviews(["/no/such.wwdesign"]) }
  }

  @Test
  func `the page is served only with its key, and the copied packages are deleted at the end`()
    async throws
  {
    let reviews = try PackageReviews([try package()])
    let entrance = Entrance()
    let routes = ReviewRoutes(try StoreView(sample.store), entrance, importing: reviews)
    let token = try #require(
      entrance.open(on: Self.port).split(separator: "=").last.map(String.init))
    let key = try routes.answer(request("", query: ["token": token])).session
    #expect(routes.answer(request("api/imports")).status == 401)
    let list = routes.answer(request("api/imports", key: key))
    #expect(list.text.contains("\"outcome\":\"new\""))
    let picture = "image/import/0/0/small"
    #expect(routes.answer(request(picture)).status == 401)
    #expect(routes.answer(request(picture, query: ["key": key])).status == 200)
    #expect(routes.answer(request("image/import/0/9/small", key: key)).status == 404)
    #expect(routes.answer(request("image/import/0/0/huge", key: key)).status == 404)
    let body = #"{"package":0,"designs":[2]}"#
    let answer = routes.answer(request("api/imports", key: key, body: body))
    #expect(answer.text == #"{"albums":0,"designs":1,"images":0}"#)
    let wrong = routes.answer(request("api/imports", key: key, body: #"{"package":7}"#))
    #expect(wrong.status == 400)
    _ = try reviews.read(for: sample.store)
    reviews.close()
    #expect(throws: PhotoprepError.self) { try reviews.picture(of: 0, in: 0, for: .small) }
  }

  private func request(
    _ path: String, key: String? = nil, query: [String: String] = [:], body: String? = nil
  ) -> HTTPRequest {
    var headers = ["host": "127.0.0.1:\(Self.port)"]
    headers["authorization"] = key.map { "Bearer \($0)" }
    if body != nil {
      headers["origin"] = "http://127.0.0.1:\(Self.port)"
      headers["content-type"] = "application/json"
    }
    return HTTPRequest(
      method: body == nil ? "GET" : "POST", path: path.split(separator: "/").map(String.init),
      query: query, headers: headers, body: Data((body ?? "").utf8))
  }
}
