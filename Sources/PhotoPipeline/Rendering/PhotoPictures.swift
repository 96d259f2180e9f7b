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
  init(wholeOf photo: PixelSize, in frame: PixelSize, insteadOf choice: CropChoice) {
    let isEnlarged = photo.fitting(inside: frame).width > photo.width
    let flags = choice.flags.filter { $0 == .flat } + (isEnlarged ? [.lowResolution] : [])
    self.init(
      rect: .full, pixelSize: photo, score: choice.score.named,
      flags: (flags + [.fitted]).map(\.rawValue))
  }

  /// The same crop with more flags.
  func adding(_ more: [PhotoFlag]) -> FamilyCrop {
    FamilyCrop(
      rect: rect, pixelSize: pixelSize, score: score, flags: flags + more.map(\.rawValue))
  }

  /// Whether the whole photo is shown, over a ground made from it.
  var isFitted: Bool { flags.contains(PhotoFlag.fitted.rawValue) }
}
