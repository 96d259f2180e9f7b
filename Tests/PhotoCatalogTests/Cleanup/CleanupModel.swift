import Foundation
import PhotoStore

/// What a store with designs, pins and a trash should hold, told in sets and dictionaries.
///
/// Knows nothing of how a cleanup is done; the rules are written down a second time, as a person
/// would say them.
struct CleanupModel {
  /// A file, in the folder of images or of records.
  struct File: Hashable, Comparable, CustomStringConvertible {
    let folder: String
    let name: String

    var description: String { "\(folder)/\(name)" }

    static func < (left: File, right: File) -> Bool {
      (left.folder, left.name) < (right.folder, right.name)
    }

    /// The photo the file is of.
    let photo: Int?
  }

  /// A design: the images it names in the order of their places, its title, and when it changed.
  struct Design {
    let images: [String]
    let title: String
    let modified: Int

    var names: Set<String> { Set(images) }
  }

  struct Trashed: Hashable {
    let file: File
    let second: Int
  }

  var now = 0
  /// The files in place and when each last changed, in seconds.
  var files: [File: Int] = [:]
  /// When the photo of each record in place was prepared.
  var preparedAt: [Int: Int] = [:]
  var trash: [Trashed: Int] = [:]
  /// The designs by the names of their files.
  var designs: [String: Design] = [:]
  var pins: Set<String> = []

  static let photoCount = 4
  /// The photos; making one takes its time.
  static let samples = (0..<photoCount).map(SamplePhoto.init)
  private static let imageNames = samples.map { Set($0.files.map(\.name.description)) }

  static func files(of photo: Int) -> [File] {
    samples[photo].files.map { File(folder: "images", name: $0.name.description, photo: photo) }
      + [record(of: photo)]
  }

  static func record(of photo: Int) -> File {
    File(folder: "photos", name: samples[photo].id.fileName, photo: photo)
  }

  /// Whatever designs and pins name.
  var named: Set<String> { designs.values.reduce(pins) { $0.union($1.names) } }

  /// The photos of which something names a file.
  var livePhotos: Set<Int> {
    let named = named
    return Set(
      (0..<Self.photoCount).filter { photo in
        !Self.imageNames[photo].isDisjoint(with: named)
      })
  }

  mutating func prepare(_ photo: Int) {
    let isThere = files[Self.record(of: photo)] != nil
    for file in Self.files(of: photo) { files[file] = now }
    if !isThere { preparedAt[photo] = now }
  }

  /// Whether a file is needed by something: its photo is in use, or its own name is.
  func isLive(_ file: File, _ live: Set<Int>, _ named: Set<String>) -> Bool {
    file.photo.map(live.contains) ?? named.contains(file.name)
  }

  /// Whether a cleanup is refused.
  func refuses(grace: Double) -> Bool {
    if designs.isEmpty && pins.isEmpty { return true }
    let there = Set(files.keys.map(\.name)).union(returning.map(\.file.name))
    return designs.values.contains { design in
      Double(design.modified) > Double(now) - grace && !design.names.isSubset(of: there)
    }
  }

  /// What comes back from the trash by itself: of each file that is missing and needed, the newest.
  var returning: [Trashed] {
    let (live, named) = (livePhotos, named)
    let candidates = trash.keys.filter { files[$0.file] == nil && isLive($0.file, live, named) }
    return Dictionary(grouping: candidates, by: \.file).values.compactMap { same in
      same.max { $0.second < $1.second }
    }
  }

  mutating func clean(grace: Double) {
    let (live, named) = (livePhotos, named)
    let back = returning
    let needed = Set(back.map(\.file))
    var orphans: [File] = []
    for (photo, group) in Dictionary(grouping: files.keys, by: \.photo) {
      guard let photo, !live.contains(photo) else { continue }
      let changes = group.compactMap { files[$0] }
      let hasRecord = files[Self.record(of: photo)] != nil
      let newest = max(changes.max() ?? 0, hasRecord ? preparedAt[photo] ?? 0 : 0)
      if Double(newest) <= Double(now) - grace { orphans += group }
    }
    for file in files.keys where file.photo == nil && !named.contains(file.name) {
      if Double(files[file] ?? 0) <= Double(now) - grace { orphans.append(file) }
    }
    for trashed in back {
      trash[trashed] = nil
      files[trashed.file] = now
    }
    for (trashed, seen) in trash {
      let end = trashed.second + 7 * 86_400
      if needed.contains(trashed.file) || end > now { continue }
      if seen < end || seen > now {
        trash[trashed] = now
      } else if seen + 86_400 <= now {
        trash[trashed] = nil
      }
    }
    for file in orphans {
      files[file] = nil
      var second = now
      while trash[Trashed(file: file, second: second)] != nil { second += 1 }
      trash[Trashed(file: file, second: second)] = second
    }
  }

  mutating func restore(_ photo: Int?) {
    let wanted = trash.keys.filter { photo == nil || $0.file.photo == photo }
    for same in Dictionary(grouping: wanted, by: \.file).values {
      guard let newest = same.max(by: { $0.second < $1.second }), files[newest.file] == nil else {
        continue
      }
      trash[newest] = nil
      files[newest.file] = now
    }
  }

  mutating func purge() {
    for trashed in returning {
      trash[trashed] = nil
      files[trashed.file] = now
    }
    // Of a needed file only the newest came back; the older ones go with the rest, one purge later.
    trash = trash.filter { _ in false }
  }
}
