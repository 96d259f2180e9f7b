internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

/// Everything that is stored for one photo, without names yet.
struct PhotoPictures: Codable, Sendable {
  var format: String
  var uprightSize: PixelSize
  var master: EncodedPicture
  var renders: PerFamily<EncodedPicture>
  var crops: PerFamily<FamilyCrop>
  /// The risk of each crop, 0…1, to four digits.
  var risk: PerFamily<Double>
  /// The regions that the crops should keep, with their origins.
  var regions: [FocusRegion]
  /// How text is readable on each render; `nil` if there is no text.
  var texts: PerFamily<TextStyle>?
  /// The flags of reading the photo's file.
  var notes: [PhotoFlag] = []
  /// The camera and time of the photo, from its metadata.
  var capture = PhotoCapture()
  /// The library that decoded it, with its version; `nil` for our own code, or if unknown.
  var decoder: String?
  /// The photo's score, kind and thumbprint.
  var assessment: PhotoAssessment
}

extension PhotoPictures {
  init(
    header: PhotoHeader, master: EncodedPicture, renders: PerFamily<EncodedPicture>,
    choices: PerFamily<CropChoice>, vanishing: PerFamily<Bool>, fitted: PerFamily<Bool>,
    regions: [FocusRegion], texts: PerFamily<TextStyle>?, capture: PhotoCapture,
    decoder: String?, assessment: PhotoAssessment
  ) {
    self.init(
      format: header.format.description.lowercased(), uprightSize: header.size, master: master,
      renders: renders,
      crops: choices.beside(renders).beside(fitted.beside(vanishing)).map { _, each in
        let ((choice, render), (isFitted, vanishes)) = each
        let isOver = render.isOverLimit
        let crop =
          isFitted
          ? FamilyCrop(
            wholeOf: header.size, in: render.size, insteadOf: choice, isOverByteLimit: isOver)
          : FamilyCrop(choice, of: header.size, isOverByteLimit: isOver)
        let flags: [PhotoFlag] =
          (vanishes ? [.vanishesTinted] : []) + (render.lacksGainMap ? [.gainMapLeftOut] : [])
        return flags.reduce(crop) { $0.adding($1) }
      },
      // A photo that is shown whole loses nothing.
      risk: choices.beside(fitted).map { $1.1 ? 0 : $1.0.risk.rounded(toPlaces: 4) },
      regions: regions, texts: texts, notes: header.flags.sorted { $0.rawValue < $1.rawValue },
      capture: capture, decoder: decoder, assessment: assessment)
  }

  /// The flags of all the pictures.
  var flags: [String] {
    (notes + master.flags).map(\.rawValue)
      + crops.values.flatMap(\.flags)
  }

  /// Master and renders, from small to large.
  var all: [EncodedPicture] { [master] + renders.values }

  /// The part of the analysis that a record stores.
  var analysis: JSONValue {
    PhotoPreparation.analysis(
      risk: risk, regions: regions, texts: texts.map { $0.map { $1.json } },
      more: capture.values.merging(assessment.values) { first, _ in first })
  }
}

extension EncodedPicture {
  /// The flags of encoding the file.
  var flags: [PhotoFlag] {
    (isOverLimit ? [.overByteLimit] : []) + (lacksGainMap ? [.gainMapLeftOut] : [])
  }
}

extension FamilyCrop {
  /// The whole photo in a frame, with the score of the crop that it replaces.
  fileprivate init(
    wholeOf photo: PixelSize, in frame: PixelSize, insteadOf choice: CropChoice,
    isOverByteLimit: Bool
  ) {
    let isEnlarged = photo.fitting(inside: frame).width > photo.width
    let flags = choice.flags.filter { $0 == .flat } + (isEnlarged ? [.lowResolution] : [])
    self.init(
      rect: .full, pixelSize: photo, score: choice.score.named,
      flags: (flags + [.fitted] + (isOverByteLimit ? [.overByteLimit] : [])).map(\.rawValue))
  }

  fileprivate func adding(_ flag: PhotoFlag) -> FamilyCrop {
    FamilyCrop(rect: rect, pixelSize: pixelSize, score: score, flags: flags + [flag.rawValue])
  }

  /// Whether the whole photo is shown, over a ground made from it.
  var isFitted: Bool { flags.contains(PhotoFlag.fitted.rawValue) }
}
