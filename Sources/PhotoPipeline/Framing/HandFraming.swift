internal import Foundation
internal import Imaging
internal import PhotoCatalog
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// Makes a person's renders of prepared photos, for `review` and for new records of `prep`.
struct HandFraming: Sendable {
  let path: FilePath
  let container: PhotoContainer
  /// The processes that cut renders out of masters; `nil` for this process.
  var workers: PhotoWorkers?
  /// Ends the waits for other processes.
  private let interruption: Interruption

  var environment: StoreEnvironment { .now.until(interruption) }

  /// Opens a container.
  ///
  /// - Throws: `store-missing` when there is no folder; `store-too-new` and `store-settings` for its settings.
  init(_ path: FilePath, workers: PhotoWorkers? = nil, interruption: Interruption = Interruption())
    throws
  {
    (self.path, self.workers, self.interruption) = (path, workers, interruption)
    container = try PhotoContainer(url: URL(filePath: path.string))
  }

  /// Does the work of ``StoreView/apply(_:to:)``, and returns the changed record.
  func apply(_ edit: HandEdit, to id: RecordID) throws -> PhotoRecord {
    let changed = try applyAlone(edit, to: id)
    // The requested edit is done; if another editor changes a sibling record meanwhile, that record stays as it is.
    try? carry(edit, from: id)
    return changed
  }

  @discardableResult
  func applyAlone(_ edit: HandEdit, to id: RecordID) throws -> PhotoRecord {
    let photo = try container.record(id).preparation
    let framed = edit.choices.compactMapValues { choice -> ManualFraming? in
      if case .framed(let framing) = choice { framing } else { nil }
    }
    var hand = photo.hand ?? HandWork(revision: 0)
    let rendered = try renders(framed, of: photo)
    for family in edit.choices.keys { hand.renders[family] = rendered[family]?.render }
    hand.revision = edit.revision + 1
    hand.isAccepted = edit.isAccepted ?? hand.isAccepted
    hand.stars = edit.stars ?? hand.stars
    return try Store.open(at: path, for: .write, in: environment).closing { store in
      try store.replaceHandWork(
        of: id, with: hand, files: rendered.values.map { ($0.render.file.name, $0.bytes) })
    }
  }

  private func renders(
    _ framings: [RenderFamily: ManualFraming], of photo: PhotoPreparation
  ) throws -> [RenderFamily: (render: ManualRender, bytes: [UInt8])] {
    if framings.isEmpty { return [:] }
    var cuts: [(family: RenderFamily, framing: ManualFraming, frame: PixelSize)] = []
    for (family, framing) in framings {
      guard let frame = photo.recipe.frames[family] else {
        throw FramingProblem(
          code: "no-such-family",
          description:
            "The photo has no \(family.name) render; prepare it for a device that has that widget.")
      }
      try framing.check(in: photo.uprightSize, for: frame)
      cuts.append((family, framing, frame))
    }
    let master = container.file(of: photo.master)
    let request = RendersRequest(
      recipe: photo.recipe,
      cuts: cuts.map { RenderCut(family: $0.family, cut: PictureCut($0.framing, to: $0.frame)) },
      master: try DiskFileSystem.around(master).readPhoto(master).bytes)
    let pictures = try request.product(in: workers, reading: .decodingOnly(), path: master)
    var renders: [RenderFamily: (render: ManualRender, bytes: [UInt8])] = [:]
    for (cut, picture) in zip(cuts, pictures) {
      let render = photo.render(cut.family, framed: cut.framing, as: picture)
      renders[cut.family] = (render, picture.bytes)
    }
    return renders
  }
}

extension PhotoContainer {
  func file(of image: StoredFile) -> FilePath {
    FilePath(
      url.appending(path: layout.images).appending(path: image.name.description).path)
  }
}

extension DiskFileSystem {
  /// The machine's files; a store's picture and its folder are not reached through links.
  static func around(_ picture: FilePath) -> any FileSystem {
    let images = picture.removingLastComponent()
    return DiskFileSystem().contained(in: images.removingLastComponent())
  }
}

extension PhotoPreparation {
  fileprivate func render(
    _ family: RenderFamily, framed framing: ManualFraming, as picture: EncodedPicture
  ) -> ManualRender {
    let digest = ContentDigest(of: picture.bytes)
    let name = StoredFileName(.manual(family, RenderTag(digest)), of: id, as: picture.format)
    let file = StoredFile(
      name: name, byteCount: picture.bytes.count, digest: digest, size: picture.size,
      quality: picture.quality)
    // Half a percent is explained by rounding to whole pixels.
    let isEnlarged = PictureCut(framing, to: picture.size).scale(of: master.size) > 1.005
    let flags =
      (isEnlarged ? [PhotoFlag.lowResolution] : []) + (framing.isFitted ? [.fitted] : [])
      + picture.flags
    return ManualRender(file: file, framing: framing, flags: flags.map(\.rawValue))
  }
}
