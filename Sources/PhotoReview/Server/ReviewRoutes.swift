internal import Dispatch
internal import FlyingFox
internal import Foundation
internal import PhotoGeometry
internal import PhotoPipeline
internal import PhotoStore

/// What the server answers: the page, the photos, their pictures and maps, and edits.
struct ReviewRoutes: HTTPHandler {
  private let view: StoreView
  private let entrance: Entrance
  private let index: ReviewIndex
  private let images = ServedImages()

  init(_ view: StoreView, _ entrance: Entrance) {
    self.view = view
    self.entrance = entrance
    index = ReviewIndex(view)
    // While the browser opens the page, most records can be read.
    index.refresh()
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    if let refusal = entrance.refusal(of: request) { return refusal }
    let parts = request.path.split(separator: "/").map(String.init)
    switch (request.method, parts) {
    case (.GET, []): return .page(page)
    case (.GET, ["app.css"]): return .text(PageAssets.reviewStyle, "text/css; charset=utf-8")
    case (.GET, ["app.js"]):
      return .text(PageAssets.reviewScript, "text/javascript; charset=utf-8")
    case (.GET, ["api", "photos"]):
      let since = request.query.first { $0.name == "since" }.flatMap { Int($0.value) } ?? 0
      return await answering { .json(index.changes(after: since)) }
    case (.GET, let parts) where parts.count == 3 && parts[0] == "image":
      return await image(parts[2], ServedImages.Kind(rawValue: parts[1]))
    case (_, let parts) where parts.count >= 3 && parts[0] == "api" && parts[1] == "photos":
      guard let id = RecordID(fileName: parts[2] + ".json") else { return .notThere }
      let body = try await request.bodyData
      return await answering { try answer(request.method, Array(parts.dropFirst(3)), id, body) }
    default: return .notThere
    }
  }

  private var page: String {
    let facts = "{\"store\":\(quoted(view.path.displayText))}"
    return PageAssets.page.filled([
      "TITLE": "photoprep · \(view.path.displayText)".escapedForHTML, "MODE": "review",
      "HEAD": "<link rel=\"stylesheet\" href=\"/app.css\">",
      "FACTS": facts.escapedForScript, "SCRIPT": "<script src=\"/app.js\"></script>",
    ])
  }

  private func quoted(_ text: String) -> String { (try? JSONLine.encode(text)) ?? "\"\"" }

  private func image(_ name: String, _ kind: ServedImages.Kind?) async -> HTTPResponse {
    guard let kind, let file = view.imageURL(name) else { return .notThere }
    do { return .jpeg(try await images.copy(of: file, for: kind)) } catch {
      return .failure(error)
    }
  }

  /// What is asked about one photo.
  private func answer(
    _ method: HTTPMethod, _ what: [String], _ id: RecordID, _ body: Data
  ) throws -> HTTPResponse {
    switch (method, what) {
    case (.GET, []): return .json(try view.card(id).jsonLine())
    case (.GET, ["map"]): return .json(try map(id))
    case (.POST, []): return try edit(id, body)
    case (.POST, ["crops"]):
      let crops = try view.crops(of: id, keeping: try JSONDecoder().focus(body))
      let edges = crops.map { ($0.rawValue, [$1.x, $1.y, $1.width, $1.height]) }
      return .json(try JSONLine.encode(Dictionary(uniqueKeysWithValues: edges)))
    default: return .notThere
    }
  }

  /// Changes a photo; when somebody else changed it first, says so and shows it as it is now.
  private func edit(_ id: RecordID, _ body: Data) throws -> HTTPResponse {
    do {
      return .json(try view.apply(try JSONDecoder().edit(body), to: id).jsonLine())
    } catch let error as StoreError where error.code == .changedMeanwhile {
      let card = try view.card(id).jsonLine()
      return .json(
        """
        {"code":"\(error.code)","message":\(quoted(error.message)),"photo":\(card)}
        """, .conflict)
    }
  }

  private func map(_ id: RecordID) throws -> String {
    let master = try view.card(id).record.preparation.master.name.description
    let grid = try StoreView.importance(of: view.imagesFolder.appending(path: master))
    let form = MapForm(
      width: grid.size.width, height: grid.size.height,
      cells: Data(grid.cells).base64EncodedString())
    return try JSONLine.encode(form)
  }

  private struct MapForm: Encodable { let width, height: Int, cells: String }

  /// Answers from a thread that may wait for disks and pixels.
  private func answering(
    _ work: @escaping @Sendable () throws -> HTTPResponse
  ) async -> HTTPResponse {
    await withTaskExecutorPreference(WaitingThreads.shared) {
      do { return try work() } catch { return .failure(error) }
    }
  }
}

/// The threads that may wait for disks and pixels, as those that all tasks share must not.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global(qos: .userInitiated).async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}

extension HTTPResponse {
  static var notThere: HTTPResponse { .refused(.notFound, "not-found", "There is nothing here.") }

  /// The codes of a photo that is not there, or not any more.
  private static let missing = ["not-found", "file-missing", "unreadable-document"]

  /// The answer to a request that failed, by what failed.
  static func failure(_ error: any Error) -> HTTPResponse {
    switch error {
    case let error as FramingProblem:
      .refused(.unprocessableContent, error.code, error.description)
    case let error as EditProblem: .refused(.badRequest, "bad-request", error.description)
    case is DecodingError: .refused(.badRequest, "bad-request", "The body is not as it should be.")
    case let error as StoreError where missing.contains("\(error.code)"):
      .refused(.notFound, "\(error.code)", error.message, remedy: error.recovery)
    case let error as StoreError:
      .refused(.internalServerError, "\(error.code)", error.message, remedy: error.recovery)
    case let error as Rejection:
      .refused(.internalServerError, error.code, error.message, remedy: error.remedy)
    default: .refused(.internalServerError, "failed", "\(error)")
    }
  }
}
