import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Framings by hand, from record to record and store to store")
struct HandWorkTravelTests: EditsByHand {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a framed render stays through a repair, a cleanup and a merge`() throws {
    let id = try prepare()
    let card = try StoreView(store).apply(
      HandEdit(revision: 0, choices: [.small: framing(square, degrees: 5)]), to: id)
    let render = try #require(card.record.preparation.hand?.renders[.small]).file.name.description
    let bytes = try Data(contentsOf: image(render))
    let automatic = card.record.preparation.renders.small.name.description
    try FileManager.default.removeItem(at: image(automatic))
    let mended = try StoreUse.repair(store)
    #expect(mended.check.isSound)
    try StoreUse.clean(store, CleanupOptions(gracePeriod: -60, allowsUnreferenced: true))
    #expect(try Data(contentsOf: image(render)) == bytes)

    let other = FilePath(directory.url.appending(path: "other").path)
    try StoreUse.create(at: other)
    _ = try Store.open(at: other, for: .write, in: .now).closing { target in
      let source = try Store.open(at: store, for: .read, in: .now)
      return try source.closing { try StoreMerge(from: $0, into: target).run { _ in } }
    }
    let there = try #require(try StoreView(other).imageURL(render))
    #expect(try Data(contentsOf: there) == bytes)
    for place in [store, other] {
      let check = try StoreUse.check(place)
      #expect(check.files == 6)
    }
  }

  private static let frames = WidgetScreen.all.filter { $0.devices.contains("iPhone SE 3") }[0]
    .frames

  private func framings(_ id: RecordID) throws -> [RenderFamily: ManualFraming] {
    try StoreView(store).card(id).record.preparation.hand?.renders.mapValues(\.framing) ?? [:]
  }

  @Test func `what was framed for one device is framed alike for the next`() throws {
    let first = try prepare()
    let wide = NormalizedRect(
      x: 0.1, y: 0.2, width: 0.6, height: 0.6 * 1600 / 1200 * 530 / 1134)
    let edit = HandEdit(
      revision: 0, choices: [.small: framing(square, degrees: 3), .medium: framing(wide)])
    _ = try StoreView(store).apply(edit, to: first)
    let second = try prepare(for: Self.frames)
    let carried = try framings(second)
    #expect(Set(carried.keys) == [.small, .medium] && carried[.small]?.straightenDegrees == 3)
    let medium = try #require(carried[.medium]).cropRect
    // Larger by no more than the shapes differ, and around what was framed.
    #expect(medium.width >= wide.width - 1e-9 && medium.height >= wide.height - 1e-9)
    #expect(medium.width * medium.height < wide.width * wide.height * 1.05)
    #expect(abs(medium.x + medium.width / 2 - 0.4) < 1e-6)
    #expect(try StoreUse.check(store).isSound)
  }

  @Test func `what was framed stays framed behind a filter, and the other way round`() throws {
    let first = try prepare()
    let edit = HandEdit(revision: 0, choices: [.small: framing(square, degrees: 3)])
    let plain = try #require(try StoreView(store).apply(edit, to: first).record.preparation.hand)
    let second = try prepare(filter: PhotoFilterSpec(.noir))
    let filtered = try #require(try StoreView(store).card(second).record.preparation.hand)
    #expect(second != first)
    let old = try #require(plain.renders[.small])
    let new = try #require(filtered.renders[.small])
    #expect(new.framing == old.framing && new.file.digest != old.file.digest)
    let wide = NormalizedRect(x: 0.1, y: 0.1, width: 0.6, height: 0.6 * 4 / 3 * 530 / 1134)
    _ = try StoreView(store).apply(
      HandEdit(revision: filtered.revision, choices: [.medium: framing(wide)]), to: second)
    #expect(try Set(framings(first).keys) == [.small, .medium])
  }

  @Test func `stars are the photo's, whatever it is prepared for`() throws {
    func stars(_ id: RecordID) throws -> Int? {
      try StoreView(store).card(id).record.preparation.hand?.stars
    }
    let first = try prepare(by: .heuristic)
    _ = try StoreView(store).apply(HandEdit(revision: 0, stars: 3), to: first)
    let upgraded = try prepare()
    let small = try prepare(for: Self.frames)
    #expect(try upgraded != first && stars(upgraded) == 3 && stars(small) == 3)
    _ = try StoreView(store).apply(HandEdit(revision: 1, stars: 0), to: small)
    #expect(try stars(upgraded) == 0)
    let known = try Store.open(at: store, for: .read, in: .now).closing { try $0.starsByHand() }
    // The record of before the rules changed has its own.
    #expect(known == [first.photo: 3])
  }

  @Test(arguments: [
    ("kill -SEGV $$", "ended by signal 11 (SIGSEGV)"),
    (ScriptedWorker.answer(#"{"product":[],"steps":[]}"#), "gave an invalid answer"),
  ])
  func `a worker that fails at frames of another device costs the frames and not the photo`(
    command: String, fact: String
  ) throws {
    let (first, second) = (try prepare(), try prepare(for: Self.frames))
    let edit = HandEdit(revision: 0, choices: [.small: framing(square)])
    try HandFraming(store).applyAlone(edit, to: first)
    let reading = ReadingSettings()
    let workers = PhotoWorkers(
      ScriptedWorker.settings(then: command, for: reading), reading: reading,
      interruption: Interruption())
    defer { workers.close() }
    var rejections: [Rejection] = []
    try HandFraming(store, workers: workers).carryHandWork(to: [second]) { rejections.append($0) }
    #expect(rejections.count == 1 && rejections.first?.path.lastComponent == "boats.jpg")
    let message = try #require(rejections.first).message
    #expect(message.hasPrefix("It is prepared, but not framed as it was by hand."))
    #expect(message.contains(fact), "\(message)")
    #expect(try framings(second).isEmpty)
    #expect(try StoreUse.check(store).isSound)
  }

  @Test func `a first frame goes to the other devices, and later ones do not`() throws {
    let first = try prepare()
    let second = try prepare(for: Self.frames)
    let view = try StoreView(store)
    let (left, right) = (square, NormalizedRect(x: 0.5, y: 0.2, width: 0.45, height: 0.6))
    _ = try view.apply(HandEdit(revision: 0, choices: [.small: framing(left)]), to: first)
    #expect(abs(try #require(framings(second)[.small]).cropRect.x - left.x) < 1e-6)
    _ = try view.apply(HandEdit(revision: 1, choices: [.small: framing(right)]), to: first)
    #expect(abs(try #require(framings(second)[.small]).cropRect.x - left.x) < 1e-6)
    _ = try view.apply(HandEdit(revision: 1, choices: [.small: .automatic]), to: second)
    #expect(try framings(second).isEmpty && framings(first)[.small]?.cropRect.x == right.x)
  }

  @Test func `a framed render comes back from a package with its frame`() throws {
    let id = try prepare()
    let view = try StoreView(store)
    // The picture turned by a quarter is 1200 × 1600.
    let upright = NormalizedRect(x: 0.2, y: 0.3, width: 0.4, height: 0.3)
    let card = try view.apply(
      HandEdit(revision: 0, choices: [.small: framing(upright, degrees: -4.5, turns: 1)]), to: id)
    let render = try #require(card.record.preparation.hand?.renders[.small])
    let bytes = try Data(contentsOf: image(render.file.name.description))
    let designs = directory.url.appending(path: "store/Designs")
    let design = Data(card.record.image.json(dates: .iso8601).canonicalBytes)
    try design.write(to: designs.appending(path: "boats.json"))
    let package = FilePath(directory.url.appending(path: "boats.wwdesign").path)
    try Store.open(at: store, for: .read, in: .now).closing { store in
      try PackageExchange(of: store).export(ExportSelection(isEverything: true), to: package) { _ in
      }
    }

    let other = FilePath(directory.url.appending(path: "other").path)
    try StoreUse.create(at: other)
    #expect(try PackageImport.bring([package], into: other) { _ in }.imported == 1)
    let container = try PhotoContainer(url: URL(filePath: other.string))
    let shown = try #require(try container.design("boats.json").image?.smartPhoto?.variants[.small])
    #expect(shown.cropRect == upright && shown.straightenDegrees == -4.5)
    #expect(shown.rotationQuarterTurns == 1 && shown.pixelSize == render.file.size)
    #expect(try Data(contentsOf: #require(container.imageURL(shown.renderFileName))) == bytes)

    // Into its own store it changes nothing, and the photo's frame can be changed on.
    _ = try PackageImport.bring([package], into: store) { _ in }
    let reopened = try view.card(id)
    #expect(reopened.record == card.record)
    let edit = HandEdit(revision: 1, choices: [.small: .framed(render.framing)])
    #expect(try view.apply(edit, to: id).record.preparation.hand?.renders[.small] == render)
  }

  @Test func `a framed render comes along when other rules crop the photo again`() throws {
    let id = try prepare(by: .heuristic)
    let view = try StoreView(store)
    let edit = HandEdit(
      revision: 0, isAccepted: true, choices: [.small: framing(square, degrees: 3)])
    let before = try #require(try view.apply(edit, to: id).record.preparation.hand)
    let again = try prepare()
    let record = try view.card(again).record
    let hand = try #require(record.preparation.hand)
    #expect(again != id && hand.revision == 1 && !hand.isAccepted)
    let (old, new) = (before.renders[.small], hand.renders[.small])
    #expect(new?.framing == old?.framing && new?.file.digest == old?.file.digest)
    #expect(new?.file.name.record == again)
    #expect(
      record.image.smartPhoto?.variants[.small]?.renderFileName == new?.file.name.description)
    _ = try view.apply(HandEdit(revision: 1, choices: [.small: .automatic]), to: again)
    #expect(try view.card(id).record.preparation.hand == before)
    let check = try StoreUse.check(store) { _ in }
    #expect(check.photos == 2 && check.isSound)
    // A person who points at something asks for another crop, and a forced run keeps what is there.
    let middle = try #require(FocusArea(x: 0.5, y: 0.5))
    let focused = try prepare(focus: [middle])
    #expect(try view.card(focused).record.preparation.hand == nil)
    #expect(try prepare(force: true) == again)
    #expect(try view.card(again).record.preparation.hand?.renders.isEmpty == true)
  }

  @Test func `a check notes a design that shows the render from before`() throws {
    let id = try prepare()
    let view = try StoreView(store)
    let design = directory.url.appending(path: "store/Designs/boats.json")
    func notes(_ image: ImageSpec) throws -> [String] {
      try Data(image.json(dates: .iso8601).canonicalBytes).write(to: design)
      var codes: [String] = []
      let summary = try StoreUse.check(store) { codes.append($0.code.description) }
      #expect(summary.isSound && summary.olderCrops == 0)
      return codes
    }
    let before = try view.card(id).record.image
    #expect(try notes(before) == [])
    let edit = HandEdit(revision: 0, choices: [.small: framing(square)])
    let after = try view.apply(edit, to: id).record.image
    #expect(try notes(before) == ["older-render"])
    #expect(try notes(after) == [])
  }

  @Test func `albums show what a person framed, before and since they were made`() throws {
    let id = try prepare()
    let view = try StoreView(store)
    let photos = AlbumPhotos(paths: [FilePath(id.description)])
    func shown() throws -> String? {
      let container = try PhotoContainer(url: URL(filePath: store.string))
      return try container.album("lake.json").entries.first?.fileNames(for: .small).first
    }
    func render() throws -> String {
      try #require(view.card(id).record.preparation.shownRender(.small)).name.description
    }
    _ = try view.apply(HandEdit(revision: 0, choices: [.small: framing(square)]), to: id)
    let made = try AlbumKeeping.make(AlbumSettings(name: "lake"), of: photos, in: store)
    #expect(made.name == "lake.json" && made.added == 1 && made.count == 1)
    #expect(try shown() == render())
    let edit = HandEdit(revision: 1, choices: [.small: framing(square, degrees: 3)])
    _ = try view.apply(edit, to: id)
    let added = try AlbumKeeping.add(photos, to: "lake", in: store)
    #expect(added.added == 0 && added.reframed == 1 && added.count == 1)
    #expect(try shown() == render())

    try FileManager.default.removeItem(at: image(try render()))
    let refusal = #expect(throws: AlbumRefusal.self) {
      try AlbumKeeping.add(photos, to: "lake", in: store)
    }
    #expect(
      try refusal?.rejections.map(\.description) == [
        "\(id): A render that a person framed, \(render()), is not in the store. Frame the photo "
          + "again in 'photoprep review', or set it back to automatic there."
      ])
  }
}
