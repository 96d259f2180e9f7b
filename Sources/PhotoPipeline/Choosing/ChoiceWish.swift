/// Which photos are wanted out of many.
package struct ChoiceWish: Hashable, Sendable {
  /// What a picture may be besides a photo, by the names of ``kinds``.
  package var includedKinds: Set<String> = []
  /// How many photos are wanted, at least 1.
  package var count: Int
  /// Whether only photos with heads count.
  package var wantsFaces = false
  /// The first day that counts, in days from 1970-01-01; `nil` for any.
  package var firstDay: Int?
  /// The day whose other years' days count, with the three before and after it, in days from 1970-01-01; `nil` for any.
  package var memoryDay: Int?
  /// The people whose photos do not come, as photos and files beside them name them; capitals do not matter.
  package var absentPeople: Set<String> = []
  /// Whether the choice is spread over days and looks.
  package var isSpread = false
  /// The fewest pixels of a photo's shorter side, unless small ones are included.
  package var leastSide = 0
  /// What the order begins with.
  package var seed: UInt64 = 0

  /// What is left out unless it is included: screenshots, documents, blank pictures, and photos that are too small.
  package static let kinds = PhotoChoice.excludedKinds + [PhotoChoice.Reason.small.rawValue]

  /// Wishes for a number of photos.
  package init(count: Int) { self.count = count }
}
