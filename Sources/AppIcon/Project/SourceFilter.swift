/// The build settings that leave files out of a target's list: those that match a pattern of
/// `EXCLUDED_SOURCE_FILE_NAMES` and none of `INCLUDED_SOURCE_FILE_NAMES`.
///
/// A pattern is compared with as many of a path's last components as it has itself, with letter case, as in Xcode's
/// build system (swiftlang/swift-build, 2025).
struct SourceFilter {
  enum Answer {
    case kept, leftOut
    /// It depends on the system, on values that only a build knows, or on a pattern that is not understood.
    case unknown
  }

  let excluded: BuildSetting
  let included: BuildSetting

  func answer(for path: String) -> Answer {
    let parts = path.split(separator: "/")
    let (out, back) = (Self.answers(excluded, parts), Self.answers(included, parts))
    // Without a value for every build there are builds without any of those.
    let isTakenIn = included.plain != nil && back.allSatisfy { $0 == true }
    if isTakenIn || out.allSatisfy({ $0 == false }) { return .kept }
    let isOut = excluded.plain != nil && out.allSatisfy { $0 == true }
    return isOut && back.allSatisfy { $0 == false } ? .leftOut : .unknown
  }

  /// Whether each value of a setting has a pattern that matches a path; `nil` if unknown.
  private static func answers(_ setting: BuildSetting, _ path: [Substring]) -> [Bool?] {
    setting.all.map { value in
      let answers = IconProject.paths(value).prefix(patternLimit).map { matches(path, $0) }
      return answers.contains(true) ? true : answers.contains(nil) ? nil : false
    }
  }

  /// The most patterns of a list to read, our choice, far above what projects have.
  private static let patternLimit = 1000

  private static func matches(_ path: [Substring], _ pattern: String) -> Bool? {
    if pattern == "$(inherited)" { return false }
    if pattern.contains("$") || pattern.contains("[") { return nil }
    let parts = pattern.split(separator: "/")
    guard !parts.isEmpty, parts.count <= path.count else { return false }
    return zip(path.suffix(parts.count), parts).allSatisfy { matches(Array($0), Array($1)) }
  }

  /// Whether a name matches a pattern, in which a star is any characters and a question mark is one.
  static func matches(_ name: [Character], _ pattern: [Character]) -> Bool {
    var (at, place) = (0, 0)
    // The last star, and the first character that it does not match.
    var star: (at: Int, place: Int)?
    while place < name.count {
      if at < pattern.count, pattern[at] == "*" {
        star = (at, place)
        at += 1
      } else if at < pattern.count, pattern[at] == "?" || pattern[at] == name[place] {
        at += 1
        place += 1
      } else if let last = star {
        star = (last.at, last.place + 1)
        (at, place) = (last.at + 1, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == "*" }
  }
}
