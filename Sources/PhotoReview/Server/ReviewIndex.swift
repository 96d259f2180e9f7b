internal import Dispatch
internal import Foundation
internal import PhotoPipeline
internal import PhotoStore

/// The store's photos as lines of JSON, kept up to date with changes by others.
///
/// Every change has a number, so that a page can ask for later changes. Records are read in the background; requests
/// meanwhile are answered with the photos read so far.
final class ReviewIndex: Sendable {
  fileprivate struct Entry {
    var line: String
    /// `nil` for a record from before photos were assessed.
    var look: PhotoLook?
    var version: FileVersion?
    var number: Int
  }

  fileprivate struct State {
    var entries: [RecordID: Entry] = [:]
    var removed: [RecordID: Int] = [:]
    var unreadable: [RecordID: String] = [:]
    /// Why the folder of records cannot be listed; `nil` if it can.
    var folderFailure: String?
    var number = 0
    /// How many records are still to be read; `nil` when no reading is in progress.
    var left: Int?
    /// The time of the folder's last change when it was last read; `nil` before.
    var folderTime: Date?
  }

  private let view: StoreView
  private let state = Locked(State())
  private let reading = DispatchGroup()

  /// The store's path as a text of JSON.
  private let store: String

  init(_ view: StoreView) {
    self.view = view
    store = (try? JSONLine.encode(view.path.displayText)) ?? "\"\""
  }

  /// The changes after a number, as one JSON object; `0` for everything.
  ///
  /// The folder of records is listed only when its time has changed: every commit renames a record into it. The answer
  /// waits for a few records; with many, `left` says how many are to come.
  func changes(after number: Int) -> String {
    refresh()
    _ = reading.wait(timeout: .now() + .milliseconds(250))
    return state.withLock { state in
      let lines = state.entries.values.filter { $0.number > number }.map(\.line)
      let removed = state.removed.filter { $0.value > number }.keys.map { "\"\($0)\"" }
      let unreadable = [state.folderFailure].compactMap(\.self) + state.unreadable.values.sorted()
      return """
        {"store":\(store),"readOnly":\(!view.isWritable),"number":\(state.number),"left":\(state.left ?? 0),\
        "photos":[\(lines.joined(separator: ","))],\
        "removed":[\(removed.joined(separator: ","))],\
        "refusals":[\(unreadable.joined(separator: ","))]}
        """
    }
  }

  /// The stacks of photos that show the same, as one JSON array of the names of their records, the best photo's first.
  func stacks() throws -> String {
    let looks = state.withLock { $0.entries.compactMapValues(\.look) }
    return try JSONLine.encode(PhotoLook.stacks(of: looks).map { $0.map(\.description) })
  }

  /// Starts reading changed records, unless that is in progress already.
  func refresh() {
    let attributes = try? FileManager.default.attributesOfItem(atPath: view.recordsFolder.path)
    let time = attributes?[.modificationDate] as? Date
    let isDue = state.withLock { state in
      guard state.left == nil, time == nil || time != state.folderTime else { return false }
      // A later commit in the same second may give the same time on a coarse file system.
      state.folderTime = time.flatMap { Date().timeIntervalSince($0) > 2 ? $0 : nil }
      // The number is not known yet, but is not 0.
      state.left = 1
      return true
    }
    guard isDue else { return }
    reading.enter()
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      readChanges()
      reading.leave()
    }
  }

  /// How many records are read before a page gets them; our choice: a tenth of a second's work.
  private static let batch = 512

  private func readChanges() {
    let ids: [RecordID]
    do {
      ids = try view.recordIDs()
      if state.withLock({ !$0.entries.isEmpty }),
        !FileManager.default.fileExists(atPath: view.recordsFolder.path)
      {
        throw PhotoprepError(
          .notFound, path: "", message: "The store is gone; its disk may have been unmounted.",
          remedy: "Bring it back.")
      }
    } catch {
      let failure = failure(at: view.recordsFolder, error)
      // The known photos stay, and the next request tries again.
      return state.withLock {
        ($0.folderFailure, $0.folderTime, $0.left) = (failure, nil, nil)
      }
    }
    let known = state.withLock { state in
      state.folderFailure = nil
      state.left = ids.count
      state.forget(allBut: Set(ids))
      return state.entries.mapValues(\.version)
    }
    for start in stride(from: 0, to: ids.count, by: Self.batch) {
      let own = Array(ids[start..<min(ids.count, start + Self.batch)])
      let readings = read(own) { known[$0] ?? nil }
      state.withLock { state in
        state.left = ids.count - start - own.count
        if !readings.isEmpty { state.number += 1 }
        for (id, reading) in readings { state.take(reading, of: id) }
      }
    }
    state.withLock { $0.left = nil }
  }

  fileprivate enum Reading: Sendable {
    case line(String, PhotoLook?, FileVersion?)
    case failure(String)
  }

  private func read(
    _ ids: [RecordID], known: @escaping @Sendable (RecordID) -> FileVersion?
  ) -> [(RecordID, Reading)] {
    let share = 32
    let results = Locked<[(RecordID, Reading)]>([])
    DispatchQueue.concurrentPerform(iterations: (ids.count + share - 1) / share) { part in
      let own = ids[(part * share)..<min(ids.count, (part + 1) * share)]
      let readings = own.compactMap { id in read(id, known(id)).map { (id, $0) } }
      results.withLock { $0 += readings }
    }
    return results.withLock { $0 }
  }

  private func read(_ id: RecordID, _ known: FileVersion?) -> Reading? {
    let file = view.recordsFolder.appending(path: id.fileName)
    let version = FileVersion(of: file)
    if let known, known == version { return nil }
    do {
      let card = try view.card(id)
      return .line(try card.jsonLine(), PhotoLook(card), version)
    } catch {
      return .failure(failure(at: file, error))
    }
  }

  private func failure(at file: URL, _ error: any Error) -> String {
    let known = (error as? PhotoprepError).map { Refusal($0, at: file.path) }
    let other = Refusal(
      path: file.path, code: "unreadable-document", message: "\(error)", remedy: nil)
    return (known ?? other).jsonLine
  }
}

extension ReviewIndex.State {
  fileprivate mutating func forget(allBut present: Set<RecordID>) {
    let gone = entries.keys.filter { !present.contains($0) }
    if !gone.isEmpty { number += 1 }
    for id in gone {
      entries[id] = nil
      removed[id] = number
    }
    unreadable = unreadable.filter { present.contains($0.key) }
  }

  fileprivate mutating func take(_ reading: ReviewIndex.Reading, of id: RecordID) {
    switch reading {
    case .line(let line, let look, let version):
      entries[id] = ReviewIndex.Entry(line: line, look: look, version: version, number: number)
      removed[id] = nil
      unreadable[id] = nil
    case .failure(let line):
      if entries.removeValue(forKey: id) != nil { removed[id] = number }
      unreadable[id] = line
    }
  }
}
