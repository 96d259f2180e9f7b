package import PhotoStore
internal import SmartCrop
internal import SystemPackage

/// Finds which photos show the same: bursts, edits, and copies that were cropped, turned, shrunk or saved again.
///
/// It uses one pass over an index instead of comparing every photo with every other. A stack is a connected set: each
/// of its photos shows the same as at least one other.
struct Stacks {
  struct Photo: Sendable {
    let thumbprint: Thumbprint
    /// When it was taken, in seconds from any moment; `nil` if only its file's time is known.
    let seconds: Double?
    /// The camera; `nil` if unknown.
    let camera: String?
    /// Its file, if that is known.
    var path: FilePath?

    /// Whether one is an edit of the other by their names.
    fileprivate func isVersion(of other: Photo) -> Bool {
      guard let path, let other = other.path else { return false }
      return NotesNames.isEdit(path, of: other) || NotesNames.isEdit(other, of: path)
    }
  }

  /// The rules for bursts, from facet (ncoevoet/facet, docs/CONFIGURATION.md, burst detection), whose hash has 64 bits
  /// too.
  enum Burst {
    /// Photos of one camera within so many seconds are a burst if their hashes are similar.
    static let window = 48.0
    /// Photos within so many seconds are a burst whatever their hashes, if a time has fractions of a second.
    ///
    /// Equal whole seconds say less (ours): scans get one time for all, and a clock without a battery starts again.
    static let rapid = 0.4
    /// The most bits in which similar hashes differ: 70 % are equal.
    static let distance = 19
    /// With how many photos before it each is compared; ours, so that a time-lapse does not take n² steps.
    static let lookBack = 8
  }

  /// The most bits of a cut's hash that may differ from a copy's; ours: random pairs lie at 32 ± 4.
  static let copyDistance = 15
  /// The correlation of a cut with a copy, including coarse light and shade, from which on the two are aligned; ours.
  static let copyCorrelation: Float = 0.8

  /// Returns for each photo the first one of its stack, by their indices.
  static func find(among photos: [Photo]) -> [Int] {
    var sets = DisjointSets(count: photos.count)
    let hashes = photos.map { photo in
      photo.thumbprint.floats.withUnsafeBufferPointer(ThumbprintHash.hash)
    }
    findBursts(photos, hashes, &sets)
    findCopies(photos, hashes, &sets)
    return photos.indices.map { sets.root(of: $0) }
  }

  private static func findBursts(
    _ photos: [Photo], _ hashes: [UInt64], _ sets: inout DisjointSets
  ) {
    let dated = photos.indices.filter { photos[$0].seconds != nil && photos[$0].camera != nil }
      .sorted {
        (photos[$0].camera ?? "", photos[$0].seconds ?? 0, $0)
          < (photos[$1].camera ?? "", photos[$1].seconds ?? 0, $1)
      }
    for (place, index) in dated.enumerated() {
      let seconds = photos[index].seconds ?? 0
      for earlier in dated[max(0, place - Burst.lookBack)..<place].reversed() {
        let gap = seconds - (photos[earlier].seconds ?? 0)
        guard photos[earlier].camera == photos[index].camera, gap <= Burst.window else { break }
        let bits = (hashes[index] ^ hashes[earlier]).nonzeroBitCount
        let isRapid = gap <= Burst.rapid && (gap > 0 || seconds != seconds.rounded())
        // However much of it was cropped.
        let isEdit = gap < 1 && photos[index].isVersion(of: photos[earlier])
        if isRapid || isEdit || bits <= Burst.distance { sets.join(index, earlier) }
      }
    }
  }

  private static func findCopies(
    _ photos: [Photo], _ hashes: [UInt64], _ sets: inout DisjointSets
  ) {
    let telling = photos.indices.filter { photos[$0].thumbprint.isTelling }
    let index = HashIndex(hashes, of: telling)
    let contents = photos.map { Content($0.thumbprint.samples) }
    let views = ThumbprintView.searched
    var cut = [Float](repeating: 0, count: Thumbprint.side * Thumbprint.side)
    for place in telling {
      let whole = photos[place].thumbprint.floats
      for view in views {
        view.writeAll(whole, to: &cut)
        let hash = cut.withUnsafeBufferPointer(ThumbprintHash.hash)
        var shown: Content?
        index.forEach(near: hash, within: copyDistance) { other in
          guard other != place, sets.root(of: other) != sets.root(of: place) else { return }
          let own = shown ?? Content(cut.map { UInt8($0.rounded()) })
          shown = own
          guard own.correlation(with: contents[other]) >= copyCorrelation,
            ThumbprintAlignment.likeness(
              of: photos[other].thumbprint.floats, in: whole, from: view.place)
              >= ThumbprintAlignment.threshold
          else { return }
          sets.join(place, other)
        }
      }
    }
  }
}

/// The samples of a thumbprint or of a cut, with their sums, to be correlated with many others.
private struct Content {
  private let samples: [UInt8]
  private let sum: Int
  /// The number of samples times the sum of their squares, less the square of their sum.
  private let variance: Int

  init(_ samples: [UInt8]) {
    self.samples = samples
    sum = samples.reduce(0) { $0 + Int($1) }
    variance = samples.count * samples.reduce(0) { $0 + Int($1) * Int($1) } - sum * sum
  }

  /// The correlation with other samples, −1…1; 0 if the samples of either are all equal.
  func correlation(with other: Content) -> Float {
    let products = samples.withUnsafeBufferPointer { own in
      other.samples.withUnsafeBufferPointer { others in
        var products: Int32 = 0
        for i in 0..<own.count { products &+= Int32(own[i]) &* Int32(others[i]) }
        return Int(products)
      }
    }
    let covariance = Float(samples.count * products - sum * other.sum)
    return covariance / max(1, (Float(variance) * Float(other.variance)).squareRoot())
  }
}

extension Thumbprint {
  /// Whether it has enough light and shade: a standard deviation of 4 grey levels; ours.
  var isTelling: Bool {
    let mean = samples.reduce(0) { $0 + Int($1) } / samples.count
    let squares = samples.reduce(0) { $0 + (Int($1) - mean) * (Int($1) - mean) }
    return squares >= 16 * samples.count
  }
}

/// A partition of items into sets; the first item of a set represents it.
///
/// Tarjan, "Efficiency of a good but not linear set union algorithm", Journal of the ACM 22(2), 1975.
private struct DisjointSets {
  private var parents: [Int32]

  init(count: Int) { parents = (0..<count).map(Int32.init) }

  mutating func root(of index: Int) -> Int {
    var place = index
    while Int(parents[place]) != place {
      parents[place] = parents[Int(parents[place])]
      place = Int(parents[place])
    }
    return place
  }

  mutating func join(_ one: Int, _ other: Int) {
    let (a, b) = (root(of: one), root(of: other))
    parents[max(a, b)] = Int32(min(a, b))
  }
}

/// Finds hashes that share a chunk with a given one, except for at most one bit.
///
/// Norouzi, Punjani, Fleet, "Fast search in Hamming space with multi-index hashing", CVPR 2012: if two hashes of four
/// chunks differ in at most 7 bits, one chunk differs in at most one. Hashes that differ more are found by chance, the
/// more likely the more similar they are.
private struct HashIndex {
  private static let keys = 1 << ThumbprintHash.chunkBits

  /// For each chunk, the start of each key's entries, and the entries and their hashes by key; they are read in that
  /// order: random access would cost more than everything else.
  private let starts: [[Int32]]
  private let entries: [[Int32]]
  private let hashes: [[UInt64]]

  /// Makes the index of some hashes, by their indices.
  init(_ all: [UInt64], of indices: [Int]) {
    var (starts, entries, hashes) = ([[Int32]](), [[Int32]](), [[UInt64]]())
    for chunk in 0..<ThumbprintHash.chunkCount {
      var ends = [Int32](repeating: 0, count: Self.keys + 1)
      for index in indices { ends[ThumbprintHash.chunk(chunk, of: all[index]) + 1] += 1 }
      for key in 1...Self.keys { ends[key] += ends[key - 1] }
      var next = ends
      var sorted = [Int32](repeating: 0, count: indices.count)
      for index in indices {
        let key = ThumbprintHash.chunk(chunk, of: all[index])
        sorted[Int(next[key])] = Int32(index)
        next[key] += 1
      }
      starts.append(ends)
      entries.append(sorted)
      hashes.append(sorted.map { all[Int($0)] })
    }
    (self.starts, self.entries, self.hashes) = (starts, entries, hashes)
  }

  /// Visits the hashes that differ in at most so many bits from one; some of them twice.
  func forEach(near hash: UInt64, within distance: Int, _ visit: (Int) -> Void) {
    for chunk in 0..<ThumbprintHash.chunkCount {
      let key = ThumbprintHash.chunk(chunk, of: hash)
      starts[chunk].withUnsafeBufferPointer { starts in
        hashes[chunk].withUnsafeBufferPointer { hashes in
          for flip in -1..<ThumbprintHash.chunkBits {
            let near = flip < 0 ? key : key ^ (1 << flip)
            for place in Int(starts[near])..<Int(starts[near &+ 1])
            where (hashes[place] ^ hash).nonzeroBitCount <= distance {
              visit(Int(entries[chunk][place]))
            }
          }
        }
      }
    }
  }
}

/// The look of a prepared photo, for finding photos that show the same.
package struct PhotoLook: Sendable {
  fileprivate let photo: Stacks.Photo
  /// Its value among those that show the same: a person's stars, then the score without the appeal.
  fileprivate let worth: Double

  /// Reads it from a record; `nil` for a record from before photos were assessed.
  package init?(_ card: PhotoCard) {
    let preparation = card.record.preparation
    guard let assessment = preparation.assessment else { return nil }
    let date = card.date
    photo = Stacks.Photo(
      thumbprint: assessment.thumbprint, seconds: date?.source == .photo ? date?.seconds : nil,
      camera: preparation.capture.camera, path: preparation.sources.first?.path)
    worth = Double(preparation.hand?.stars ?? card.starsOfFiles ?? 0) + assessment.score.craft
  }

  /// Returns the records of each stack of several photos, the best photo's first; those of one photo are next to each
  /// other.
  package static func stacks(of looks: [RecordID: PhotoLook]) -> [[RecordID]] {
    let records = Dictionary(grouping: looks.keys.sorted(), by: \.photo)
    let photos = records.keys.sorted()
    let firsts = photos.compactMap { records[$0]?.first.flatMap { looks[$0] } }
    let roots = Stacks.find(among: firsts.map(\.photo))
    return Dictionary(grouping: photos.indices) { roots[$0] }.sorted { $0.key < $1.key }
      .filter { $0.value.count > 1 }
      .map { _, places in
        places.sorted { (firsts[$1].worth, $0) < (firsts[$0].worth, $1) }
          .flatMap { records[photos[$0]] ?? [] }
      }
  }
}
