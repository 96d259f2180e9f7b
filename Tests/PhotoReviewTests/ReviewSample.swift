import Foundation
import PhotoPipeline
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoReview

/// A store of two prepared photos, one of them with a name that means something in HTML.
struct ReviewSample {
  let directory: TemporaryDirectory
  let store: FilePath
  let ids: [RecordID]
  let rejections: [Rejection]
  let summary: PrepSummary
  /// The run that prepared them, as its report shows it.
  let run: ReportRun

  init() throws {
    directory = try TemporaryDirectory()
    let photos = directory.url.appending(path: "photos")
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    for (fixture, name) in [
      ("scenes/boats.jpg", "boats.jpg"), ("orientation/1.jpg", "<b>&\"'.jpg"),
      ("damaged/text.jpg", "<script>.jpg"),
    ] {
      try FileManager.default.copyItem(
        at: Fixture.url(fixture), to: photos.appending(path: name))
    }
    store = FilePath(directory.url.appending(path: "store").path)
    let request = PrepRequest(inputs: [FilePath(photos.path)], store: store, jobs: 1)
    var (ids, rejections): ([RecordID], [Rejection]) = ([], [])
    var run = ReportRun()
    summary = try PrepRun(request).run { event in
      run.note(event, afterSeconds: Double(run.doneAt.count))
      switch event {
      case .prepared(let file): ids.append(file.id)
      case .rejected(let rejection): rejections.append(rejection)
      default: break
      }
    }
    run.summary = summary
    (self.ids, self.rejections, self.run) = (ids, rejections, run)
  }

  /// Writes a design of a photo, with a filter, into the store.
  func addDesign(_ name: String, of id: RecordID, title: String) throws {
    let folder = URL(filePath: store.string)
    let record = try Data(contentsOf: folder.appending(path: "Photos/\(id).json"))
    let image = try #require(try JSONSerialization.jsonObject(with: record) as? [String: Any])
    let filter: [String: Any] = ["token": "mono", "intensity": 1]
    let design: [String: Any] = [
      "name": "<b>\(name)", "primaryText": title, "secondaryText": "a line",
      "image": image.merging(["filter": filter]) { $1 },
    ]
    let designs = folder.appending(path: "Designs")
    try FileManager.default.createDirectory(at: designs, withIntermediateDirectories: true)
    try JSONSerialization.data(withJSONObject: design)
      .write(to: designs.appending(path: "\(name).json"))
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The key of the session that the answer contains.
  var session: String {
    get throws {
      String(try #require(text.firstMatch(of: /\{"session":"([0-9a-f]{64})"\}/)).output.1)
    }
  }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
