import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import SmartCrop
import SystemPackage
import Testing

@testable import PhotoPipeline

@Suite("Choice of photos")
struct PhotoChoiceTests {
  /// A photo of a picture of its own, unless it shows another's; of a day far from those of others.
  private func candidate(
    _ number: Int, score: Double, kind: PhotoKind = .photo, like picture: Int? = nil,
    taken: String? = nil, heads: Double? = nil, appeal: Double? = nil,
    size: PixelSize = PixelSize(width: 4000, height: 3000), named name: String? = nil
  ) throws -> ChoiceCandidate {
    let photo = try #require(PhotoID(String(format: "%016x", number + 1)))
    let path = FilePath(name ?? "photo-\(number).jpg")
    let capture = PhotoCapture(time: taken.flatMap { CameraTime($0) })
    var terms: [PhotoScore.Term: Double] = [.sharpness: score, .exposure: score]
    (terms[.heads], terms[.appeal]) = (heads, appeal)
    let print = try BlobPicture(seed: UInt64(100 + (picture ?? number))).thumbprint()
    let assessed = AssessedPhoto(
      size: size, capture: capture,
      assessment: PhotoAssessment(score: PhotoScore(terms), kind: kind, thumbprint: print))
    return ChoiceCandidate(
      photo: photo, path: path, assessed: assessed,
      date: PhotoDate(capture, path: path, modified: Int64(number) * 8_640_000_000_000_000))
  }

  private func chosen(_ choice: PhotoChoice) -> Set<Int> { Set(choice.picks.map(\.index)) }

  @Test func `a burst of the best photos takes one place`() throws {
    var all = try (0..<6).map { try candidate($0, score: 0.9 + 0.01 * Double($0), like: 0) }
    all += try (6..<12).map { try candidate($0, score: 0.5 + 0.01 * Double($0)) }
    let choice = PhotoChoice(among: all, ChoiceWish(count: 3))
    #expect(chosen(choice) == [5, 11, 10])
    let best = try #require(choice.picks.first { $0.index == 5 })
    #expect(best.stackSize == 6 && best.rank == 1)
    #expect(choice.reasons[0] == .stack && choice.reasons[6] == .rank)
  }

  @Test func `the best photos come first, and of those that show the same the best taken`() throws {
    let all = [
      try candidate(0, score: 0.8, like: 0, appeal: 0.9),
      try candidate(1, score: 0.9, like: 0, appeal: 0.85),
      try candidate(2, score: 0.9, appeal: 0.3), try candidate(3, score: 0.6, appeal: 0.9),
    ]
    let choice = PhotoChoice(among: all, ChoiceWish(count: 2))
    #expect(chosen(choice) == [1, 3] && choice.reasons[0] == .stack)
    // Of those that were judged before there was an appeal, half of one counts.
    let older = [all[2], try candidate(4, score: 0.9), try candidate(5, score: 0.9, appeal: 0.7)]
    #expect(older[0].score < older[1].score && older[1].score < older[2].score)
  }

  @Test func `the copy with the most pixels represents its stack`() throws {
    func best(_ change: (inout [ChoiceCandidate]) throws -> Void = { _ in }) throws -> Set<Int> {
      var all = [
        try candidate(0, score: 0.9, like: 0, size: PixelSize(width: 1280, height: 961)),
        try candidate(1, score: 0.7, like: 0),
        try candidate(2, score: 0.8, like: 0),
      ]
      try change(&all)
      return chosen(PhotoChoice(among: all, ChoiceWish(count: 1)))
    }
    // Of equally many pixels the better taken.
    #expect(try best() == [2])
    #expect(try best { $0[0].notes.stars = 1 } == [0])
    // Another cut is no copy that was shrunk.
    #expect(
      try best {
        $0[0] = try candidate(0, score: 0.9, like: 0, size: PixelSize(width: 1280, height: 1280))
      } == [0])
  }

  @Test(arguments: [
    ("a/beach.jpg", "a/beach-edited.jpg", true), ("a/beach.HEIC", "a/beach-bearbeitet.jpg", true),
    ("a/beach(1).jpg", "a/beach-edited(1).jpg", true), ("a/IMG_1234.HEIC", "a/IMG_E1234.JPG", true),
    ("a/IMG_1.HEIC", "a/IMG_1_edited.jpeg", true), ("a/PXL_1.MP.jpg", "a/PXL_1.MP~2.jpg", true),
    ("a/beach.jpg", "b/beach-edited.jpg", false), ("a/DSC_1.NEF", "a/DSC_1_v2.jpg", true),
    ("a/DSC_1.jpg", "a/DSC_1_v1.jpg", true), ("a/DSC_1.jpg", "a/DSC_1_version.jpg", false),
    ("card/IMG_1.CR2", "exports/img_1.jpg", true), ("card/IMG_1.JPG", "exports/IMG_1.jpg", false),
    ("card/IMG_1.CR2", "exports/IMG_2.jpg", false), ("card/IMG_1.CR2", "card/IMG_1.dng", false),
    ("a/beach.jpg", "a/beach-2.jpg", false), ("a/lake.jpg", "a/beach-edited.jpg", false),
  ])
  func `an edit takes the place of its original`(original: String, edit: String, isEdit: Bool)
    throws
  {
    func best(_ change: (inout [ChoiceCandidate]) -> Void = { _ in }, width: Int = 3000) throws
      -> Set<Int>
    {
      var all = [
        try candidate(0, score: 0.9, like: 0, named: original),
        try candidate(
          1, score: 0.6, like: 0, size: PixelSize(width: width, height: 3000), named: edit),
      ]
      change(&all)
      return chosen(PhotoChoice(among: all, ChoiceWish(count: 1)))
    }
    #expect(try best() == [isEdit ? 1 : 0])
    // A small copy, and an original that a person preferred.
    #expect(try best(width: 1900) == [0])
    #expect(try best { $0[0].notes.stars = 3 } == [0])
  }

  @Test func `what is no photo is left out, unless it is included or has stars`() throws {
    var all = try zip(0..., PhotoKind.allCases).map { try candidate($0, score: 0.9, kind: $1) }
    var wish = ChoiceWish(count: 9)
    #expect(PhotoChoice(among: all, wish).picks.map(\.index) == [0])
    wish.includedKinds = ["document"]
    #expect(PhotoChoice(among: all, wish).picks.count == 2)
    #expect(ChoiceWish.kinds == ["screenshot", "document", "blank", "small"])
    // Of a night or of snow, for example, it is a person's word against a guess.
    all[1].notes.stars = 1
    #expect(PhotoChoice(among: all, wish).picks.count == 3)
  }

  @Test(arguments: [
    ("Bildschirmfoto 2024-01-31 um 15.45.12.png", true),
    ("Zrzut ekranu 2025-03-03 192629.png", true),
    ("Ska\u{308}rmavbild 2024-01-31 kl. 15.45.12.png", true),
    ("Снимок экрана 2024-01-31.png", true),
    ("beach screenshot.jpg", false),
  ])
  func `screenshots are known by names in several languages`(name: String, isOne: Bool) throws {
    #expect(try candidate(0, score: 0.9, named: name).kind == (isOne ? .screenshot : .photo))
  }

  @Test(arguments: [
    ("IMG_0903.PNG", PixelSize(width: 1179, height: 2556), true),
    ("IMG_0903.HEIC", PixelSize(width: 2556, height: 1179), true),
    // A photo may have a tablet's size, and a messenger's JPEG any.
    ("IMG_0903.PNG", PixelSize(width: 1536, height: 2048), false),
    ("IMG_0903.PNG", PixelSize(width: 1179, height: 2555), false),
    ("IMG_0903.JPG", PixelSize(width: 1179, height: 2556), false),
  ])
  func `a PNG or HEIC of a phone's screen is a screenshot, whatever fills it`(
    name: String, size: PixelSize, isOne: Bool
  ) throws {
    let one = try candidate(0, score: 0.9, size: size, named: name)
    #expect(one.kind == (isOne ? .screenshot : .photo))
  }

  @Test func `photos that are too small for the smallest widget are left out unless included`()
    throws
  {
    // The first two show the same: the small copy does not stand for the photo.
    let all = [
      try candidate(0, score: 0.9, like: 0, size: PixelSize(width: 4000, height: 529)),
      try candidate(1, score: 0.6, like: 0), try candidate(2, score: 0.5),
      try candidate(3, score: 0.4, size: PixelSize(width: 530, height: 700)),
    ]
    var wish = ChoiceWish(count: 9)
    wish.leastSide = 530
    let choice = PhotoChoice(among: all, wish)
    #expect(chosen(choice) == [1, 2, 3] && choice.reasons == [0: .small])
    wish.includedKinds = ["small"]
    #expect(chosen(PhotoChoice(among: all, wish)) == [0, 2, 3])
  }

  @Test func `stars come before the score, and what is hidden does not come at all`() throws {
    var all = try (0..<4).map { try candidate($0, score: 0.9 - 0.1 * Double($0)) }
    (all[2].notes.stars, all[3].notes.stars) = (3, 5)
    all[0].notes.isHidden = true
    let choice = PhotoChoice(among: all, ChoiceWish(count: 2))
    #expect(chosen(choice) == [2, 3])
    #expect(choice.picks.first { $0.index == 3 }?.rank == 1)
    #expect(choice.reasons == [0: .hidden, 1: .rank])
  }

  @Test func `photos of people who are to be left out do not come`() throws {
    var all = try (0..<4).map { try candidate($0, score: 0.9 - 0.1 * Double($0)) }
    (all[0].notes.people, all[1].notes.people) = (["Ann", "Bo"], ["Annette"])
    var wish = ChoiceWish(count: 3)
    wish.absentPeople = ["ann"]
    let choice = PhotoChoice(among: all, wish)
    #expect(chosen(choice) == [1, 2, 3] && choice.reasons == [0: .person])
  }

  @Test func `what a person took out stays out, and what they put in is shown once`() throws {
    let all = try [
      candidate(0, score: 0.9), candidate(1, score: 0.8, like: 9), candidate(2, score: 0.7),
      candidate(3, score: 0.6, like: 9),
    ]
    let choice = PhotoChoice(
      among: all, ChoiceWish(count: 4), keeping: [all[3].photo], refusing: [all[0].photo])
    #expect(chosen(choice) == [2])
    #expect(choice.reasons == [0: .refused, 1: .stack, 3: .kept])
  }

  @Test func `what a person took out stays out with its copies and its original`() throws {
    let small = PixelSize(width: 1280, height: 960)
    var all = try [
      candidate(0, score: 0.9, like: 0, taken: "2024-05-01T12:00:00", named: "a/IMG_E1234.JPG"),
      candidate(1, score: 0.8, like: 0, size: small),
      candidate(
        2, score: 0.7, like: 0, taken: "2024-05-01T12:00:00",
        size: PixelSize(width: 4000, height: 4000), named: "a/IMG_1234.JPG"),
      candidate(3, score: 0.6, like: 0, taken: "2024-05-01T12:00:02"), candidate(4, score: 0.5),
    ]
    all[0].notes.stars = 5
    let choice = PhotoChoice(among: all, ChoiceWish(count: 5), refusing: [all[0].photo])
    // Another shot of the burst may come.
    #expect(chosen(choice) == [3, 4])
    #expect(choice.reasons == [0: .refused, 1: .stack, 2: .stack])
    // What was removed from the store may have been removed as the copy that it is.
    let rest = Array(all.prefix(2))
    let others = PhotoChoice(among: rest, ChoiceWish(count: 5), removed: [all[0].photo])
    #expect(chosen(others) == [1] && others.reasons == [0: .refused])
    #expect(
      PhotoChoice(among: rest, ChoiceWish(count: 5), refusing: [all[0].photo]).picks.isEmpty)
  }

  @Test func `memories are of the week in other years, each with its share`() throws {
    let days = ["2021-06-10", "2021-06-11", "2021-06-12", "2022-06-07", "2022-06-06", "2024-06-10"]
    let all = try days.enumerated().map {
      try candidate($0, score: 0.9 - 0.01 * Double($0), taken: "\($1)T12:00:00")
    }
    var wish = ChoiceWish(count: 2)
    wish.memoryDay = PhotoDate.days(2024, 6, 10)
    #expect(chosen(PhotoChoice(among: all, wish)) == [0, 3])
    wish.count = 4
    #expect(chosen(PhotoChoice(among: all, wish)) == [0, 1, 3])
  }

  @Test func `people and days can be asked for`() throws {
    let all = try [
      candidate(0, score: 0.5, taken: "2023-05-01T00:00:00", heads: 0.9),
      candidate(1, score: 0.9, taken: "2024-05-01T00:00:00"),
    ]
    var wish = ChoiceWish(count: 2)
    wish.wantsFaces = true
    #expect(chosen(PhotoChoice(among: all, wish)) == [0])
    wish = ChoiceWish(count: 2)
    wish.firstDay = PhotoDate.days(2024, 1, 1)
    #expect(chosen(PhotoChoice(among: all, wish)) == [1])
    (wish.firstDay, wish.lastDay) = (nil, PhotoDate.days(2023, 5, 1))
    #expect(chosen(PhotoChoice(among: all, wish)) == [0])
  }

  @Test func `the order is the same for a seed and another for another, and never loses a photo`()
    throws
  {
    let all = try (0..<12).map { try candidate($0, score: 0.9 - 0.01 * Double($0)) }
    var wish = ChoiceWish(count: 8)
    let first = PhotoChoice(among: all, wish).picks.map(\.index)
    #expect(PhotoChoice(among: all, wish).picks.map(\.index) == first)
    let orders = (UInt64(1)...5).map { seed in
      wish.seed = seed
      return PhotoChoice(among: all, wish).picks.map(\.index)
    }
    #expect(orders.contains { $0 != first })
    #expect(orders.allSatisfy { Set($0) == Set(first) })
  }

  @Test func `a spread choice takes a worse photo of another day before the next of the same`()
    throws
  {
    var all = try (0..<4).map {
      try candidate($0, score: 0.9 - 0.001 * Double($0), taken: "2024-05-01T12:0\($0):00")
    }
    all.append(try candidate(9, score: 0.75, taken: "2022-01-01T12:00:00"))
    var wish = ChoiceWish(count: 2)
    #expect(chosen(PhotoChoice(among: all, wish)) == [0, 1])
    wish.isSpread = true
    #expect(chosen(PhotoChoice(among: all, wish)) == [0, 4])
  }

  @Test func `no day fills a spread choice because its photos are many and good`() throws {
    var all = try (0..<20).map {
      try candidate($0, score: 0.9, taken: String(format: "2024-05-01T12:%02d:00", $0))
    }
    for number in 20..<24 {
      let day = number < 22 ? "2024-07-01" : "2024-08-01"
      all.append(try candidate(number, score: 0.7, taken: "\(day)T12:0\(number - 20):00"))
    }
    var wish = ChoiceWish(count: 4)
    #expect(chosen(PhotoChoice(among: all, wish)).allSatisfy { $0 < 20 })
    wish.count = 8
    wish.isSpread = true
    #expect(chosen(PhotoChoice(among: all, wish)).isSuperset(of: 20..<24))
    // What a person added of a day counts as well.
    wish.count = 2
    let kept = Set(all[0..<4].map(\.photo))
    #expect(chosen(PhotoChoice(among: all, wish, keeping: kept)).allSatisfy { $0 >= 20 })
  }

  @Test func `of nearly equal photos those of other days come first`() throws {
    var all = try (0..<20).map {
      try candidate(
        $0, score: 0.9 - 0.0001 * Double($0), taken: String(format: "2024-05-01T12:%02d:00", $0))
    }
    for number in 20..<23 { all.append(try candidate(number, score: 0.85)) }
    all.append(try candidate(23, score: 0.2))
    let choice = PhotoChoice(among: all, ChoiceWish(count: 4))
    #expect(chosen(choice) == [0, 20, 21, 22])
    #expect(choice.reasons[1] == .spread && choice.reasons[23] == .rank)
    #expect(choice.picks.map(\.rank).sorted() == [1, 21, 22, 23])
    // More of the day come before photos that are worse by far.
    #expect(chosen(PhotoChoice(among: all, ChoiceWish(count: 8))) == [0, 1, 2, 3, 4, 20, 21, 22])
    // What a person added of a day counts.
    let kept = PhotoChoice(among: all, ChoiceWish(count: 3), keeping: [all[0].photo])
    #expect(chosen(kept) == [20, 21, 22])
    // Stars come before days, and where a person's photos fill the album there is nothing better.
    all[1].notes.stars = 1
    all[2].notes.stars = 1
    #expect(chosen(PhotoChoice(among: all, ChoiceWish(count: 2))) == [1, 2])
    let full = PhotoChoice(among: all, ChoiceWish(count: 0), keeping: [all[0].photo])
    #expect(full.picks.isEmpty && full.reasons[20] == .rank)
  }

  @Test func `an assessment reads back from the bytes that the catalog keeps`() throws {
    let one = try candidate(0, score: 0.7321, taken: "2024-05-01T12:00:00").assessed
    var capture = one.capture
    (capture.fraction, capture.offsetMinutes, capture.camera) = (0.25, -210, "Nikon D40")
    (capture.rating, capture.people) = (-1, ["00fedcba98765432", "ffffffffffffffff"])
    let full = AssessedPhoto(size: one.size, capture: capture, assessment: one.assessment)
    let read = try #require(AssessedPhoto(bytes: full.bytes))
    #expect(read.capture == capture && read.size == full.size)
    #expect(read.assessment.thumbprint == full.assessment.thumbprint)
    #expect(abs(read.assessment.score.total - full.assessment.score.total) < 1e-4)
    for count in [100, 293, full.bytes.count - 40] {
      #expect(AssessedPhoto(bytes: Array(full.bytes.prefix(count))) == nil)
    }
  }
}
