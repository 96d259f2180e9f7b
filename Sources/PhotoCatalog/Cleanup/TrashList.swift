import Foundation
import PhotoStore
import SystemFiles
import SystemPackage

/// The files in a store's trash, and what to do with each.
struct TrashList {
  /// What becomes of a file in the trash.
  enum Fate {
    /// It stays.
    case stays
    /// It comes back, because something names it or a person asked.
    case needed
    /// It stays, and is noted to have been there for long enough.
    case over
    /// It goes for good.
    case expired
  }

  private var files: [(file: TrashedFile, size: Int, fate: Fate)] = []
  /// When the last file of each place was moved.
  private var newest: [FilePath: Int] = [:]
  /// The places of files that come back.
  private var returning: Set<FilePath> = []

  /// Reads the trash; of several files with the same name and place, only the one that was moved last can come back.
  init(of store: Store, _ fate: (TrashedFile, FileStatus) throws -> Fate) throws {
    let paths = store.paths
    var files: [(file: TrashedFile, size: Int, fate: Fate)] = []
    try TrashedFile.forEach(in: paths.trash, of: store.fileSystem) { file, _, status in
      files.append((file, status.size, try fate(file, status)))
    }
    for (file, _, _) in files {
      let place = file.place(in: paths)
      newest[place] = max(newest[place] ?? file.second, file.second)
    }
    self.files = files.map { file in
      let isLast = newest[file.file.place(in: paths)] == file.file.second
      return (file.file, file.size, file.fate == .needed && !isLast ? .stays : file.fate)
    }.sorted { $0.file.precedes($1.file) }
    returning = Set(self.files.filter { $0.fate == .needed }.map { $0.file.place(in: paths) })
  }

  /// Whether a file from a place is in the trash.
  func holds(_ place: FilePath) -> Bool { newest[place] != nil }

  /// Whether a file comes back to a place.
  func returns(to place: FilePath) -> Bool { returning.contains(place) }

  /// Visits the files with a fate and their sizes: images before records, so that a record that
  /// comes back finds its images.
  func forEach(_ fate: Fate, _ visit: (TrashedFile, Int) throws -> Void) rethrows {
    for file in files where file.fate == fate { try visit(file.file, file.size) }
  }

  /// The files with some fates and their sizes, as they go for good.
  ///
  /// Photo by photo, the record first, then all files of other names. So a record in the trash has
  /// all its files beside it.
  func goingForGood(_ fates: Set<Fate>) -> [(file: TrashedFile, size: Int)] {
    let going = files.filter { fates.contains($0.fate) }.map { ($0.file, $0.size) }
    return going.sorted { $0.0.goesBefore($1.0) }
  }
}

extension TrashedFile {
  /// How long after a cleanup saw that the trash kept a file long enough the file goes, in seconds: a
  /// day, in which a clock that is ahead may be set right.
  static let doubtTime = 86_400

  /// What becomes of the file when nothing needs it.
  ///
  /// It goes when the trash kept it long enough, and a cleanup a day before saw that as well and gave
  /// the file that time; one clock that is a week ahead ends nothing (decision 0307).
  func fate(_ status: FileStatus, at now: Date) -> TrashList.Fate {
    let end = second + Self.keepingTime
    let (now, seen) = (Int(now.timeIntervalSince1970), Int(status.modified / 1_000_000_000))
    if end > now { return .stays }
    return seen < end || seen > now ? .over : seen + Self.doubtTime <= now ? .expired : .stays
  }

  /// Photos before other files; of a photo, its record first.
  fileprivate func goesBefore(_ other: TrashedFile) -> Bool {
    let (mine, others) = (record?.fileName ?? "~", other.record?.fileName ?? "~")
    return mine == others ? other.precedes(self) : mine < others
  }

  /// Images before records, then names, then times.
  fileprivate func precedes(_ other: TrashedFile) -> Bool {
    (origin == .photos ? 1 : 0, name, second) < (
      other.origin == .photos ? 1 : 0, other.name, other.second
    )
  }
}
