public import PhotoGeometry
public import PhotoStore
public import SystemPackage

/// A render that was made again from its photo's master.
public struct RemadeRender: Sendable {
  /// The JPEG.
  public let bytes: [UInt8]
  /// The quality it was encoded with, 1…100.
  public let quality: Int?

  /// Makes a render.
  public init(bytes: [UInt8], quality: Int?) { (self.bytes, self.quality) = (bytes, quality) }
}

/// Makes a family's render again, from a master and the crop its record keeps.
///
/// This target knows no pixels; whoever repairs a store brings what does.
public protocol RenderMaking {
  /// Returns a render of exactly its recipe's frame.
  ///
  /// - Parameters:
  ///   - family: Which render.
  ///   - record: The photo's record, with the recipe and the crop.
  ///   - master: The master's bytes, which are whole.
  /// - Returns: The render.
  /// - Throws: Why it cannot be made.
  func render(
    _ family: RenderFamily, of record: PhotoRecord, from master: [UInt8]
  ) throws -> RemadeRender
}

/// What became of one damaged file.
public enum RepairEvent: Hashable, Sendable {
  /// The file is whole again; how, in one sentence.
  case mended(FilePath, how: String)
  /// The file stays as it is; why and what to do, in one sentence each.
  case notMended(FilePath, why: String, remedy: String)
}

/// How much a repair did.
public struct RepairSummary: Hashable, Sendable {
  /// Files that are whole again.
  public internal(set) var mended = 0
  /// Files that stay damaged.
  public internal(set) var notMended = 0
  /// Rows that were written again.
  public internal(set) var rowsWritten = 0
  /// Rows that were removed.
  public internal(set) var rowsRemoved = 0
  /// What a check finds afterwards.
  public internal(set) var check = CheckSummary()

  mutating func count(_ event: RepairEvent) {
    switch event {
    case .mended: mended += 1
    case .notMended: notMended += 1
    }
  }
}
