internal import FocusReading
internal import Foundation
internal import Imaging
internal import PhotoCatalog
public import PhotoGeometry
public import PhotoStore
internal import SmartCrop
internal import SystemFiles
internal import SystemPackage

extension StoreView {
  /// Changes what a person set in a photo: makes the renders that are asked for, and commits them
  /// with the record.
  ///
  /// Renders come from the master, by the same steps and with the same limits as those of `prep`. The
  /// store is open for writing only meanwhile, beside any number of other writers. What is framed
  /// is framed alike in the photo's records of other devices and filters, where nobody has framed that family yet.
  ///
  /// - Parameters:
  ///   - edit: What to change.
  ///   - id: The photo's record.
  /// - Returns: The photo as it stands now.
  /// - Throws: A `PhotoprepError`, `changed-meanwhile` when the photo has another revision; a
  ///   ``FramingProblem``; a ``Rejection`` when the master cannot be read.
  public func apply(_ edit: HandEdit, to id: RecordID) throws -> PhotoCard {
    let changed = try applyAlone(edit, to: id)
    // What was asked for is done; a photo that somebody else changes meanwhile stays as it is.
    try? carry(edit.choices, from: id)
    return changed
  }

  /// Changes one record.
  @discardableResult
  func applyAlone(_ edit: HandEdit, to id: RecordID) throws -> PhotoCard {
    let photo = try card(id).record.preparation
    let framed = edit.choices.compactMapValues { choice -> ManualFraming? in
      if case .framed(let framing) = choice { framing } else { nil }
    }
    var hand = photo.hand ?? HandWork(revision: 0)
    let rendered = try renders(framed, of: photo)
    for family in edit.choices.keys { hand.renders[family] = rendered[family]?.render }
    hand.revision = edit.revision + 1
    hand.isAccepted = edit.isAccepted ?? hand.isAccepted
    let environment = StoreEnvironment(run: UUID().uuidString, clock: { Date() })
    let store = try Store.open(at: path, for: .write, in: environment)
    let record = Result {
      try store.replaceHandWork(
        of: id, with: hand, files: rendered.values.map { ($0.render.file.name, $0.bytes) })
    }
    try store.close()
    return PhotoCard(try record.get())
  }

  /// Makes one render for each framing.
  private func renders(
    _ framings: [RenderFamily: ManualFraming], of photo: PhotoPreparation
  ) throws -> [RenderFamily: (render: ManualRender, bytes: [UInt8])] {
    if framings.isEmpty { return [:] }
    for (family, framing) in framings {
      try framing.check(in: photo.uprightSize, for: photo.recipe.frames[family])
    }
    let place = FilePath(imagesFolder.appending(path: photo.master.name.description).path)
    let request = FramesRequest(
      recipe: photo.recipe,
      framed: framings.map { FramesRequest.Framed(family: $0, framing: $1) },
      master: try PhotoFile.read(place, limits: .standard, in: Self.files(of: place)).bytes)
    let pictures: [EncodedPicture]
    do throws(WorkFailure) {
      pictures = try request.product(in: workers, reading: .decodingOnly(), path: place)
    } catch {
      switch error {
      case .rejected(let rejection): throw rejection
      case .unavailable(let reason): throw reason
      case .abandoned: throw error
      }
    }
    var renders: [RenderFamily: (render: ManualRender, bytes: [UInt8])] = [:]
    for (one, picture) in zip(request.framed, pictures) {
      let render = photo.render(one.family, framed: one.framing, as: picture)
      renders[one.family] = (render, picture.jpeg.bytes)
    }
    return renders
  }

  /// Returns the crops that `prep` would choose if a person pointed at a place.
  ///
  /// - Parameters:
  ///   - id: The photo's record.
  ///   - focus: The place.
  /// - Returns: A crop for each family, in fractions of the upright photo.
  /// - Throws: A `PhotoprepError`; a ``Rejection`` when the master cannot be read.
  public func crops(
    of id: RecordID, keeping focus: FocusArea
  ) throws -> [RenderFamily: NormalizedRect] {
    let photo = try card(id).record.preparation
    let place = FilePath(imagesFolder.appending(path: photo.master.name.description).path)
    let raster = try Self.picture(place, longEdge: CropAnalyzer.preferredLongEdge)
    let analysis = CropAnalyzer().analyze(
      try AnalysisImage(of: raster), focus: [FocusRegion(focus)])
    let crops = RenderFamily.allCases.map { family in
      let frame = photo.recipe.frames[family]
      let choice = analysis.crop(
        to: AspectRatio(frame), in: photo.uprightSize, frame: frame, zoom: photo.recipe.zooms,
        text: photo.recipe.text?.rect)
      return (family, NormalizedRect(choice.rect, in: photo.uprightSize))
    }
    return Dictionary(uniqueKeysWithValues: crops)
  }
}

extension ManualFraming {
  /// The scale, 0 and above, at which a picture must be decoded so that the frame's part of it has the
  /// frame's pixels.
  func scale(of picture: PixelSize, for frame: PixelSize) -> Double {
    let turned = quarterTurns % 2 == 0 ? picture : picture.transposed
    return max(
      Double(frame.width) / (cropRect.width * Double(turned.width)),
      Double(frame.height) / (cropRect.height * Double(turned.height)))
  }
}

extension PhotoPreparation {
  /// What a record says of one family's render.
  fileprivate func render(
    _ family: RenderFamily, framed framing: ManualFraming, as picture: EncodedPicture
  ) -> ManualRender {
    let jpeg = picture.jpeg
    let digest = ContentDigest(of: jpeg.bytes)
    let name = StoredFileName(.manual(family, RenderTag(digest)), of: id)
    let file = StoredFile(
      name: name, byteCount: jpeg.bytes.count, digest: digest, size: picture.size,
      quality: jpeg.quality)
    // Half a percent is what rounding to whole pixels explains.
    let isEnlarged = framing.scale(of: master.size, for: picture.size) > 1.005
    let flags =
      (isEnlarged ? [PhotoFlag.lowResolution] : []) + (jpeg.isOverLimit ? [.overByteLimit] : [])
    return ManualRender(file: file, framing: framing, flags: flags.map(\.rawValue))
  }
}
