internal import PhotoStore

extension FileReport {
  /// The report as one line of JSON, without a line end.
  ///
  /// Keys are sorted; a PNG's properties stand beside `path`, `kind` and `findings`, `null` where the
  /// file does not say them. A project's line says how much of it was checked, and what was not read. Only JSON's own
  /// escapes change paths and messages.
  public var jsonLine: String {
    // Encoding strings, numbers and Booleans cannot fail; an empty object would show it.
    (try? JSONLine.encode(self)) ?? "{}"
  }
}

extension FileReport: Encodable {
  private enum Key: String, CodingKey {
    case path, kind, findings, decodes, width, height, bitDepth, colorType, interlaced
    case hasAlphaChannel, hasTransparencyChunk, projects, targets, catalogs, unread
  }

  /// Writes the keys that `icon validate --json` guarantees.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(path, forKey: .path)
    try container.encode(kind.rawValue, forKey: .kind)
    try container.encode(findings, forKey: .findings)
    if let scope {
      try container.encode(scope.projects, forKey: .projects)
      try container.encode(scope.targets, forKey: .targets)
      try container.encode(scope.catalogs, forKey: .catalogs)
      try container.encode(
        scope.unread.map { ["path": $0.path, "reason": $0.reason] }, forKey: .unread)
    }
    guard kind == .png else { return }
    try container.encode(image == nil ? false : image?.decodes, forKey: .decodes)
    try container.encode(image?.width, forKey: .width)
    try container.encode(image?.height, forKey: .height)
    try container.encode(image?.bitDepth, forKey: .bitDepth)
    try container.encode(image?.colorType, forKey: .colorType)
    try container.encode(image?.isInterlaced, forKey: .interlaced)
    try container.encode(image?.hasAlphaChannel, forKey: .hasAlphaChannel)
    try container.encode(image?.hasTransparencyChunk, forKey: .hasTransparencyChunk)
  }
}

extension IconFinding: Encodable {
  private enum Key: String, CodingKey {
    case rule, severity, prevents, message, remedy, command
  }

  /// Writes all six keys; `prevents` is `null` when no code is known, `command` when there is none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(severity.rawValue, forKey: .severity)
    try container.encode(prevents, forKey: .prevents)
    try container.encode(message, forKey: .message)
    try container.encode(remedy, forKey: .remedy)
    try container.encode(command, forKey: .command)
  }
}
