import Foundation
import PhotoGeometry
import PhotoStore
import SmartCrop

/// The way from a photo's bytes to its pictures and crops; nothing here touches a disk.
struct PhotoMaking<Codec: PhotoCodec> {
  let codec: Codec
  let recipe: Recipe

  /// The most pixels that are decoded at once, those of a square master: 38 MB of the 120 MB of a share extension,
  /// and as much again while they are converted (decision 0333).
  static var pixelLimit: Int { 3072 * 3072 }

  /// Returns a photo's master, renders and crops.
  func pictures(of photo: Data, named name: String) throws(PhotoprepError) -> MadePictures {
    let facts = try codec.facts(of: photo)
    let size = facts.size
    guard PixelSize.isUsable(width: size.width, height: size.height) else {
      throw .photoUnusable(name, size)
    }
    let plan = DecodePlan(photo: size, recipe: recipe)
    let scale = min(plan.scale, (Double(Self.pixelLimit) / Double(size.area)).squareRoot())
    let decoded = try codec.decoded(
      photo, longEdge: min(size.longEdge, Int((Double(size.longEdge) * scale).rounded(.up))))
    let small = size.fitting(longEdge: CropAnalyzer.preferredLongEdge)
    let samples = try codec.samples(of: codec.cut(.full, of: decoded, to: small))
    let analysis = CropAnalyzer().analyze(
      AnalysisImage(size: small, pixels: samples), focus: recipe.focus.map(FocusRegion.init))
    let choices = analysis.crops(in: size, by: recipe)
    let master = try encoded(.full, of: decoded, to: plan.masterSize, recipe.masterPolicy)
    let renders = try recipe.frames.beside(choices).map { family, cut throws(PhotoprepError) in
      try encoded(
        NormalizedRect(cut.1.rect, in: size), of: decoded, to: cut.0, recipe.policy(for: family))
    }
    return MadePictures(
      facts: facts, recipe: recipe, master: master, renders: renders, choices: choices,
      regions: analysis.regions)
  }

  /// Encodes a part of a picture at the highest quality whose bytes keep the limit, or at the lowest.
  private func encoded(
    _ part: NormalizedRect, of picture: Codec.Picture, to size: PixelSize, _ policy: EncodingPolicy
  ) throws(PhotoprepError) -> MadePicture {
    let cut = try codec.cut(part, of: picture, to: size)
    var best = MadePicture(jpeg: Data(), size: size, quality: policy.quality, isOverByteLimit: true)
    for quality in policy.qualities where best.isOverByteLimit {
      let jpeg = try codec.jpeg(of: cut, quality: quality)
      best = MadePicture(
        jpeg: jpeg, size: size, quality: quality,
        isOverByteLimit: policy.byteLimit.map { jpeg.count > $0 } ?? false)
    }
    return best
  }
}

struct MadePicture {
  let jpeg: Data
  let size: PixelSize
  let quality: Int
  /// Whether it has more bytes than its limit although the lowest quality was tried.
  let isOverByteLimit: Bool
}

/// The pictures of one photo, before they have names.
struct MadePictures {
  let facts: PhotoFacts
  let recipe: Recipe
  let master: MadePicture
  let renders: PerFamily<MadePicture>
  let choices: PerFamily<CropChoice>
  let regions: [FocusRegion]

  /// The picture of a role; `nil` for one that a person framed.
  func picture(_ role: StoredFileName.Role) -> MadePicture? {
    switch role {
    case .master: master
    case .render(let family): renders[family]
    case .manual: nil
    }
  }

  /// Describes the pictures as records do, with the names they will have.
  func preparation(
    of photo: ContentDigest, _ recipeID: RecipeID, source: SourceName,
    digest: (Data) -> ContentDigest
  ) -> PhotoPreparation {
    let id = RecordID(photo: PhotoID(photo), recipe: recipeID)
    func file(_ role: StoredFileName.Role, _ picture: MadePicture) -> StoredFile {
      StoredFile(
        name: StoredFileName(role, of: id), byteCount: picture.jpeg.count,
        digest: digest(picture.jpeg), size: picture.size, quality: picture.quality)
    }
    let crops = choices.beside(renders).map { _, pair in
      FamilyCrop(pair.0, of: facts.size, isOverByteLimit: pair.1.isOverByteLimit)
    }
    var preparation = PhotoPreparation(
      digest: photo, recipe: recipe, recipeID: recipeID, sources: [source],
      uprightSize: facts.size, format: facts.format, master: file(.master, master),
      renders: renders.map { file(.render($0), $1) }, crops: crops,
      flags: (master.isOverByteLimit ? [PhotoFlag.overByteLimit.rawValue] : [])
        + crops.values.flatMap(\.flags),
      analysis: PhotoPreparation.analysis(
        risk: choices.map { $1.risk.rounded(toPlaces: 4) }, regions: regions))
    preparation.taken = facts.taken
    return preparation
  }
}
