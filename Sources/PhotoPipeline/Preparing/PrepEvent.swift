public import PhotoStore
public import SystemPackage

/// What came of one photo, or of the whole run.
public enum PrepEvent: Sendable {
  /// The run will look at this many photos; not reported when there are too many to count first.
  case planned(Int)
  /// A photo was prepared and is durable in the store.
  case prepared(PreparedFile)
  /// A photo was in the store already, whole.
  case unchanged(PreparedFile)
  /// A photo would be prepared, were this no dry run.
  case due(PreparedFile)
  /// A person removed the photo before, and so it is not prepared.
  case removed(PreparedFile)
  /// A photo whose files are gone went to the trash, or would in a dry run.
  case gone(PreparedFile)
  /// A photo was not prepared.
  case rejected(Rejection)
}

/// A photo that is in the store, under the name it was given this time.
public struct PreparedFile: Sendable {
  /// The photo, as it was named.
  public let path: FilePath
  /// The photo and the recipe it is prepared with.
  public let id: RecordID
  /// Its master and renders, from small to large.
  public let files: [StoredFileName]
  /// What a person should know about the photo, in camel case; sorted.
  public let flags: [String]
  /// Whether a person should look at its crops.
  public var needsLook = false
  /// How long it took, in seconds of CPU time without the commit, which photos share; `nil` for a photo that was in the
  /// store already.
  public var time: Double?
  /// What an upgrade took the pixels from; `nil` where the photo was given.
  public var origin: PhotoOrigin?
  /// Whether the photo was reported before, for another of the run's devices.
  public internal(set) var isForFurtherDevice = false
}

/// What an upgrade takes a photo's pixels from.
public enum PhotoOrigin: Hashable, Sendable {
  /// The photo itself.
  case photo
  /// The master that is kept in the store.
  case master(Reason)

  /// Why it is not the photo itself.
  public enum Reason: String, Hashable, Sendable {
    /// The store does not know where the photo is.
    case unknownPlace = "place-unknown"
    /// There is nothing where the photo was.
    case missing = "photo-missing"
    /// Something else is where the photo was.
    case changed = "photo-changed"
    /// What is where the photo was cannot be read.
    case unreadable = "photo-unreadable"
    /// Its other renders are kept, and one of a further family is made beside them.
    case furtherFamily = "further-family"
  }

  /// `photo` or `master`.
  public var name: String { self == .photo ? "photo" : "master" }

  /// Why it is not the photo itself; `nil` when it is.
  public var reason: Reason? {
    if case .master(let reason) = self { reason } else { nil }
  }
}

extension PhotoOrigin.Reason: CustomStringConvertible {
  /// The reason in a few words, for people.
  public var description: String {
    switch self {
    case .unknownPlace: "where the photo is is not known"
    case .missing: "the photo is no longer there"
    case .changed: "another photo is in its place"
    case .unreadable: "the photo cannot be read"
    case .furtherFamily: "the other renders are kept"
    }
  }
}

extension PrepEvent {
  /// The same, of a photo that was reported for another device before.
  var forFurtherDevice: PrepEvent {
    func further(_ file: PreparedFile) -> PreparedFile {
      var file = file
      file.isForFurtherDevice = true
      return file
    }
    return switch self {
    case .prepared(let file): .prepared(further(file))
    case .unchanged(let file): .unchanged(further(file))
    case .due(let file): .due(further(file))
    case .removed(let file): .removed(further(file))
    case .planned, .gone, .rejected: self
    }
  }
}

/// How a run went.
public struct PrepSummary: Hashable, Sendable {
  /// For how many devices photos were prepared; they count once for each.
  public internal(set) var devices = 1
  /// How many photos were prepared.
  public internal(set) var prepared = 0
  /// How many of them from their masters, because the photos were not to be had.
  public internal(set) var fromMasters = 0
  /// How many of the photos that were prepared a person should look at.
  public internal(set) var asking = 0
  /// How many photos a dry run would have prepared.
  public internal(set) var due = 0
  /// How many older preparations of these photos went to the trash.
  public internal(set) var replaced = 0
  /// How many photos whose files are gone went to the trash.
  public internal(set) var pruned = 0
  /// A file of each photo that was not pruned, as none of those known before is left in its folder.
  package internal(set) var withoutFolder: [FilePath] = []
  /// How many photos were not prepared because a person had removed them.
  public internal(set) var removed = 0
  /// How many photos were in the store already.
  public internal(set) var unchanged = 0
  /// How many photos were not prepared.
  public internal(set) var rejected = 0
  /// Where in the trash records are that could not be read and that new ones replaced.
  package internal(set) var unreadableRecords: [FilePath] = []
  /// What was skipped in folders.
  public internal(set) var skipped = SkippedFiles()
  /// Whether nothing was changed.
  public internal(set) var isDryRun = false
  /// How long the run took.
  public internal(set) var seconds = 0.0
  /// Whether the run was stopped before its end.
  public internal(set) var wasInterrupted = false
  /// What this system does not protect worker processes from, one sentence each; empty where it
  /// protects them from everything, and without workers.
  public internal(set) var isolationGaps: [String] = []

  /// How many photos were looked at.
  public var total: Int { prepared + due + unchanged + removed + rejected }

  mutating func count(_ event: PrepEvent) {
    switch event {
    case .planned, .gone: break
    case .prepared(let file):
      prepared += 1
      if file.needsLook { asking += 1 }
      if case .master = file.origin { fromMasters += 1 }
    case .due(let file):
      due += 1
      if case .master = file.origin { fromMasters += 1 }
    case .unchanged: unchanged += 1
    case .removed: removed += 1
    case .rejected: rejected += 1
    }
  }
}
