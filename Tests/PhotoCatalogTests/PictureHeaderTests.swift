import PhotoGeometry
import PhotoStore
import Testing

@testable import PhotoCatalog

@Suite struct `A JPEG's header` {
  private let image = jpeg(PixelSize(width: 60, height: 30), filler: "x")

  @Test func `gives the size`() {
    #expect(PictureHeader.read(image) == .size(PixelSize(width: 60, height: 30)))
  }

  @Test func `may be filled up with 0xFF before a marker`() {
    var filled = image
    filled.insert(contentsOf: [0xFF, 0xFF, 0xFF], at: 2)
    #expect(PictureHeader.read(filled) == PictureHeader.read(image))
  }

  @Test(arguments: [0xC1, 0xC2, 0xCF] as [UInt8])
  func `may be of any kind of frame`(_ marker: UInt8) throws {
    var other = image
    let index = try #require(image.firstIndex(of: 0xC0))
    other[index] = marker
    #expect(PictureHeader.read(other) == PictureHeader.read(image))
  }

  @Test(arguments: [0xC4, 0xC8, 0xCC, 0xDA, 0xD9, 0x00, 0x01] as [UInt8])
  func `is not in a segment that is no frame's`(_ marker: UInt8) throws {
    var other = image
    let index = try #require(image.firstIndex(of: 0xC0))
    other[index] = marker
    guard case .size = PictureHeader.read(other) else { return }
    Issue.record("marker \(marker) was taken for a frame's")
  }

  @Test func `is never read past the end`() {
    for count in 0..<image.count {
      let reading = PictureHeader.read(Array(image.prefix(count)))
      #expect(reading == .incomplete || reading == PictureHeader.read(image))
    }
  }

  @Test(arguments: [[0x89, 0x50, 0x4E, 0x47], [0, 0], [0xFF, 0xD8, 0, 0, 0, 0]] as [[UInt8]])
  func `is in no other file`(_ bytes: [UInt8]) {
    #expect(PictureHeader.read(bytes) == .otherFormat)
  }

  @Test func `has at least one pixel`() throws {
    #expect(
      PictureHeader.read([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 0, 0, 5, 1, 1, 0x11, 0])
        == .otherFormat)
  }
}

@Suite struct `A digest` {
  @Test func `is FIPS 180-4's`() {
    #expect(
      ContentDigest(of: Array("abc".utf8)).description
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `names photos and recipes by its first digits`() {
    let digest = ContentDigest(of: Array("abc".utf8))
    #expect(PhotoID(digest).description == "ba7816bf8f01cfea")
    #expect(RecipeID(digest).description == "ba7816bf")
  }

  @Test func `of a recipe changes with every value`() {
    let recipe = Recipe(algorithmVersion: 1)
    var others = [recipe, recipe, recipe, recipe, recipe, recipe, recipe, recipe, recipe]
    others[0].algorithmVersion += 1
    others[1].encoderRevision += 1
    others[2].frames = SamplePhoto.recipe.frames
    others[3].master.longEdge += 1
    others[4].renders.small.byteLimit += 1
    others[5].renders.large.quality += 1
    others[6].qualityFloor += 1
    others[7].qualityStep += 1
    others[8].background = "#ffffff"
    #expect(Set(others.map(\.id) + [recipe.id]).count == 10)
  }
}
