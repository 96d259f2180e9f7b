internal import Foundation
internal import PhotoStore
internal import SmartCrop
internal import SystemPackage

/// Which of many photos are wanted.
package struct ChoiceWish: Hashable, Sendable {
  /// Names of ``kinds`` that are included besides photos.
  package var includedKinds: Set<String> = []
  /// How many photos are wanted, at least 1.
  package var count: Int
  /// Whether only photos with heads are candidates.
  package var wantsFaces = false
  /// The first day allowed, in days from 1970-01-01; `nil` for any.
  package var firstDay: Int?
  /// The last day allowed, in days from 1970-01-01; `nil` for any.
  package var lastDay: Int?
  /// The day of the year to choose from in earlier years, with the three days before and after it, in days from
  /// 1970-01-01; `nil` for any.
  package var memoryDay: Int?
  /// People whose photos are left out, by the names in photos and files beside them; case does not matter.
  package var absentPeople: Set<String> = []
  /// Whether weaker photos are chosen too, to spread the choice over days and looks.
  package var isSpread = false
  /// The fewest pixels of a photo's shorter side, unless small ones are included.
  package var leastSide = 0
  /// The seed of the order.
  package var seed: UInt64 = 0

  /// The kinds that are left out by default: screenshots, documents, blank pictures, and photos that are too small.
  package static let kinds = PhotoChoice.excludedKinds + [PhotoChoice.Reason.small.rawValue]

  package init(count: Int) { self.count = count }
}

struct ChoiceCandidate: Sendable {
  let photo: PhotoID
  /// Where it is or was; the name of its record if that is unknown.
  let path: FilePath
  /// Its record, if it is chosen from those of the store.
  var record: RecordID?
  var assessed: AssessedPhoto
  var date: PhotoDate
  var notes = PhotoNotes()
  /// The photo that its file held when it was last read; `nil` if unknown or the same.
  var former: PhotoID?

  /// Adds what is beside a further file of the same photo, and its date where this file has none.
  mutating func join(_ copy: ChoiceCandidate) {
    // What a Takeout lacks is counted by the folder of the first file.
    let isOfTakeout = notes.isOfTakeout
    notes.join(copy.notes)
    notes.isOfTakeout = isOfTakeout
    if date.source == .file, copy.date.source != .file { date = copy.date }
  }

  /// Its score, 0…1; an upper bound for an estimate.
  var score: Double { assessed.assessment.score.total }
  /// Whether it was assessed from its thumbnail.
  var isEstimate: Bool { assessed.assessment.score.isEstimate }

  /// Its value in the ranking: a person's stars, then the score.
  var worth: Double { Double(notes.stars ?? 0) + score }
  /// Its value among photos that show the same, without the subject's appeal.
  fileprivate var craft: Double { Double(notes.stars ?? 0) + assessed.assessment.score.craft }

  /// Whether a file beside it names a person or, if no such file names anyone, its own file does; case does not
  /// matter.
  func names(_ person: String) -> Bool {
    if notes.people.isEmpty {
      let people = assessed.capture.people
      return !people.isEmpty && people.contains(PersonMark.text(of: person, in: photo))
    }
    return notes.people.contains { $0.lowercased() == person.lowercased() }
  }

  fileprivate var pixelCount: Int { assessed.size.width * assessed.size.height }

  /// Whether its file is a person's edit of another's by their names, and no small copy of it: with half of its pixels
  /// (ours) and as many stars at least.
  fileprivate func isEdit(of other: ChoiceCandidate) -> Bool {
    NotesNames.isEdit(path, of: other.path) && 2 * pixelCount >= other.pixelCount
      && notes.stars ?? 0 >= other.notes.stars ?? 0
  }

  /// The greatest mean difference, in grey levels, of thumbprints that look the same; ours: copies that were shrunk to
  /// a quarter and saved again at quality 70 differ by a tenth.
  private static let sameLook = 1
  /// The greatest relative difference of the shapes of a photo and its copy; ours, as sides are rounded to pixels.
  private static let sameShape = 0.02

  /// Whether another photo looks the same apart from its number of pixels.
  fileprivate func looks(like other: ChoiceCandidate) -> Bool {
    let (size, others) = (assessed.size, other.assessed.size)
    let (one, two) = (Double(size.width * others.height), Double(others.width * size.height))
    guard abs(one - two) <= Self.sameShape * two else { return false }
    let samples = assessed.assessment.thumbprint.samples
    let difference = zip(samples, other.assessed.assessment.thumbprint.samples)
      .reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return difference <= Self.sameLook * samples.count
  }

  /// Whether another photo is a copy of it, or the original that it is an edit of; another shot of a burst is neither.
  fileprivate func isSame(as other: ChoiceCandidate) -> Bool {
    let times = [self, other].compactMap { PhotoDate.seconds(of: $0.assessed.capture) }
    // Copies may have lost the time, or its fraction.
    let isOneShot = times.count < 2 || abs(times[0] - times[1]) < 1
    return isEdit(of: other) || isOneShot && looks(like: other)
  }

  /// Its kind: by its pixels, by a name that phones give screenshots, or as a PNG or HEIC of a phone's screen, as of a
  /// photo or story that fills it.
  var kind: PhotoKind {
    let kind = assessed.assessment.kind
    guard kind == .photo, assessed.capture.camera == nil else { return kind }
    let isScreen =
      ["png", "heic"].contains(path.extension?.lowercased()) && assessed.size.isPhoneScreen
    return path.isScreenshotName || isScreen ? .screenshot : kind
  }
}

/// The best of many photos: one of each stack, in an order that alternates, and the reasons.
///
/// Grouping comes before ranking, so that no burst fills the choice. `docs/how-photos-are-chosen.md` has the rules.
struct PhotoChoice {
  /// Why a photo is not among the chosen; the raw value is its name in JSON.
  enum Reason: String, Sendable, CaseIterable {
    /// It is a screenshot, a document or blank, and has no stars.
    case kind
    /// It has too few pixels even for the smallest widget, as what messengers send instead of a photo.
    case small
    /// A person hid or rejected it in the program that manages their photos.
    case hidden
    /// It is too old, or of another day.
    case date
    /// No person is in it.
    case noFace = "no-face"
    /// A person to be left out is in it.
    case person
    /// Another photo represents its stack.
    case stack
    /// Others are better.
    case rank
    /// It is better than some of the chosen, which are of other days.
    case spread
    /// A person added it.
    case kept
    /// A person took it out.
    case refused
  }

  /// One of the chosen.
  struct Pick: Sendable {
    /// Its index among the candidates.
    let index: Int
    /// How many photos its stack has, including itself.
    let stackSize: Int
    /// Its rank by score among the best of all stacks, from 1.
    let rank: Int
  }

  /// The chosen, in the album's order.
  private(set) var picks: [Pick] = []
  /// Why the others were not chosen, by their indices.
  private(set) var reasons: [Int: Reason] = [:]
  /// The stacks with more than one photo: the indices of the best one and of the others.
  private(set) var stacks: [Int: [Int]] = [:]

  static let excludedKinds = PhotoKind.allCases.filter { $0 != .photo }.map(\.rawValue)

  /// Chooses among candidates, each photo once.
  ///
  /// Photos that a person added (`kept`), and photos that show the same, are left out; so are those that a person took
  /// out (`refused`), with their copies. Other photos of a burst may represent their stack. Of those that a person
  /// removed from the store (`removed`) copies come too, as one may be removed because it is one.
  init(
    among candidates: [ChoiceCandidate], _ wish: ChoiceWish, keeping kept: Set<PhotoID> = [],
    refusing refused: Set<PhotoID> = [], removed: Set<PhotoID> = []
  ) {
    for (index, candidate) in candidates.enumerated() {
      let isOut = refused.contains(candidate.photo) || removed.contains(candidate.photo)
      reasons[index] = isOut ? .refused : Self.objection(to: candidate, wish)
    }
    let open = candidates.indices.filter {
      reasons[$0] == nil || refused.contains(candidates[$0].photo)
    }
    let groups = Self.groups(open.map { candidates[$0] }).map { $0.map { open[$0] } }
    var standing: [Int] = []
    for group in groups {
      let isTaken = group.contains { kept.contains(candidates[$0].photo) }
      for out in group where refused.contains(candidates[out].photo) {
        let same = group.filter {
          reasons[$0] == nil && candidates[out].isSame(as: candidates[$0])
        }
        for index in same { reasons[index] = .stack }
        if !same.isEmpty { stacks[out] = same }
      }
      let group = group.filter { reasons[$0] == nil }
      if group.isEmpty { continue }
      let best = Self.best(of: group, candidates)
      for index in group where index != best || isTaken { reasons[index] = .stack }
      if group.count > 1 { stacks[best] = group.filter { $0 != best } }
      if !isTaken { standing.append(best) }
    }
    standing.sort { Self.isBetter(candidates[$0], candidates[$1], by: \.worth) }
    let ranks = Dictionary(uniqueKeysWithValues: standing.enumerated().map { ($1, $0 + 1) })
    var chosen = Self.capped(standing, candidates, wish)
    chosen = Self.spread(
      chosen, beside: candidates.indices.filter { kept.contains(candidates[$0].photo) },
      candidates, wish)
    let (isChosen, least) = (Set(chosen), chosen.map { candidates[$0].worth }.min())
    for index in standing where !isChosen.contains(index) {
      reasons[index] = candidates[index].worth > least ?? .infinity ? .spread : .rank
    }
    for index in candidates.indices where kept.contains(candidates[index].photo) {
      reasons[index] = .kept
    }
    picks = Self.alternating(chosen, candidates, wish.seed).map { index in
      Pick(
        index: index, stackSize: 1 + (stacks[index]?.count ?? 0), rank: ranks[index] ?? 0)
    }
  }

  /// The photo that represents a stack: the best taken or, of those that look the same and have as many stars, the one
  /// with the most pixels, as a shrunk copy is sharper and has less noise than its original.
  ///
  /// A person's edit takes the place of its original (decision 0813).
  private static func best(of group: [Int], _ candidates: [ChoiceCandidate]) -> Int {
    let order = group.sorted { isBetter(candidates[$0], candidates[$1], by: \.craft) }
    let best = candidates[order[0]]
    let standing = order.filter {
      candidates[$0].notes.stars == best.notes.stars && candidates[$0].looks(like: best)
    }.reduce(order[0]) {
      candidates[$0].pixelCount < candidates[$1].pixelCount ? $1 : $0
    }
    return order.first { candidates[$0].isEdit(of: candidates[standing]) } ?? standing
  }

  private static func objection(to candidate: ChoiceCandidate, _ wish: ChoiceWish) -> Reason? {
    if candidate.notes.isHidden { return .hidden }
    let kind = candidate.kind
    // A person who gave it stars knows better what it is.
    if kind != .photo, candidate.notes.stars == nil, !wish.includedKinds.contains(kind.rawValue) {
      return .kind
    }
    if candidate.assessed.size.shortEdge < wish.leastSide,
      !wish.includedKinds.contains(Reason.small.rawValue)
    {
      return .small
    }
    if wish.absentPeople.contains(where: candidate.names) { return .person }
    if let first = wish.firstDay, candidate.date.day < first { return .date }
    if let last = wish.lastDay, candidate.date.day > last { return .date }
    if let day = wish.memoryDay, !isMemory(candidate.date.day, of: day) { return .date }
    if wish.wantsFaces, candidate.assessed.assessment.score[.heads] == nil { return .noFace }
    return nil
  }

  /// How many days before and after the day of the year count as a memory: a week in all.
  private static let memoryDays = 3
  /// The mean length of a year (Gregorian calendar).
  private static let year = 365.2425

  /// How many years a day lies before the same day of the year; 0 for the same year.
  private static func years(from day: Int, to today: Int) -> Int {
    Int((Double(today - day) / year).rounded())
  }

  /// Whether a day lies in the week around another's day of an earlier year.
  private static func isMemory(_ day: Int, of today: Int) -> Bool {
    let years = years(from: day, to: today)
    let date = Calendar(identifier: .gregorian).dateComponents(
      in: .gmt, from: Date(timeIntervalSince1970: Double(today) * 86_400))
    let same = PhotoDate.days((date.year ?? 0) - years, date.month ?? 1, date.day ?? 1)
    return years >= 1 && abs(day - same) <= memoryDays
  }

  private static func groups(_ photos: [ChoiceCandidate]) -> [[Int]] {
    let roots = Stacks.find(
      among: photos.map { photo in
        Stacks.Photo(
          thumbprint: photo.assessed.assessment.thumbprint,
          // Also by a clock that was not set, as a burst is as long by any clock.
          seconds: PhotoDate.seconds(of: photo.assessed.capture),
          camera: photo.assessed.capture.camera, path: photo.path)
      })
    return Dictionary(grouping: photos.indices) { roots[$0] }.sorted { $0.key < $1.key }.map(
      \.value)
  }

  /// Whether one is better; if equal, the earlier one, then the one with the first name, so that the choice is the
  /// same everywhere.
  private static func isBetter(
    _ one: ChoiceCandidate, _ other: ChoiceCandidate, by worth: KeyPath<ChoiceCandidate, Double>
  ) -> Bool {
    let (first, second) = (one[keyPath: worth], other[keyPath: worth])
    if first != second { return first > second }
    if one.date.seconds != other.date.seconds { return one.date.seconds < other.date.seconds }
    return one.photo < other.photo
  }

  /// Limits the photos of each year of a memory to an equal share.
  private static func capped(
    _ standing: [Int], _ candidates: [ChoiceCandidate], _ wish: ChoiceWish
  ) -> [Int] {
    guard let today = wish.memoryDay else { return standing }
    func year(_ index: Int) -> Int { Self.years(from: candidates[index].date.day, to: today) }
    let years = Set(standing.map(year)).count
    let share = max(1, (wish.count + years - 1) / max(1, years))
    var counts: [Int: Int] = [:]
    return standing.filter { index in
      counts[year(index), default: 0] += 1
      return counts[year(index), default: 0] <= share
    }
  }

  /// The weight of the score against nearness to the photos chosen already, after MMR (Carbonell and Goldstein, "The
  /// use of MMR", SIGIR 1998): theirs is 0.7 for the first results of a search, which `--spread` takes; ours is for
  /// choosing among photos of nearly the same score (decision 0814).
  private static let (worth, spreadWorth) = (0.95, 0.7)
  /// The scale of an exponential, in days, on which photos belong to different occasions; ours.
  private static let occasion = 2.0

  /// Chooses one after the other of the best first, each good and of another day than the others and those that a
  /// person added; with `--spread` also unlike them.
  private static func spread(
    _ standing: [Int], beside kept: [Int], _ candidates: [ChoiceCandidate], _ wish: ChoiceWish
  ) -> [Int] {
    let worth = wish.isSpread ? spreadWorth : Self.worth
    var (shown, chosen, rest) = (kept, [Int](), Array(standing.indices))
    var near = standing.map { _ in Closeness(seesLooks: wish.isSpread) }
    while chosen.count < wish.count, !rest.isEmpty {
      var best = (place: 0, value: -Double.infinity)
      for (place, rank) in rest.enumerated() {
        let photo = candidates[standing[rank]]
        var value: Double { worth * photo.worth - (1 - worth) * near[rank].likeness }
        // All that follow are no better, even if nothing is near them.
        if worth * photo.worth <= best.value { break }
        // Nearness only grows.
        if value <= best.value { continue }
        near[rank].add(shown[near[rank].count...].lazy.map { candidates[$0] }, to: photo)
        if value > best.value { best = (place, value) }
      }
      let index = standing[rest.remove(at: best.place)]
      chosen.append(index)
      shown.append(index)
    }
    return chosen
  }

  /// How near the chosen photos are to another: in look the most similar one; in time all of them, as otherwise one day
  /// could fill the choice as soon as each has one photo.
  private struct Closeness {
    let seesLooks: Bool
    /// How many photos it counts.
    private(set) var count = 0
    private var look = 0.0
    /// The photos of the same occasion; those of near days count in part.
    private var crowd = 0.0

    init(seesLooks: Bool) { self.seesLooks = seesLooks }

    var likeness: Double { (log2(1 + crowd) + look) / 2 }

    mutating func add(_ shown: some Sequence<ChoiceCandidate>, to photo: ChoiceCandidate) {
      for other in shown {
        count += 1
        crowd += PhotoChoice.time(photo, other)
        if seesLooks { look = max(look, PhotoChoice.look(photo, other)) }
      }
    }
  }

  /// How similar two photos are in time and look, 0…1.
  private static func likeness(_ one: ChoiceCandidate, _ other: ChoiceCandidate) -> Double {
    (time(one, other) + look(one, other)) / 2
  }

  private static func time(_ one: ChoiceCandidate, _ other: ChoiceCandidate) -> Double {
    exp(-abs(one.date.seconds - other.date.seconds) / 86_400 / occasion)
  }

  private static func look(_ one: ChoiceCandidate, _ other: ChoiceCandidate) -> Double {
    one.assessed.assessment.thumbprint.likeness(to: other.assessed.assessment.thumbprint)
  }

  /// Among how many remaining photos the next one is searched; ours, so that thousands do not take n² steps.
  private static let lookAhead = 64

  /// An order in which neighbours differ in time and look; the first one is random.
  private static func alternating(
    _ chosen: [Int], _ candidates: [ChoiceCandidate], _ seed: UInt64
  ) -> [Int] {
    var rest = chosen.sorted { candidates[$0].photo < candidates[$1].photo }
    guard !rest.isEmpty else { return [] }
    var order = [rest.remove(at: Int(random(seed) % UInt64(rest.count)))]
    while !rest.isEmpty {
      let recent = order.suffix(3).map { candidates[$0] }
      let next = rest.indices.prefix(lookAhead).min { a, b in
        let (one, other) = (
          recent.map { likeness($0, candidates[rest[a]]) }.max() ?? 0,
          recent.map { likeness($0, candidates[rest[b]]) }.max() ?? 0
        )
        return one != other ? one < other : a < b
      }
      order.append(rest.remove(at: next ?? 0))
    }
    return order
  }

  /// The first number of SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
  private static func random(_ seed: UInt64) -> UInt64 {
    var z = seed &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension Thumbprint {
  /// The correlation of two, 0…1; negative ones count as 0.
  fileprivate func likeness(to other: Thumbprint) -> Double {
    let count = Double(samples.count)
    var sums = (a: 0.0, b: 0.0, aa: 0.0, bb: 0.0, ab: 0.0)
    for (one, two) in zip(samples, other.samples) {
      let (a, b) = (Double(one), Double(two))
      sums.a += a
      sums.b += b
      sums.aa += a * a
      sums.bb += b * b
      sums.ab += a * b
    }
    let variances =
      max(0, sums.aa / count - sums.a * sums.a / count / count)
      * max(0, sums.bb / count - sums.b * sums.b / count / count)
    let covariance = sums.ab / count - sums.a * sums.b / count / count
    return variances > 0 ? max(0, covariance / variances.squareRoot()) : 0
  }
}

extension FilePath {
  /// The names that phones and computers give screenshots: Android and Windows, iOS and macOS in some languages.
  private static let screenshotNames = [
    "screenshot", "screen shot", "bildschirmfoto", "capture d", "captura de", "schermata",
    "schermafbeelding", "screen_recording", "scrnli", "simulator screen", "zrzut ekranu",
    "skærmbillede", "skärmavbild", "skjermbilde", "снимок экрана", "スクリーンショット", "스크린샷",
    "截屏", "屏幕截图",
  ]

  fileprivate var isScreenshotName: Bool {
    let name = (lastComponent?.string ?? "").lowercased()
    return Self.screenshotNames.contains { name.hasPrefix($0) }
  }
}
