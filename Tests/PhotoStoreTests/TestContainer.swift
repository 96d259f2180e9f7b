import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

/// A container in a directory of its own, with the folders of the published app.
final class TestContainer: Sendable {
  let directory: TemporaryDirectory
  let layout = ContainerLayout.standard

  var url: URL { directory.url }

  init() throws {
    directory = try TemporaryDirectory()
    for folder in [layout.images, layout.albums, layout.designs, layout.photos] {
      try FileManager.default.createDirectory(
        at: directory.url.appending(path: folder), withIntermediateDirectories: true)
    }
  }

  var reader: PhotoReader { PhotoReader(container: url) }

  /// Bytes that begin and end as a JPEG does.
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 4, 5, 6, 0xFF, 0xD9]

  @discardableResult
  func write(_ bytes: [UInt8], _ folder: String, _ name: String) throws -> URL {
    let file = url.appending(path: folder).appending(path: name)
    try Data(bytes).write(to: file)
    return file
  }

  /// Writes a whole image.
  @discardableResult
  func image(_ name: String, _ bytes: [UInt8] = jpeg) throws -> URL {
    try write(bytes, layout.images, name)
  }

  func settings(_ text: String) throws {
    let folder = url.appending(path: ContainerLayout.privateFolder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appending(path: ContainerLayout.settingsFile))
  }
}

extension PhotoRecord {
  /// The record of a photo that was never taken.
  static func made(
    _ number: Int, frames: WidgetFrames = Recipe.standardFrames,
    framed: [RenderFamily: ManualFraming] = [:], recipe: String = "01234567",
    preparedAt: TimeInterval = 790_000_000
  ) throws -> PhotoRecord {
    func digits(_ count: Int) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: count - text.count) + text
    }
    let digest = try #require(ContentDigest(digits(16) + String(repeating: "0", count: 48)))
    let recipe = try #require(RecipeID(recipe))
    let id = RecordID(photo: PhotoID(digest), recipe: recipe)
    func file(_ role: StoredFileName.Role, _ size: PixelSize) -> StoredFile {
      StoredFile(
        name: StoredFileName(role, of: id), byteCount: 1, digest: digest, size: size, quality: 85)
    }
    let size = PixelSize(width: 3072, height: 2304)
    let tag = RenderTag(digest)
    let renders = Dictionary(
      uniqueKeysWithValues: framed.map { family, framing in
        let file = file(.manual(family, tag), frames[family] ?? frames.medium)
        return (family, ManualRender(file: file, framing: framing))
      })
    return PhotoRecord(
      PhotoPreparation(
        digest: digest, recipe: Recipe(algorithmVersion: 1).with(frames: frames), recipeID: recipe,
        sources: [], uprightSize: size, format: "jpeg", master: file(.master, size),
        renders: frames.map { file(.render($0), $1) },
        crops: frames.map { _, _ in
          FamilyCrop(rect: NormalizedRect(x: 0.25, y: 0, width: 0.5, height: 1), pixelSize: size)
        }, flags: ["lowResolution"],
        hand: framed.isEmpty ? nil : HandWork(revision: 1, renders: renders)),
      preparedAt: Date(timeIntervalSinceReferenceDate: preparedAt))
  }
}
