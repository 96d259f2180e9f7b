public import Foundation

/// How a kind of document writes its dates.
///
/// The published app drops a whole smart photo in silence when its date has the other form.
public enum DateForm: Hashable, Sendable {
  /// `2026-01-05T12:00:00Z`, whole seconds: packages, designs and records.
  case iso8601
  /// Seconds since 2001-01-01 UTC as a number: albums and the app's preferences.
  case referenceSeconds
}

extension JSONValue {
  /// Makes a date in one form; ISO 8601 drops fractions of a second, which the published app's
  /// reader does not accept.
  public static func date(_ date: Date, as form: DateForm) -> JSONValue {
    switch form {
    case .iso8601: .string(date.formatted(.iso8601))
    case .referenceSeconds: .double(date.timeIntervalSinceReferenceDate)
    }
  }

  /// The date in this value, in either form, or `nil` when it holds none.
  public var date: Date? {
    if let seconds = double { return Date(timeIntervalSinceReferenceDate: seconds) }
    guard let text = string else { return nil }
    let whole = Date.ISO8601FormatStyle()
    return (try? whole.parse(text))
      ?? (try? whole.year().month().day().time(includingFractionalSeconds: true).timeZone(
        separator: .omitted
      ).parse(text))
  }
}
