import Foundation
import Imaging
public import PhotoGeometry

struct PreparedIcon: Sendable {
  let data: Data
  /// The rules that the source broke and the result does not; empty when the source is copied.
  let repaired: [String]
  let background: RGBColour?
}

/// Converts a source file into one that breaks no rule, or reports why it cannot (decision 0403).
struct IconPreparation: Sendable {
  let placement: IconPlacement
  var makesGrey = false

  /// Reads and prepares a source.
  ///
  /// - Throws: ``PhotoprepError`` with a file code, `alpha-refused`, `size-refused`, or `source-unusable` when the
  ///   source breaks a rule that only its maker can follow.
  func prepare(_ path: String, _ appearance: IconRole.Appearance) throws -> PreparedIcon {
    let data = try BoundedFile.read(path, limit: IconFile.sizeLimit)
    let role = IconRole(appearance: appearance)
    let image = IconImage(path: path, data: data, role: role, reader: placement.reader)
    let findings = placement.configuration.applied(to: IconRules.image.findings(in: image))
    try refuse(findings, path)
    try refuseAlpha(findings, path)
    try refuseSize(image, path)
    let broken = findings.filter { [.rewritten, .flattened, .reduced].contains($0.placing) }
    let repaired = broken.map(\.rule) + (makesGrey ? ["tinted-in-colour"] : [])
    if repaired.isEmpty {
      return PreparedIcon(data: data, repaired: [], background: nil)
    }
    return try rewritten(data, image, repaired)
  }

  private func refuse(_ findings: [IconFinding], _ path: String) throws {
    guard let finding = findings.first(where: { $0.placing == .refused }) else { return }
    throw PhotoprepError(
      .sourceUnusable, path: path, message: "The picture " + finding.message, remedy: finding.remedy
    )
  }

  private func refuseAlpha(_ findings: [IconFinding], _ path: String) throws {
    guard placement.background == nil,
      let finding = findings.first(where: { $0.placing == .flattened })
    else { return }
    throw PhotoprepError(
      .alphaRefused, path: path, message: "The picture " + finding.message,
      remedy: "Add '--flatten auto', or '--flatten #RRGGBB' with the colour to put behind it.")
  }

  private func refuseSize(_ image: IconImage, _ path: String) throws {
    guard let header = image.header, let wanted = image.role.size else { return }
    if header.width == wanted.width, header.height == wanted.height { return }
    let fact = "The picture is \(header.width)×\(header.height) pixels; the icon needs \(wanted)."
    guard header.width == header.height, header.width > wanted.width else {
      throw PhotoprepError(
        .sizeRefused, path: path, message: fact,
        remedy: "Export it at \(wanted); nothing is enlarged or cut.")
    }
    guard placement.allowsReduction else {
      throw PhotoprepError(
        .sizeRefused, path: path, message: fact, remedy: "Add '--resize' to have it made smaller.")
    }
  }

  private func rewritten(
    _ data: Data, _ image: IconImage, _ repaired: [String]
  ) throws -> PreparedIcon {
    guard let structure = image.structure, let size = image.role.size else {
      throw PhotoprepError.undecodable(image.path, "no PNG")
    }
    let colours = try SourceColours(of: image, structure, data, makesGrey: makesGrey)
    var pixels: PNGPixels
    do { pixels = try colours.pixels(of: data, structure, placement.reader) } catch {
      throw PhotoprepError.undecodable(image.path, error.description)
    }
    if let orientation = image.orientation { pixels = pixels.upright(orientation: orientation) }
    if pixels.size != size { pixels = pixels.reduced(to: size) }
    let ground = chosenBackground(for: pixels, image.role)
    if let ground, image.pixels?.isStencil == true, pixels.isOneColour(on: ground) {
      throw PhotoprepError(
        .sourceUnusable, path: image.path,
        message:
          "The picture would have one colour over \(ground): its shape is in its transparency alone.",
        remedy: "Export it with its background, or give another colour to '--flatten'.")
    }
    guard let encoded = encode(pixels, ground, colours.tag) else {
      throw PhotoprepError.undecodable(image.path, "the encoder ran out of memory")
    }
    return PreparedIcon(data: encoded, repaired: repaired, background: ground)
  }

  /// The background, if there is alpha and it may not stay.
  private func chosenBackground(for pixels: PNGPixels, _ role: IconRole) -> RGBColour? {
    // A tinted icon made from the default one gets the same ground.
    guard role.isOpaque || makesGrey, !pixels.isOpaque else { return nil }
    switch placement.background {
    case .colour(let colour): return colour
    case .automatic: return pixels.edgeColour
    case nil: return nil
    }
  }

  private func encode(
    _ pixels: PNGPixels, _ ground: RGBColour?, _ colour: PNGEncoder.ColourChunk
  ) -> Data? {
    if ground == nil, !pixels.isOpaque {
      var clear = pixels
      if makesGrey { Self.makeGrey(&clear.bytes, stride: 4) }
      return PNGEncoder.rgba(clear, colour: colour)
    }
    var rgb = pixels.flattened(on: ground ?? .black)
    if makesGrey { Self.makeGrey(&rgb, stride: 3) }
    return PNGEncoder.rgb(rgb, size: pixels.size, colour: colour)
  }

  /// Makes pixels greys of equal luminance, by the weights of ITU-R BT.709 on linear light.
  private static func makeGrey(_ bytes: inout [UInt8], stride step: Int) {
    let curve = SRGBCurve.light
    for offset in stride(from: 0, to: bytes.count, by: step) {
      let light = SIMD3(
        curve[Int(bytes[offset])], curve[Int(bytes[offset + 1])], curve[Int(bytes[offset + 2])])
      let luminance = 0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
      let grey = SRGBCurve.sample(nearest: luminance)
      for band in 0..<3 { bytes[offset + band] = grey }
    }
  }
}

extension PhotoprepError.Code {
  /// The source has alpha and no background was given.
  public static let alphaRefused = Self("alpha-refused")
  /// The source has other dimensions and may not, or cannot, be made smaller.
  public static let sizeRefused = Self("size-refused")
  /// The source breaks a rule that writing it again does not resolve.
  public static let sourceUnusable = Self("source-unusable")
}

extension PhotoprepError {
  static func undecodable(_ path: String, _ reason: String) -> Self {
    Self(
      .sourceUnusable, path: path, message: "The picture cannot be used: \(reason).",
      remedy: "Export it again from its source.")
  }
}
