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
  /// The last day allowed.
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
