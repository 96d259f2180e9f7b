import Foundation
import Imaging
import PhotoGeometry
import SmartCrop
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

/// Pictures made of soft blobs, which differ as photos do.
struct BlobPicture {
  private let blobs: [(x: Double, y: Double, radius: Double, level: Double)]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    blobs = (0..<14).map { _ in
      (
        Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random),
        Double.random(in: 0.04...0.2, using: &random), Double.random(in: -90...90, using: &random)
      )
    }
  }

  /// The thumbprint of a part of it, turned about its middle.
  func thumbprint(
    x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1, turned angle: Double = 0
  ) throws -> Thumbprint {
    let side = Thumbprint.side
    var samples: [UInt8] = []
    for row in 0..<side {
      for column in 0..<side {
        let (u, v) = ((Double(column) + 0.5) / Double(side), (Double(row) + 0.5) / Double(side))
        let (a, b) = (u - 0.5, v - 0.5)
        let place = (
          x + width * (0.5 + a * cos(angle) - b * sin(angle)),
          y + height * (0.5 + a * sin(angle) + b * cos(angle))
        )
        let level = blobs.reduce(128) { sum, blob in
          let distance = pow(place.0 - blob.x, 2) + pow(place.1 - blob.y, 2)
          return sum + blob.level * exp(-distance / (2 * blob.radius * blob.radius))
        }
        samples.append(UInt8(max(0, min(255, level.rounded()))))
      }
    }
    return try #require(Thumbprint(samples))
  }
}

@Suite("Stacks")
struct StacksTests {
  private func photo(
    _ thumbprint: Thumbprint, at seconds: Double? = nil, by camera: String? = nil
  ) -> Stacks.Photo {
    Stacks.Photo(thumbprint: thumbprint, seconds: seconds, camera: camera)
  }

  @Test func `cropped and turned copies lie in one stack among hundreds of others`() throws {
    let pictures = (0..<300).map { BlobPicture(seed: UInt64($0)) }
    var photos = try pictures.map { photo(try $0.thumbprint()) }
    var found = 0
    let copies = 40
    for index in 0..<copies {
      let part = [
        (0.1, 0.0, 0.9, 0.9, 0.0), (0.0, 0.05, 0.95, 0.95, 0.0), (0.02, 0.02, 0.96, 0.96, 0.04),
      ][
        index % 3]
      photos.append(
        photo(
          try pictures[index].thumbprint(
            x: part.0, y: part.1, width: part.2, height: part.3, turned: part.4)))
    }
    let roots = Stacks.find(among: photos)
    for index in 0..<copies where roots[300 + index] == index { found += 1 }
    #expect(found >= copies - 1)
    #expect((0..<300).allSatisfy { roots[$0] == $0 })
  }

  @Test func `a burst is what one camera took within seconds and looks alike`() throws {
    let (one, other) = (BlobPicture(seed: 1), BlobPicture(seed: 2))
    let moved = try one.thumbprint(x: 0.02, width: 0.98)
    let photos = [
      photo(try one.thumbprint(), at: 0, by: "A"), photo(moved, at: 10, by: "A"),
      photo(try other.thumbprint(), at: 12, by: "A"),
      photo(try other.thumbprint(x: 0.9), at: 12.3, by: "A"),
      photo(try BlobPicture(seed: 3).thumbprint(), at: 11, by: "B"),
    ]
    #expect(Stacks.find(among: photos) == [0, 0, 2, 2, 4])
  }

  @Test func `one time for all, as scans have it, makes no burst of different photos`() throws {
    let pictures = try (1...4).map { try BlobPicture(seed: $0).thumbprint() }
    let scans = pictures.map { photo($0, at: 489_067_200, by: "Scanner") }
    #expect(Stacks.find(among: scans) == [0, 1, 2, 3])
    let rapid = pictures.map { photo($0, at: 489_067_200.25, by: "Camera") }
    #expect(Stacks.find(among: rapid) == [0, 0, 0, 0])
  }

  @Test func `an edit by name, camera and time is in its original's stack, however it was cropped`()
    throws
  {
    func photo(_ name: FilePath, of picture: UInt64, at seconds: Double) throws -> Stacks.Photo {
      var photo = self.photo(
        try BlobPicture(seed: picture).thumbprint(), at: seconds, by: "Camera")
      photo.path = name
      return photo
    }
    let photos = [
      try photo("a/IMG_1234.HEIC", of: 1, at: 100.5), try photo("a/IMG_E1234.JPG", of: 2, at: 100),
      try photo("a/IMG_E1235.JPG", of: 3, at: 100), try photo("b/IMG_E1234.JPG", of: 4, at: 100),
      try photo("c/IMG_1.CR2", of: 5, at: 200), try photo("c/IMG_1.jpg", of: 6, at: 230),
    ]
    #expect(Stacks.find(among: photos) == [0, 0, 2, 3, 4, 5])
  }

  @Test func `pictures with nothing in them are no copies of one another`() throws {
    let plain = try #require(Thumbprint([UInt8](repeating: 90, count: 256)))
    #expect(Stacks.find(among: [photo(plain), photo(plain)]) == [0, 1])
  }

  @Test func `the time grows with the number of photos and not with its square`() throws {
    var random = SplitMix64(seed: 8)
    func seconds(_ count: Int) throws -> Double {
      let photos = try (0..<count).map { _ in
        photo(
          try #require(
            Thumbprint((0..<256).map { _ in UInt8.random(in: 0...255, using: &random) })))
      }
      let start = ContinuousClock.now
      #expect(Set(Stacks.find(among: photos)).count == count)
      return (ContinuousClock.now - start) / .seconds(1)
    }
    // Sixteen times as many; their square would be 256 times. Machines under load are slow by turns.
    let few = try seconds(250)
    #expect(try seconds(4000) < 100 * max(few, 0.01))
  }
}

@Suite("Dates of photos")
struct PhotoDateTests {
  @Test(arguments: [
    ("IMG_20240131_154512", "2024-01-31T15:45:12"),
    ("PXL_20240131_154512123", "2024-01-31T15:45:12"),
    ("IMG-20240131-WA0007", "2024-01-31T12:00:00"),
    ("Screenshot_2024-01-31-15-45-12", "2024-01-31T15:45:12"),
    ("2024-01-31 15.45.12", "2024-01-31T15:45:12"),
    ("signal-2024-01-31-15-45-12-123", "2024-01-31T15:45:12"),
    ("WhatsApp Image 2024-01-31 at 15.45.12", "2024-01-31T15:45:12"),
    ("20240131_154512", "2024-01-31T15:45:12"), ("VID_20240131", "2024-01-31T12:00:00"),
    ("IMG20240131154512", "2024-01-31T15:45:12"), ("20240131154512", "2024-01-31T15:45:12"),
    ("00000IMG_00000_BURST20240131154512123_COVER", "2024-01-31T15:45:12"),
    ("photo_1@31-01-2024_15-45-12", "2024-01-31T15:45:12"),
  ])
  func `names of phones and messengers say when`(name: String, time: String) throws {
    let seconds = try #require(PhotoDate.seconds(inName: name))
    let date = try Date("\(time)Z", strategy: .iso8601)
    #expect(seconds == date.timeIntervalSince1970)
  }

  @Test(arguments: [
    "DSC_0042", "IMG_1234567890123", "99999999", "20241331_000000", "beach", "12345678",
    "20240131996012", "20241331154512", "10206348612345678_n",
  ])
  func `other names say nothing`(name: String) {
    #expect(PhotoDate.seconds(inName: name) == nil)
  }

  @Test(arguments: [
    ("1962", "1962-01-01T12:00:00"), ("1962-07", "1962-07-01T12:00:00"),
    ("1962-07-14", "1962-07-14T12:00:00"), ("1962-07-14T15:45Z", "1962-07-14T15:45:00"),
    ("1962-07-14T15:45:12.5+02:00", "1962-07-14T15:45:12"),
  ])
  func `dates of XMP may end early`(stamp: String, time: String) throws {
    let date = try Date("\(time)Z", strategy: .iso8601)
    #expect(PhotoDate.seconds(ofStamp: stamp) == date.timeIntervalSince1970)
    #expect(PhotoDate.seconds(ofStamp: stamp + "9x") == nil || stamp.count > 10)
  }

  @Test(arguments: [
    ("1970-01-01T00:03:12", false), ("1969-12-31T16:00:00", false), ("2026-01-07T00:00:00", false),
    ("1970-01-02T00:00:00", true), ("1955-06-01T12:00:00", true), ("2026-01-06T08:00:00", true),
  ])
  func `dates of clocks that were not set do not count`(time: String, counts: Bool) throws {
    let capture = PhotoCapture(time: CameraTime(time))
    let now = try Date("2026-01-05T20:00:00Z", strategy: .iso8601)
    func source(_ name: String, _ notes: PhotoNotes = PhotoNotes()) -> PhotoDate.Source {
      PhotoDate(capture, notes, path: FilePath(name), modified: 0, now: now).source
    }
    #expect(source("DSC1.jpg") == (counts ? .photo : .file))
    #expect(source("IMG_20240131_154512.jpg") == (counts ? .photo : .name))
    var notes = PhotoNotes()
    notes.seconds = PhotoDate.seconds(ofStamp: "2024-01-31T15:45:12")
    #expect(source("DSC1.jpg", notes) == (counts ? .photo : .notes))
    notes.seconds = PhotoDate.seconds(ofStamp: time)
    let beside = PhotoDate(
      PhotoCapture(), notes, path: FilePath("DSC1.jpg"), modified: 0, now: now)
    #expect(beside.source == (counts ? .notes : .file))
  }

  @Test func `days are counted as calendars do`() {
    #expect(PhotoDate.days(1970, 1, 1) == 0 && PhotoDate.days(2000, 2, 29) == 11_016)
    #expect(PhotoDate.days(2000, 3, 1) == 11_017 && PhotoDate.days(1969, 12, 31) == -1)
    // Before 1582 Foundation's calendar is the Julian one.
    for day in stride(from: -140_000, to: 800_000, by: 97) {
      let date = Calendar(identifier: .gregorian).dateComponents(
        in: .gmt, from: Date(timeIntervalSince1970: Double(day) * 86_400))
      #expect(PhotoDate.days(date.year ?? 0, date.month ?? 0, date.day ?? 0) == day)
    }
  }
}
