internal import PhotoGeometry
internal import PhotoStore

extension PrepEvent {
  /// Returns the event as the one JSON line that `prep --json` prints; `nil` for what it does not.
  public func jsonLine() throws -> String? {
    switch self {
    case .planned: nil
    case .prepared(let file): try JSONLine.encode(FileForm("prepared", file))
    case .due(let file): try JSONLine.encode(FileForm("due", file))
    case .unchanged(let file): try JSONLine.encode(FileForm("unchanged", file))
    case .rejected(let rejection): try rejection.jsonLine()
    }
  }

  private struct FileForm: Encodable {
    let event: String
    let path: String
    let pathBytes: String?
    let photo: String
    let record: String
    let files: [String: String]
    let flags: [String]
    let from, reason: String?

    init(_ event: String, _ file: PreparedFile) {
      let shown = JSONPath(file.path)
      self.event = event
      (path, pathBytes) = (shown.text, shown.percentEncoded)
      photo = file.id.photo.description
      record = file.id.fileName
      let names = StoredFileName.Role.allCases.map { role in
        (role.description, StoredFileName(role, of: file.id).description)
      }
      files = Dictionary(uniqueKeysWithValues: names)
      flags = file.flags
      (from, reason) = (file.origin?.name, file.origin?.reason?.rawValue)
    }
  }
}

extension PrepSummary {
  /// Returns the summary as the last JSON line that `prep --json` prints.
  public func jsonLine() throws -> String {
    try JSONLine.encode(
      Form(
        prepared: prepared, fromMaster: fromMasters, due: due, unchanged: unchanged,
        rejected: rejected, skipped: skipped.total, interrupted: wasInterrupted,
        seconds: seconds.rounded(toPlaces: 3)))
  }

  private struct Form: Encodable {
    var event = "summary"
    let prepared, fromMaster, due, unchanged, rejected, skipped: Int
    let interrupted: Bool
    let seconds: Double
  }
}

extension Rejection {
  /// Returns the rejection as one JSON line.
  public func jsonLine() throws -> String { try JSONLine.encode(Form(self)) }

  private struct Form: Encodable {
    var event = "rejected"
    let path: String
    let pathBytes: String?
    let code, message: String
    let remedy, detail: String?

    init(_ rejection: Rejection) {
      let shown = JSONPath(rejection.path)
      (path, pathBytes) = (shown.text, shown.percentEncoded)
      (code, message) = (rejection.code, rejection.message)
      (remedy, detail) = (rejection.remedy, rejection.detail)
    }
  }
}
