import Foundation
import Testing

/// Pins what the rules of ``SmartCropVersion`` choose.
///
/// A change of a crop needs another version, and another version needs other goldens: run
/// `PHOTOPREP_RECORD_CROPS=1 swift test --filter 'Golden crops'`, look at every line that changed, and commit the file.
/// Recording fails when crops changed and their version did not; lines of a further shape change none. It always ends as failed, so that no check passes by it.
@Suite struct `Golden crops` {
  private static let isRecording =
    ProcessInfo.processInfo.environment["PHOTOPREP_RECORD_CROPS"] != nil

  @Test(.enabled(if: !isRecording)) func `are of the version that chooses`() throws {
    #expect(
      try GoldenCrops.read().version == GoldenCrops.Version(),
      "The version of the rules or the weights changed: record the golden crops.")
  }

  @Test(
    .enabled(if: !isRecording), arguments: GoldenCrops.places.filter { GoldenCrops.url($0) != nil })
  func `are chosen again`(place: String) throws {
    let photo = try #require(GoldenCrops.url(place))
    let golden = try #require(try GoldenCrops.read().photos[place])
    for way in GoldenCrops.ways(for: place) {
      let lines = try way.lines(of: photo)
      let difference = Self.difference(try #require(golden[way.rawValue]), lines)
      #expect(difference.isEmpty, "\(place), \(way.rawValue):\n\(difference)")
    }
  }

  @Test func `show a change line by line`() {
    #expect(Self.difference(["a", "b"], ["a", "b"]).isEmpty)
    #expect(Self.difference(["a", "b"], ["a", "c"]) == "- b\n+ c")
  }

  @Test func `are the same but for a score's last place, which is the C library's`() {
    let line = "530:530 1080×1080+0+216, risk 0.0094, balance -0.0015, flat"
    #expect(Self.isSame(line, line.replacing("0.0094", with: "0.0095")))
    #expect(!Self.isSame(line, line.replacing("0.0094", with: "0.0096")))
    #expect(!Self.isSame(line, line.replacing("+216", with: "+217")))
    #expect(!Self.isSame(line, line + ", lowResolution"))
  }

  @Test func `change where a line goes, not where one of a further shape comes`() {
    #expect(!Self.isChanged(["learned": ["a"]], ["learned": ["a", "b"], "zoomed": ["c"]]))
    #expect(Self.isChanged(["learned": ["a", "b"]], ["learned": ["a"]]))
    #expect(Self.isChanged(["learned": ["a"]], ["zoomed": ["a"]]))
  }

  @Test(.enabled(if: isRecording)) func `are recorded`() throws {
    var recorded = GoldenCrops()
    for place in GoldenCrops.places {
      let photo = try #require(GoldenCrops.url(place))
      for way in GoldenCrops.ways(for: place) {
        let lines = try way.lines(of: photo)
        recorded.photos[place, default: [:]][way.rawValue] = lines
      }
    }
    let old = try? GoldenCrops.read()
    let changed = old?.photos.keys.filter { Self.isChanged(old?.photos[$0], recorded.photos[$0]) }
    try #require(
      old?.version != recorded.version || changed?.isEmpty != false,
      "Crops changed (\((changed ?? []).sorted())): raise SmartCropVersion.algorithm first.")
    try recorded.write()
    Issue.record("The golden crops were recorded; look at them, and run without recording.")
  }

  /// Whether a line of a photo is no longer chosen.
  private static func isChanged(_ old: [String: [String]]?, _ new: [String: [String]]?) -> Bool {
    guard let old, let new else { return false }
    return old.contains { way, lines in !Set(new[way] ?? []).isSuperset(of: lines) }
  }

  /// Whether two lines are the same but for one in the last of a score's four places, which sines and exponentials of
  /// another C library may move.
  private static func isSame(_ line: String, _ other: String) -> Bool {
    let (words, others) = (line.split(separator: " "), other.split(separator: " "))
    return words.count == others.count
      && zip(words, others).allSatisfy { word, other in
        let (score, another) = (
          Double(word.filter { $0 != "," }), Double(other.filter { $0 != "," })
        )
        return word == other || abs((score ?? 0) - (another ?? .infinity)) < 0.000_15
      }
  }

  /// The lines that are missing and those that are new.
  private static func difference(_ golden: [String], _ found: [String]) -> String {
    let changes = found.difference(from: golden, by: isSame)
    let (gone, new) = (changes.removals, changes.insertions)
    func text(_ mark: String, _ changes: [CollectionDifference<String>.Change]) -> [String] {
      changes.map { change in
        switch change {
        case .insert(_, let line, _), .remove(_, let line, _): "\(mark) \(line)"
        }
      }
    }
    return (text("-", gone) + text("+", new)).joined(separator: "\n")
  }
}
