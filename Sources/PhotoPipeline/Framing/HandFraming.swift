internal import Foundation
internal import Imaging
internal import PhotoCatalog
public import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// Makes a person's renders of prepared photos, for `review` and for new records of `prep`.
struct HandFraming: Sendable {
  /// The container.
  let path: FilePath
  let container: PhotoContainer
  /// The processes that cut renders out of masters; `nil` for this process.
  var workers: PhotoWorkers?

  /// Opens a container.
  ///
  /// - Throws: `store-missing` when there is no folder; `store-too-new` and `store-settings` for its settings.
  init(_ path: FilePath, workers: PhotoWorkers? = nil) throws {
    (self.path, self.workers) = (path, workers)
    container = try PhotoContainer(url: URL(filePath: path.string))
  }

  /// Does the work of ``StoreView/apply(_:to:)``, and returns the changed record.
  func apply(_ edit: HandEdit, to id: RecordID) throws -> PhotoRecord {
    let changed = try applyAlone(edit, to: id)
    // The requested edit is done; if another editor changes a sibling record meanwhile, that record stays as it is.
    try? carry(edit, from: id)
    return changed
  }

  /// Changes one record.
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
    let environment = StoreEnvironment(run: UUID().uuidString, clock: { Date() })
    return try Store.open(at: path, for: .write, in: environment).closing { store in
      try store.replaceHandWork(
        of: id, with: hand, files: rendered.values.map { ($0.render.file.name, $0.bytes) })
    }
  }

  /// Makes one render for each framing.
  private func renders(
    _ framings: [RenderFamily: ManualFraming], of photo: PhotoPreparation
  ) throws -> [RenderFamily: (render: ManualRender, bytes: [UInt8])] {
    if framings.isEmpty { return [:] }
    var cuts: [(family: RenderFamily, framing: ManualFraming, frame: PixelSize)] = []
    for (family, framing) in framings {
      guard let frame = photo.recipe.frames[family] else { throw FramingProblem.noFamily(family) }
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
  /// Where an image file is.
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
  /// A record's data about one family's render.
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

/// A person's changes to one prepared photo.
public struct HandEdit: Sendable {
  /// The render that a family shows from now on.
  public enum Choice: Sendable {
    /// The automatic render.
    case automatic
    /// A render framed like this.
    case framed(ManualFraming)
  }

  /// The revision of the hand work that the editor has; 0 when there is none yet.
  public var revision: Int
  /// Whether a person accepts the photo; `nil` leaves that as it is.
  public var isAccepted: Bool?
  /// The photo's new number of stars, within `HandWork.starRange`; `nil` leaves them.
  public var stars: Int?
  /// The families to change; others stay as they are.
  public var choices: [RenderFamily: Choice]

  /// Makes an edit.
  public init(
    revision: Int, isAccepted: Bool? = nil, stars: Int? = nil,
    choices: [RenderFamily: Choice] = [:]
  ) {
    self.revision = revision
    self.isAccepted = isAccepted
    self.stars = stars
    self.choices = choices
  }
}

/// Why a frame cannot be used.
public struct FramingProblem: Error, Sendable, CustomStringConvertible {
  /// The kind of reason, in stable kebab case.
  public let code: String
  /// The fact with both numbers, in one sentence that ends with a full stop.
  public let description: String
}

extension FramingProblem {
  /// The photo was prepared for a device without a widget of the family.
  static func noFamily(_ family: RenderFamily) -> FramingProblem {
    FramingProblem(
      code: "no-such-family",
      description:
        "The photo has no \(family.name) render; prepare it for a device that has that widget.")
  }
}

extension ManualFraming {
  /// How far a frame may extend beyond the photo, as a share of its side; our choice: half a pixel of the smallest
  /// render, which is invisible.
  private static let slack = 0.001

  /// Checks the frame against the upright photo, for which any size of its shape will do, and the widget's frame.
  ///
  /// - Throws: `wrong-shape` when the cut would be distorted; `outside-photo` when it includes areas outside the
  ///   straightened photo.
  func check(in photo: PixelSize, for frame: PixelSize) throws {
    if isFitted { return }
    let turned = quarterTurns % 2 == 0 ? photo : photo.transposed
    let (width, height) = (Double(turned.width), Double(turned.height))
    let shape = cropRect.width * width / (cropRect.height * height)
    let wanted = Double(frame.width) / Double(frame.height)
    guard (shape / wanted - 1).magnitude <= 0.02 else {
      throw FramingProblem(
        code: "wrong-shape",
        description: "The frame is \(shape.rounded(toPlaces: 3)) times as wide as high; "
          + "the widget is \(wanted.rounded(toPlaces: 3)) times.")
    }
    let excess = corners(width, height).map { max($0.x.magnitude, $0.y.magnitude) }.max() ?? 0
    guard excess <= 0.5 + Self.slack else {
      throw FramingProblem(
        code: "outside-photo",
        description: "The frame reaches \((100 * (excess - 0.5)).rounded(toPlaces: 1)) % of a side "
          + "beyond the photo; it must lie inside.")
    }
  }

  /// The frame's corners in the photo before it is straightened, in shares of its sides from its centre.
  private func corners(_ width: Double, _ height: Double) -> [(x: Double, y: Double)] {
    let angle = -straightenDegrees * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    return [cropRect.x, cropRect.maxX].flatMap { x in
      [cropRect.y, cropRect.maxY].map { y in
        let (x, y) = ((x - 0.5) * width, (y - 0.5) * height)
        return ((x * cosine - y * sine) / width, (x * sine + y * cosine) / height)
      }
    }
  }
}
