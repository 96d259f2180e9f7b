import Foundation
import PhotoGeometry
import PhotoStore
import Testing

@Suite("Hand work")
struct HandWorkTests {
  static let digest = ContentDigest(String(repeating: "a1", count: 32))
  static let id = RecordID(fileName: "0123456789abcdef-01234567.json")

  private func record(_ hand: HandWork? = nil) throws -> PhotoRecord {
    let digest = try #require(Self.digest)
    let recipe = Recipe(algorithmVersion: 1)
    let recipeID = try #require(RecipeID("01234567"))
    let id = RecordID(photo: PhotoID(digest), recipe: recipeID)
    func file(_ role: StoredFileName.Role) -> StoredFile {
      StoredFile(
        name: StoredFileName(role, of: id), byteCount: 10, digest: digest,
        size: PixelSize(width: 530, height: 530), quality: 85)
    }
    let crop = FamilyCrop(
      rect: NormalizedRect(x: 0.25, y: 0, width: 0.5, height: 1),
      pixelSize: PixelSize(width: 600, height: 600))
    let preparation = PhotoPreparation(
      digest: digest, recipe: recipe, recipeID: recipeID, sources: [SourceName("a.jpg")],
      uprightSize: PixelSize(width: 1200, height: 600), format: "jpeg", master: file(.master),
      renders: PerFamily(RenderFamily.always) { file(.render($0)) },
      crops: PerFamily(RenderFamily.always) { _ in crop }, hand: hand)
    return PhotoRecord(preparation, preparedAt: Date(timeIntervalSince1970: 1_800_000_000))
  }

  private func hand(_ revision: Int, x: Double = 0.125) throws -> HandWork {
    let digest = try #require(Self.digest)
    let recipeID = try #require(RecipeID("01234567"))
    let name = StoredFileName(
      .manual(.medium, RenderTag(digest)),
      of: RecordID(photo: PhotoID(digest), recipe: recipeID))
    let file = StoredFile(
      name: name, byteCount: 20, digest: digest, size: PixelSize(width: 1134, height: 530),
      quality: 85)
    let framing = ManualFraming(
      cropRect: NormalizedRect(x: x, y: 0.25, width: 0.5, height: 0.5), straightenDegrees: -3.5,
      quarterTurns: 1)
    return HandWork(
      revision: revision, isAccepted: true,
      renders: [.medium: ManualRender(file: file, framing: framing, flags: ["lowResolution"])])
  }

  @Test(arguments: [0, 3, 5]) func `stars are kept as they were given`(stars: Int) throws {
    let written = try record(HandWork(revision: 2, stars: stars))
    let read = try PhotoRecord(bytes: written.bytes, path: "r.json")
    #expect(read.preparation.hand == HandWork(revision: 2, stars: stars))
    let text = String(decoding: written.bytes, as: UTF8.self)
    let odd = text.replacing("\"stars\": \(stars)", with: "\"stars\": 6")
    #expect(odd != text)
    #expect(try PhotoRecord(bytes: Array(odd.utf8), path: "r.json").preparation.hand == nil)
  }

  @Test func `a record of the highest revision can be changed`() throws {
    let hand = HandWork(revision: .max, stars: 3)
    let read = try PhotoRecord(bytes: record(hand).bytes, path: "r.json").preparation.hand
    let revision = try #require(read?.revision)
    #expect(read?.stars == 3 && revision == 1 << 52)
    let next = try record(HandWork(revision: revision + 1, stars: 4))
    #expect(try PhotoRecord(bytes: next.bytes, path: "r.json").preparation.hand?.stars == 4)
  }

  @Test(arguments: [
    "smart-small-manual-89abcdef-0123456789abcdef-01234567.jpg",
    "smart-large-0123456789abcdef-01234567.jpg", "smart-master-0123456789abcdef-01234567.jpg",
  ])
  func `a name reads back as it was written`(name: String) throws {
    #expect(try #require(StoredFileName(name)).description == name)
  }

  @Test(arguments: [
    "smart-master-manual-89abcdef-0123456789abcdef-01234567.jpg",
    "smart-small-manual-89ABCDEF-0123456789abcdef-01234567.jpg",
    "smart-small-manual-0123456789abcdef-01234567.jpg",
    "smart-small-manual-89abcdef-0-0123456789abcdef-01234567.jpg",
    "smart-small--0123456789abcdef-01234567.jpg", "smart-small.jpg", "smart.jpg",
  ])
  func `a name that only resembles a stored file's is not read`(name: String) {
    #expect(StoredFileName(name) == nil)
  }

  @Test func `a record with manual renders reads back as it was written`() throws {
    let record = try record(hand(3))
    #expect(try PhotoRecord(bytes: record.bytes, path: "r") == record)
    #expect(record.preparation.allFiles.count == 5)
  }

  @Test func `readers of designs see the manual render, its frame and its angles`() throws {
    let image = try record(hand(1)).image
    let name = "smart-medium-manual-a1a1a1a1-a1a1a1a1a1a1a1a1-01234567.jpg"
    #expect(image.fileName == name)
    let medium = try #require(image.smartPhoto?.variants[.medium])
    #expect(medium.renderFileName == name)
    #expect(medium.straightenDegrees == -3.5 && medium.rotationQuarterTurns == 1)
    #expect(medium.cropRect == NormalizedRect(x: 0.125, y: 0.25, width: 0.5, height: 0.5))
    #expect(image.smartPhoto?.variants[.small]?.renderFileName.contains("manual") == false)
  }

  @Test func `preparing again keeps hand work, and only a later revision replaces it`()
    throws
  {
    let kept = try record(hand(2))
    let again = try record().merged(over: kept)
    #expect(again == kept)
    let later = try record(hand(3, x: 0.2))
    #expect(later.merged(over: kept).preparation.hand == later.preparation.hand)
    let earlier = try record(hand(1, x: 0.2))
    #expect(earlier.merged(over: kept) == kept)
    let rival = try record(hand(2, x: 0.2))
    #expect(rival.merged(over: kept) == kept)
  }

  @Test func `resetting to automatic leaves the record as it was prepared`() throws {
    let plain = try record()
    let back = try record(hand(1)).setting(HandWork(revision: 2))
    #expect(back.image == plain.image)
    #expect(try PhotoRecord(bytes: back.bytes, path: "r").preparation.hand?.revision == 2)
  }

  @Test func `hand work that cannot be read is kept untouched`() throws {
    let text = String(decoding: try record(hand(1)).bytes, as: UTF8.self)
      .replacing("\"revision\": 1", with: "\"revision\": \"one\"")
    let read = try PhotoRecord(bytes: Array(text.utf8), path: "r")
    #expect(read.preparation.hand == nil)
    #expect(String(decoding: read.bytes, as: UTF8.self).contains("\"revision\": \"one\""))
    let again = try record().merged(over: read)
    #expect(String(decoding: again.bytes, as: UTF8.self).contains("\"revision\": \"one\""))
  }
}
