import Foundation

/// How likely a person is to show a photo gladly, judged by the networks.
///
///     p = 1 / (1 + exp(−(b + Σ wᵢ · xᵢ)))
///
/// x are the summaries of the networks of what matters, of people's and of animals' heads and of extents, one after the
/// other (``MapNetwork``): what there is in a photo, and how it is lit and coloured, without its places. The numbers
/// were fitted to how people graded 6,650 photos (`Training/appeal.py`, decision 0810).
struct AppealModel: Sendable {
  /// b, then one number for each of x.
  private let numbers: [Float]

  /// How many numbers a summary has: half of the channels of the three grids.
  private static let summaryCount = [NetworkLayer.Name.block2b, .block3c, .block4].reduce(0) {
    $0 + NetworkLayer.all[$1.rawValue].outputs / 2
  }
  private static let networkCount = 4
  /// How many bytes there are.
  static let byteCount = MemoryLayout<Float>.size * (1 + networkCount * summaryCount)

  /// Reads the numbers in single precision, little-endian; `nil` when their number is wrong or one is not finite.
  init?(_ bytes: Data) {
    guard bytes.count == Self.byteCount else { return nil }
    numbers = [Float](littleEndian: [UInt8](bytes)[...])
    guard numbers.allSatisfy(\.isFinite) else { return nil }
  }

  /// Returns how likely a person would gladly show a photo, 0…1, from the four networks' summaries of it.
  func value(of summary: [Float]) -> Double {
    precondition(summary.count + 1 == numbers.count)
    let sum = zip(summary, numbers.dropFirst()).reduce(Double(numbers[0])) {
      $0 + Double($1.0) * Double($1.1)
    }
    return 1 / (1 + exp(-sum))
  }
}
