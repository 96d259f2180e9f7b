import Foundation
import Imaging
import PhotoCatalog
import PhotoGeometry
import PhotoPipeline
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@Suite("Setting crops right by hand")
struct HandEditTests: EditsByHand {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a framed render has the widget's pixels and shows the part`() throws {
    let id = try prepare()
    let view = try StoreView(store)
    let card = try view.apply(HandEdit(revision: 0, choices: [.small: framing(square)]), to: id)
    let hand = try #require(card.record.preparation.hand)
    let render = try #require(hand.renders[.small])
    #expect(hand.revision == 1 && render.flags.isEmpty)
    let bytes = try Data(contentsOf: image(render.file.name.description))
    let shown = try PhotoSource(bytes: [UInt8](bytes), name: "small").decode(
      atLeast: 1, background: .black)
    #expect(shown.size == PixelSize(width: 530, height: 530))
    let photo = try Data(contentsOf: Fixture.url("scenes/boats.jpg"))
    let whole = try PhotoSource(bytes: [UInt8](photo), name: "boats").decode(
      atLeast: 1, background: .black)
    let wanted = try whole.cropped(to: square, resizedTo: shown.size)
    let difference = zip(try shown.rgb(), try wanted.rgb()).reduce(0) {
      $0 + abs(Int($1.0) - Int($1.1))
    }
    #expect(Double(difference) / Double(3 * shown.size.area) < 3)
  }

  @Test func `a framed render stays when the photo is prepared again by force`() throws {
    let id = try prepare()
    let card = try StoreView(store).apply(
      HandEdit(revision: 0, choices: [.small: framing(square, degrees: 5)]), to: id)
    #expect(try prepare(force: true) == id)
    let again = try StoreView(store).card(id)
    #expect(again.record == card.record)
    let check = try StoreUse.check(store)
    #expect(check.files == 6)
  }

  @Test func `a framed render that is lost is not made up`() throws {
    let id = try prepare()
    let card = try StoreView(store).apply(
      HandEdit(revision: 0, choices: [.small: framing(square)]), to: id)
    let render = try #require(card.record.preparation.hand?.renders[.small]).file.name.description
    try FileManager.default.removeItem(at: image(render))
    var told: [String] = []
    let summary = try StoreUse.repair(store) { told.append("\($0)") }
    #expect(!summary.check.isSound)
    #expect(told.contains { $0.contains("This render was framed by hand") }, "\(told)")
  }

  @Test func `other families stay as they are, and automatic undoes it`() throws {
    let id = try prepare()
    let view = try StoreView(store)
    let plain = try view.card(id).record
    _ = try view.apply(HandEdit(revision: 0, choices: [.small: framing(square)]), to: id)
    let card = try view.apply(HandEdit(revision: 1, choices: [.small: .automatic]), to: id)
    #expect(card.record.image == plain.image)
    #expect(card.record.preparation.hand?.renders.isEmpty == true)
  }

  @Test func `an edit of an older revision is refused and changes nothing`() throws {
    let id = try prepare()
    let view = try StoreView(store)
    _ = try view.apply(HandEdit(revision: 0, isAccepted: true), to: id)
    let before = try TreeDigest(of: directory.url.appending(path: "store"), ignoring: ".photoprep")
    let error = #expect(throws: PhotoprepError.self) {
      try view.apply(HandEdit(revision: 0, choices: [.small: framing(square)]), to: id)
    }
    #expect(error?.code == .changedMeanwhile)
    let after = try TreeDigest(of: directory.url.appending(path: "store"), ignoring: ".photoprep")
    #expect(before == after)
  }

  @Test(arguments: [
    (
      NormalizedRect(x: 0, y: 0, width: 1, height: 1), 0.0, "wrong-shape",
      "The framing is 1.333 times as wide as high; "
    ),
    (
      NormalizedRect(x: 0, y: 0, width: 0.75, height: 1), 10, "outside-photo",
      "The framing reaches "
    ),
  ])
  func `a framing that cannot be shown is refused with both numbers`(
    rect: NormalizedRect, degrees: Double, code: String, start: String
  ) throws {
    let id = try prepare()
    let error = #expect(throws: FramingProblem.self) {
      try StoreView(store).apply(
        HandEdit(revision: 0, choices: [.small: framing(rect, degrees: degrees)]), to: id)
    }
    #expect(error?.code == code)
    #expect(error?.description.hasPrefix(start) == true)
    #expect(error?.description.hasSuffix(".") == true)
  }

  @Test func `a small part is flagged, an accepted photo is no longer in the way`() throws {
    let id = try prepare()
    let view = try StoreView(store)
    let tiny = NormalizedRect(x: 0.4, y: 0.4, width: 0.15, height: 0.2)
    let card = try view.apply(HandEdit(revision: 0, choices: [.small: framing(tiny)]), to: id)
    #expect(card.record.preparation.hand?.renders[.small]?.flags == ["lowResolution"])
    #expect(card.severity > 2)
    let accepted = try view.apply(HandEdit(revision: 1, isAccepted: true), to: id)
    #expect(accepted.severity == 0)
    #expect(accepted.record.preparation.hand?.renders[.small] != nil)
  }

  @Test func `a small photo does not ask for a look, however small`() throws {
    let id = try prepare()
    let view = try StoreView(store)
    func card(pixels: Double, revision: Int) throws -> PhotoCard {
      let part = NormalizedRect(x: 0.2, y: 0.2, width: pixels / 1600, height: pixels / 1200)
      return try view.apply(HandEdit(revision: revision, choices: [.small: framing(part)]), to: id)
    }
    let (slight, strong) = (
      try card(pixels: 0.92 * 530, revision: 0), try card(pixels: 0.5 * 530, revision: 1)
    )
    for card in [slight, strong] {
      #expect(card.record.preparation.hand?.renders[.small]?.flags == ["lowResolution"])
    }
    #expect(!slight.needsLook && !strong.needsLook)
    #expect(strong.severity > slight.severity + 1.7)
  }

  @Test func `the crops for a place keep it`() throws {
    let id = try prepare()
    let focus = try #require(FocusArea(x: 0.95, y: 0.5))
    let crops = try StoreView(store).crops(of: id, keeping: focus)
    #expect(crops.count == 4)
    #expect(crops.values.allSatisfy { $0.maxX >= 0.95 })
  }

  @Test func `a picture's name leads to no other folder`() throws {
    _ = try prepare()
    let view = try StoreView(store)
    for name in ["../Photos/x.json", "..", "/etc/passwd", ".photoprep", "x.jpg", ""] {
      #expect(view.imageURL(name) == nil)
    }
  }

  @Test
  func `edits from several threads and a forced run lose nothing that was answered with success`()
    throws
  {
    let id = try prepare()
    let view = try StoreView(store)
    let kept = Locked(0)
    let isForced = Locked(false)
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      if worker == 0 {
        let forced = try? prepare(force: true)
        isForced.withLock { $0 = forced == id }
        return
      }
      for step in 0..<4 {
        let x = 0.05 * Double(worker) + 0.01 * Double(step)
        let rect = NormalizedRect(x: x, y: 0.2, width: 0.45, height: 0.6)
        guard let revision = try? view.card(id).record.preparation.hand?.revision ?? 0 else {
          continue
        }
        let edit = HandEdit(revision: revision, choices: [.small: framing(rect)])
        if (try? view.apply(edit, to: id)) != nil { kept.withLock { $0 += 1 } }
      }
    }
    let saved = kept.withLock { $0 }
    #expect(saved >= 4 && isForced.withLock { $0 })
    #expect(try view.card(id).record.preparation.hand?.revision == saved)
    let check = try StoreUse.check(store) { finding in
      if finding.code != .replacedRender { Issue.record("\(finding)") }
    }
    #expect(check.damages == 0)
  }
}
