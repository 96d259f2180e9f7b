import Foundation
import PhotoPipeline
import Testing

@testable import PhotoReview

@Suite("The index of the reviewing page")
struct ReviewIndexTests {
  private struct Answer: Decodable {
    struct Photo: Decodable { let id: String }
    struct Refusal: Decodable { let path, code, message: String }
    let photos: [Photo]
    let removed: [String]
    let refusals: [Refusal]
    let left: Int
  }

  private func answer(_ index: ReviewIndex) throws -> Answer {
    while true {
      let text = index.changes(after: 0)
      let answer = try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
      if answer.left == 0 { return answer }
    }
  }

  @Test
  func `a folder that cannot be listed is reported and tried again, and no photo is forgotten`()
    throws
  {
    let sample = try ReviewSample()
    let view = try StoreView(sample.store)
    let (folder, aside) = (view.recordsFolder, sample.directory.url.appending(path: "aside"))
    let index = ReviewIndex(view)
    let files = FileManager.default
    // Long ago, and always the same: a change must not be needed for another look.
    func age() throws {
      try files.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: folder.path)
    }
    #expect(try answer(index).photos.count == 2)
    try files.moveItem(at: folder, to: aside)
    // At first it is gone, as with its disk.
    for isGone in [true, false, false] {
      if !isGone {
        try Data().write(to: folder)
        try age()
      }
      let failed = try answer(index)
      #expect(failed.photos.count == 2 && failed.removed.isEmpty)
      let refusal = try #require(failed.refusals.first)
      #expect(failed.refusals.count == 1 && refusal.path == folder.path)
      #expect(!refusal.code.isEmpty && !refusal.message.isEmpty)
      #expect((refusal.code == "not-found") == isGone)
    }
    try files.removeItem(at: folder)
    try files.moveItem(at: aside, to: folder)
    try age()
    let healed = try answer(index)
    #expect(healed.photos.count == 2 && healed.refusals.isEmpty)
  }
}
