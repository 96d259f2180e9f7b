import Foundation
import Imaging

/// The orientation tag of a PNG's eXIf chunk.
enum ExifOrientation {
  /// Returns the value of tag 0x0112 in the first directory, or `nil` without one.
  static func read(_ structure: PNGStructure, in data: Data) -> Int? {
    guard let chunk = structure.first("eXIf") else { return nil }
    let bytes = Array(chunk.data(in: data).prefix(64 << 10))
    guard bytes.count >= 14 else { return nil }
    let isLittle = bytes[0] == 0x49
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      let run = bytes[offset..<offset + count]
      return (isLittle ? Array(run.reversed()) : Array(run)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    let entries = (0..<count).map { directory + 2 + 12 * $0 }.prefix { $0 + 12 <= bytes.count }
    let entry = entries.first { number($0, 2) == 0x0112 }
    return entry.flatMap { number($0 + 8, 2) }
  }
}
