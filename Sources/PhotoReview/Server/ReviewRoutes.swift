internal import Foundation
internal import PhotoPipeline
internal import PhotoStore

/// The requests that the server answers: the page, the photos, their pictures, and edits.
struct ReviewRoutes: Sendable {
  private let view: StoreView
  private let entrance: Entrance
  private let index: ReviewIndex
  private let images = ServedImages()
  private let designs: ReviewDesigns
  private let packages = ReviewPackages()
  private let imports: PackageReviews?
  private let onPairing: @Sendable (PairingEvent) -> Void

  init(
    _ view: StoreView, _ entrance: Entrance, importing imports: PackageReviews? = nil,
    onPairing: @escaping @Sendable (PairingEvent) -> Void = { _ in }
  ) {
    (self.view, self.entrance, self.imports) = (view, entrance, imports)
    self.onPairing = onPairing
    index = ReviewIndex(view)
    designs = ReviewDesigns(view)
    // Most records can be read while the browser opens the page.
    index.refresh()
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    if let refusal = entrance.refusal(of: request) { return refusal }
    switch (request.method, request.path) {
    case ("GET", []): return page(token: request.query["token"])
    case ("GET", ["app.css"]): return .text(PageAssets.reviewStyle, "css")
    case ("GET", ["app.js"]): return .text(PageAssets.reviewScript, "javascript")
    case ("POST", ["api", "pair"]) where entrance.pairing != nil: return pair(request)
    default:
      do { return try privateAnswer(request) } catch { return .failure(error) }
    }
  }

  /// Answers a code: with the session's key if it is this run's code.
  private func pair(_ request: HTTPRequest) -> HTTPResponse {
    guard let form = try? JSONDecoder().decode([String: String].self, from: request.body),
      let code = form["code"]
    else { return .refused(400, "bad-request", "The body is not as it should be.") }
    let (outcome, session) = entrance.pair(code)
    switch outcome {
    case .paired: onPairing(.paired(from: request.client))
    case .wrong(let left): onPairing(.wrong(from: request.client, left: left))
    case .ended, .malformed: break
    }
    return session.map { .json("{\"session\":\"\($0)\"}") } ?? .refusal(of: outcome)
  }

  /// Answers requests that need the session's key.
  private func privateAnswer(_ request: HTTPRequest) throws -> HTTPResponse {
    if let refusal = entrance.sessionRefusal(of: request) { return refusal }
    switch (request.method, request.path) {
    case ("GET", ["api", "photos"]):
      let since = request.query["since"].flatMap { Int($0) } ?? 0
      return .json(index.changes(after: since))
    case ("GET", ["api", "stacks"]):
      return .json(try index.stacks())
    case ("GET", ["api", "packaged"]):
      return .json(try JSONLine.encode(try view.packagedPhotos()))
    case ("GET", ["api", "designs"]):
      return .json(try JSONLine.encode(try designs.read()))
    case ("GET", ["api", "imports"]):
      return .json(try JSONLine.encode(try imports?.read(for: view.path) ?? []))
    case ("GET", let parts) where parts.count == 5 && parts.prefix(2) == ["image", "import"]:
      guard let package = Int(parts[2]), let widget = Int(parts[3]),
        let family = RenderFamily(rawValue: parts[4]),
        let picture = try imports?.picture(of: widget, in: package, for: family)
      else { return .notThere }
      return .png(picture)
    case ("GET", let parts) where parts.count == 4 && parts.prefix(2) == ["image", "words"]:
      guard let family = RenderFamily(rawValue: parts[3]), view.imageURL(parts[2]) != nil else {
        return .notThere
      }
      return .png(try designs.words(over: parts[2], for: family, request.query))
    case ("GET", let parts)
    where parts.count == 4 && parts.prefix(2) == ["api", "photos"] && parts[3] == "map":
      guard let id = RecordID(parts[2]) else { return .notThere }
      return .json(try JSONLine.encode(try view.importance(of: id)))
    case ("GET", let parts) where parts.count == 3 && parts.prefix(2) == ["image", "package"]:
      guard let package = Int(parts[2]).flatMap({ packages[$0] }) else { return .notThere }
      return .download(package.bytes, named: package.name)
    case ("GET", let parts) where parts.count == 3 && parts[0] == "image":
      guard let kind = ServedImages.Kind(rawValue: parts[1]), let file = view.imageURL(parts[2])
      else { return .notThere }
      return .picture(try images.copy(of: file, for: kind))
    case ("POST", ["api", "imports"]):
      return try answered(request) { (form: ImportForm) in try bring(form) }
    case ("POST", ["api", "albums"]):
      return try answered(request) { (form: PickedForm) in
        let album = try form.makeAlbum(in: view.path)
        return ["name": album.name, "count": album.count] as JSONFields
      }
    case ("POST", ["api", "packages"]):
      return try answered(request) { (form: PickedForm) in try packages.make(form, in: view.path) }
    case ("POST", ["api", "removals"]):
      return try answered(request) { (form: PickedForm) in
        let ids = Set(try form.ids())
        if form.back == true { try view.bringBack(ids) } else { try view.remove(ids) }
        return [String: String]()
      }
    case ("POST", let parts) where parts.count >= 3 && parts.prefix(2) == ["api", "photos"]:
      guard let id = RecordID(parts[2]) else { return .notThere }
      switch Array(parts.dropFirst(3)) {
      case []: return try edit(id, request.body)
      case ["crops"]:
        let crops = try view.crops(of: id, keeping: try JSONDecoder().focus(request.body))
        let edges = crops.map { ($0.rawValue, [$1.x, $1.y, $1.width, $1.height]) }
        return .json(try JSONLine.encode(Dictionary(uniqueKeysWithValues: edges)))
      default: return .notThere
      }
    default: return .notThere
    }
  }

  private func answered<Form: Decodable>(
    _ request: HTTPRequest, _ use: (Form) throws -> some Encodable
  ) throws -> HTTPResponse {
    let form = try JSONDecoder().decode(Form.self, from: request.body)
    return .json(try JSONLine.encode(try use(form)))
  }

  private func bring(_ form: ImportForm) throws -> [String: Int] {
    guard let file = try imports?.bring(form.package, form.designs, into: view.path) else {
      throw HTTPRefusal(badRequest: "There is no package of this number.")
    }
    return ["designs": file.designs, "albums": file.albums, "images": file.images]
  }

  /// The page; it contains nothing of the store, and the session's key only for a valid token.
  ///
  /// Without a valid token the page says what to do, unless the browser has kept the key.
  private func page(token: String?) -> HTTPResponse {
    let session = token.flatMap(entrance.session)
    let pairing = entrance.pairing.map { "{\"pairing\":\"\($0.state.rawValue)\"}" }
    let facts = session.map { "{\"session\":\"\($0)\"}" } ?? pairing ?? "{}"
    return .text(
      PageAssets.page.filled([
        "TITLE": "photoprep", "MODE": "review",
        "HEAD": "<link rel=\"stylesheet\" href=\"/app.css\">",
        "FACTS": facts, "SCRIPT": "<script src=\"/app.js\"></script>",
      ]), "html", token != nil && session == nil ? 401 : 200)
  }

  /// Changes a photo; if it was changed meanwhile, the answer says so and has its present state.
  private func edit(_ id: RecordID, _ body: Data) throws -> HTTPResponse {
    do {
      return .json(try view.apply(try JSONDecoder().edit(body), to: id).jsonLine())
    } catch let error as PhotoprepError where error.code == .changedMeanwhile {
      let card = try view.card(id).jsonLine()
      return .json(
        """
        {"code":"\(error.code)","message":\(try JSONLine.encode(error.message)),"photo":\(card)}
        """, 409)
    }
  }
}

private struct ImportForm: Decodable {
  /// The package's index.
  let package: Int
  /// The designs' indices in it; `nil` for everything in it.
  let designs: Set<Int>?
}

extension HTTPResponse {
  static var notThere: HTTPResponse { .refused(404, "not-found", "There is nothing here.") }

  /// The answer to a code that does not pair.
  fileprivate static func refusal(of outcome: Pairing.Outcome) -> HTTPResponse {
    switch outcome {
    case .malformed, .paired:
      .refused(422, "not-a-code", "The code has \(Pairing.digitCount) digits.")
    case .wrong(let left) where left > 0:
      .refused(
        403, "wrong-code",
        "This is not the code. \(left == 1 ? "One try is" : "\(left) tries are") left.")
    case .wrong, .ended(.closed), .ended(.open):
      .refused(403, "pairing-closed", "Too many wrong codes came.")
    case .ended(.used): .refused(403, "pairing-used", "Another browser was paired.")
    }
  }

  /// The codes for unusable names, and for photos that cannot be removed.
  private static let wrong = ["album-exists", "name-invalid", "name-refused", "in-use"]
  /// The codes for photos that are missing.
  private static let missing = ["not-found", "file-missing", "unreadable-document"]

  /// The answer to a request that failed, by the kind of error.
  static func failure(_ error: any Error) -> HTTPResponse {
    switch error {
    case let error as FramingProblem: .refused(422, error.code, error.description)
    case let refusal as HTTPRefusal: refusal.response
    case is DecodingError: .refused(400, "bad-request", "The body is not as it should be.")
    case let error as PhotoprepError: .refused(Refusal(error))
    case let rejection as Rejection: .refused(Refusal(rejection.error))
    default: .refused(500, "failed", "\(error)")
    }
  }

  private static func refused(_ refusal: Refusal) -> HTTPResponse {
    let status = missing.contains(refusal.code) ? 404 : wrong.contains(refusal.code) ? 422 : 500
    return json(refusal.jsonLine, status)
  }
}
