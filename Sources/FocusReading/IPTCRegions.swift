internal import Imaging

/// The image regions of the IPTC Photo Metadata Standard, since 2019.1.
enum IPTCRegions: RegionSchema {
  static let marks = ["ImageRegion", "PersonInImage"]

  private static let namespace = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
  private static let xmp = "http://ns.adobe.com/xap/1.0/"

  static func regions(in properties: XMPValue, of photo: PhotoMetadata) -> StatedRegions? {
    let items = properties[namespace, "ImageRegion"].items
    guard !items.isEmpty, let frame = RegionFrame(photo, stated: nil) else { return nil }
    return StatedRegions(frame: frame, regions: items.compactMap { region($0, frame.size) })
  }

  /// The lists "Person Shown in the Image" without and with details.
  static func people(in properties: XMPValue) -> [String] {
    let details = properties[namespace, "PersonInImageWDetails"].items
    return properties[namespace, "PersonInImage"].items.map(\.word)
      + details.flatMap { $0[namespace, "PersonName"].items }.map(\.word)
  }

  /// Roles and types that name a part of the picture without saying that it matters.
  private static let unimportant: Set = [
    "copyrightRegion", "compositeImageItem", "businessUse", "annotatedText", "machineCode",
    "dividingLine",
  ]

  /// Roles and types of what a picture is about.
  private static let subjects: Set = [
    "mainSubjectArea", "recomCropping", "human", "animal", "face", "headshot",
  ]

  private static func region(_ item: XMPValue, _ size: PixelSize) -> StatedRegion? {
    let words = Set(["rRole", "rCtype"].flatMap { identifiers(item[namespace, $0]) })
    guard words.isDisjoint(with: unimportant),
      let rect = rect(item[namespace, "RegionBoundary"], size)
    else { return nil }
    let isFace = !words.isDisjoint(with: ["face", "headshot"])
    let isSubject = !words.isDisjoint(with: subjects)
    return StatedRegion(
      rect: rect, kind: isFace ? .face : .region,
      weight: isSubject ? RegionWeight.subject : RegionWeight.place)
  }

  /// The last parts of the identifiers from IPTC's vocabularies, for example `human` of
  /// `http://cv.iptc.org/newscodes/imageregiontype/human`.
  private static func identifiers(_ entities: XMPValue) -> [String] {
    entities.items.flatMap { $0[xmp, "Identifier"].items }.compactMap { identifier in
      identifier.word.split(separator: "/").last.map { String($0) }
    }
  }

  private static func rect(_ boundary: XMPValue, _ size: PixelSize) -> NormalizedRect? {
    let (across, down) =
      boundary[namespace, "rbUnit"].word == "pixel"
      ? (Double(size.width), Double(size.height)) : (1, 1)
    let pixels = size
    switch boundary[namespace, "rbShape"].word {
    case "rectangle": return rectangle(boundary)?.scaled(across, down)
    case "circle": return circle(boundary, across, down, pixels)
    case "polygon": return polygon(boundary)?.scaled(across, down)
    default: return nil
    }
  }

  private static func point(_ value: XMPValue) -> (x: Double, y: Double)? {
    guard let x = value[namespace, "rbX"].number, let y = value[namespace, "rbY"].number else {
      return nil
    }
    return (x, y)
  }

  private static func rectangle(_ boundary: XMPValue) -> NormalizedRect? {
    guard let corner = point(boundary), let width = boundary[namespace, "rbW"].number,
      let height = boundary[namespace, "rbH"].number, width > 0, height > 0
    else { return nil }
    return NormalizedRect(x: corner.x, y: corner.y, width: width, height: height)
  }

  /// The square around a circle; a relative radius is a share of the picture's width.
  private static func circle(
    _ boundary: XMPValue, _ across: Double, _ down: Double, _ size: PixelSize
  ) -> NormalizedRect? {
    guard let centre = point(boundary), let radius = boundary[namespace, "rbRx"].number, radius > 0
    else { return nil }
    let width = 2 * radius / across
    let height = width * Double(size.width) / Double(size.height)
    return NormalizedRect(
      x: centre.x / across - width / 2, y: centre.y / down - height / 2, width: width,
      height: height)
  }

  /// The rectangle around three corners or more.
  private static func polygon(_ boundary: XMPValue) -> NormalizedRect? {
    let items = boundary[namespace, "rbVertices"].items
    let corners = items.compactMap(point)
    guard corners.count >= 3, corners.count == items.count, let left = corners.map(\.x).min(),
      let right = corners.map(\.x).max(), let top = corners.map(\.y).min(),
      let bottom = corners.map(\.y).max(), right > left, bottom > top
    else { return nil }
    return NormalizedRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension NormalizedRect {
  /// The rectangle in units that are larger by these factors.
  fileprivate func scaled(_ across: Double, _ down: Double) -> NormalizedRect {
    NormalizedRect(x: x / across, y: y / down, width: width / across, height: height / down)
  }
}
