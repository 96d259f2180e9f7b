extension IsolationSettings {
  /// Starts a worker process and returns what it has given up, and what it could still do, one sentence each.
  ///
  /// - Throws: An ``IsolationError`` when none can be started.
  public func check() throws -> (held: [String], gaps: [String]) {
    let reading = ReadingSettings.decodingOnly(limits: .standard)
    let workers = PhotoWorkers(self, reading: reading, interruption: Interruption())
    defer { workers.close() }
    do {
      let protection = try workers.check()
      return (protection?.held ?? [], protection?.gaps ?? [])
    } catch is WorkStop { return ([], []) }
  }
}
