import Foundation
import PhotoGeometry
import SmartCrop

/// The photos that `Scripts/crop-prepare` has decoded and reduced.
///
/// A folder with one binary PPM a photo and `index.tsv`, whose lines are
/// `photo's path, TAB, upright width, TAB, upright height, TAB, PPM's name`.
struct PreparedSet {
  struct Photo {
    let path: String
    let size: PixelSize
    let picture: URL
  }

  let photos: [String: Photo]

  init(folder: URL) throws {
    let index = try String(contentsOf: folder.appending(path: "index.tsv"), encoding: .utf8)
    let rows = index.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    let found = rows.compactMap { row -> Photo? in
      guard row.count == 4, let width = Int(row[1]), let height = Int(row[2]) else { return nil }
      return Photo(
        path: row[0], size: PixelSize(width: width, height: height),
        picture: folder.appending(path: row[3]))
    }
    photos = Dictionary(found.map { ($0.path, $0) }) { first, _ in first }
  }
}

extension PreparedSet.Photo {
  /// Reads the reduced picture.
  func image() throws -> AnalysisImage {
    let data = try Data(contentsOf: picture)
    // "P6\nWIDTH HEIGHT\n255\n", as the script writes it.
    let header = data.prefix(32).split(
      separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
    let sides = String(decoding: header[1], as: UTF8.self).split(separator: " ").compactMap {
      Int($0)
    }
    guard header.count == 4, sides.count == 2 else { throw CocoaError(.fileReadCorruptFile) }
    let start = header[3].startIndex - data.startIndex
    return AnalysisImage(
      size: PixelSize(width: sides[0], height: sides[1]), pixels: Array(data.dropFirst(start)))
  }
}
