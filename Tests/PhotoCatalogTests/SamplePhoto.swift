import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore

/// A made-up photo with four made-up files, all of them decided by one number.
struct SamplePhoto {
  static let recipe = Recipe(
    algorithmVersion: 1,
    frames: WidgetFrames(
      small: PixelSize(width: 30, height: 30), medium: PixelSize(width: 60, height: 30),
      large: PixelSize(width: 60, height: 62)))

  let digest: ContentDigest
  let files: [(name: StoredFileName, bytes: [UInt8])]
  let number: Int
  private let recipe: Recipe

  init(_ number: Int) { self.init(number, by: Self.recipe) }

  /// The same photo prepared by a recipe whose frames are the standard one's.
  init(_ number: Int, by recipe: Recipe) {
    (self.number, self.recipe) = (number, recipe)
    digest = ContentDigest(of: Array("photo \(number)".utf8))
    let id = RecordID(photo: PhotoID(digest), recipe: recipe.id)
    files = StoredFileName.Role.all(RenderFamily.always).map { role in
      (StoredFileName(role, of: id), jpeg(Self.size(role), filler: "\(number) \(role)"))
    }
  }

  var id: RecordID { RecordID(photo: PhotoID(digest), recipe: recipe.id) }

  func record(
    foundAs sources: [SourceName], at date: Date = Date(timeIntervalSince1970: 2_100_000_000)
  ) -> PhotoRecord {
    let stored = files.map { file in
      StoredFile(
        name: file.name, of: file.bytes, size: Self.size(file.name.role), quality: 85)
    }
    let crop = FamilyCrop(
      rect: NormalizedRect(x: 0.25, y: 0, width: 0.5, height: 1),
      pixelSize: PixelSize(width: 50, height: 80), score: ["total": 0.125])
    return PhotoRecord(
      PhotoPreparation(
        digest: digest, recipe: recipe, recipeID: recipe.id, sources: sources,
        uprightSize: PixelSize(width: 100, height: 80), format: "jpeg", master: stored[0],
        renders: PerFamily(small: stored[1], medium: stored[2], large: stored[3]),
        crops: PerFamily(small: crop, medium: crop, large: crop), flags: ["lowResolution"]),
      preparedAt: date)
  }

  static func size(_ role: StoredFileName.Role) -> PixelSize {
    switch role {
    case .master: PixelSize(width: 100, height: 80)
    case .render(let family), .manual(let family, _): recipe.frames[family] ?? recipe.frames.medium
    }
  }
}

/// Returns bytes that begin and end as a JPEG of a size does, with text in place of pixels.
func jpeg(_ size: PixelSize, filler: String) -> [UInt8] {
  let height = [UInt8(size.height >> 8), UInt8(size.height & 255)]
  let width = [UInt8(size.width >> 8), UInt8(size.width & 255)]
  let comment = [0xFF, 0xFE, 0, UInt8(2 + filler.utf8.count)] + Array(filler.utf8)
  let frame = [0xFF, 0xC0, 0, 17, 8] + height + width + [3, 1, 34, 0, 2, 17, 1, 3, 17, 1]
  return [0xFF, 0xD8] + comment + frame + [0xFF, 0xDA, 0, 2, 0xFF, 0xD9]
}
