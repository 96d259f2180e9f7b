internal import Imaging
internal import SmartCrop

/// A region as metadata states it, with its kind and weight.
struct StatedRegion: Equatable {
  /// The region in fractions of the picture it was measured in; a point has no sides.
  var rect: NormalizedRect
  var kind = FocusRegion.Kind.region
  var weight = 1.0
}

/// The regions of one schema and the size of the picture in which they were measured.
struct StatedRegions: Equatable {
  var frame: RegionFrame
  var regions: [StatedRegion]
}

protocol RegionSchema: SendableMetatype {
  /// Texts one of which is in every packet that has such regions or names, whatever the prefixes.
  static var marks: [String] { get }

  /// Reads the regions; `nil` if there are none, or if they are of another picture.
  static func regions(in properties: XMPValue, of photo: PhotoMetadata) -> StatedRegions?

  /// The names of people, unchanged; some may be empty.
  static func people(in properties: XMPValue) -> [String]
}

/// The weights of regions; decision 0130.
enum RegionWeight {
  /// A person or a program named a person or a thing in the picture.
  static let subject = 1.0
  /// A place was marked, but not as the main one.
  static let place = 0.5
  /// Where the camera measured sharpness.
  static let focus = 0.2
}

/// The regions of the Metadata Working Group, "Guidelines for Handling Image Metadata" 2.0, 5.9.
///
/// Written by phones, Lightroom, Picasa, digiKam and most others. An area is given by its centre.
enum MWGRegions: RegionSchema {
  static let marks = ["metadataworkinggroup.com/schemas/regions/", "ns.acdsee.com/regions/"]

  private static let namespace = "http://www.metadataworkinggroup.com/schemas/regions/"
  /// ACDSee's regions, which have names in the same form.
  private static let acdsee = "http://ns.acdsee.com/regions/"
  private static let area = "http://ns.adobe.com/xmp/sType/Area#"
  private static let dimensions = "http://ns.adobe.com/xap/1.0/sType/Dimensions#"

  static func regions(in properties: XMPValue, of photo: PhotoMetadata) -> StatedRegions? {
    let info = properties[namespace, "Regions"]
    let stated = size(info[namespace, "AppliedToDimensions"])
    let items = info[namespace, "RegionList"].items
    guard !items.isEmpty, let frame = RegionFrame(photo, stated: stated) else { return nil }
    return StatedRegions(frame: frame, regions: items.compactMap { region($0, frame.size) })
  }

  static func people(in properties: XMPValue) -> [String] {
    [namespace, acdsee].flatMap { space in
      properties[space, "Regions"][space, "RegionList"].items.map { $0[space, "Name"].word }
    }
  }

  private static func size(_ value: XMPValue) -> PixelSize? {
    guard let width = value[dimensions, "w"].number, let height = value[dimensions, "h"].number,
      (1...1e6).contains(width), (1...1e6).contains(height)
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  private static func region(_ item: XMPValue, _ size: PixelSize) -> StatedRegion? {
    guard let rect = rect(item[namespace, "Area"], size) else { return nil }
    switch item[namespace, "Type"].word {
    case "Face": return StatedRegion(rect: rect, kind: .face)
    case "Pet": return StatedRegion(rect: rect, kind: .animalFace)
    case "BarCode": return nil
    case "Focus":
      // EvaluatedNotUsed, NotEvaluatedNotUsed: the camera focused elsewhere.
      let isUnused = item[namespace, "FocusUsage"].word.hasSuffix("NotUsed")
      return isUnused ? nil : StatedRegion(rect: rect, weight: RegionWeight.focus)
    default: return StatedRegion(rect: rect, weight: RegionWeight.place)
    }
  }

  /// An area: rectangle, circle (its diameter in units of the shorter side) or point.
  private static func rect(_ value: XMPValue, _ size: PixelSize) -> NormalizedRect? {
    guard let x = value[area, "x"].number, let y = value[area, "y"].number else { return nil }
    let isInPixels = value[area, "unit"].word == "pixel"
    let (across, down) = isInPixels ? (Double(size.width), Double(size.height)) : (1, 1)
    guard let sides = sides(of: value, size, isInPixels: isInPixels) else { return nil }
    return NormalizedRect(
      x: (x - sides.width / 2) / across, y: (y - sides.height / 2) / down,
      width: sides.width / across, height: sides.height / down)
  }

  private static func sides(
    of value: XMPValue, _ size: PixelSize, isInPixels: Bool
  ) -> (width: Double, height: Double)? {
    let texts = ["w", "h", "d"].map { value[area, $0] }
    if let width = texts[0].number, let height = texts[1].number {
      return width > 0 && height > 0 ? (width, height) : nil
    }
    if let diameter = texts[2].number, diameter > 0 {
      if isInPixels { return (diameter, diameter) }
      let edge = Double(size.shortEdge)
      return (diameter * edge / Double(size.width), diameter * edge / Double(size.height))
    }
    return texts.allSatisfy(\.word.isEmpty) ? (0, 0) : nil
  }
}

/// The people that Windows' photo programs tag: Microsoft's People Tagging schema 1.2.
///
/// A rectangle is a text of four fractions, `x, y, width, height`, from the top left.
enum MicrosoftRegions: RegionSchema {
  static let marks = ["ns.microsoft.com/photo/1.2/"]

  private static let namespace = "http://ns.microsoft.com/photo/1.2/"
  private static let info = "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
  private static let region = "http://ns.microsoft.com/photo/1.2/t/Region#"

  static func regions(in properties: XMPValue, of photo: PhotoMetadata) -> StatedRegions? {
    let items = items(in: properties)
    guard !items.isEmpty, let frame = RegionFrame(photo, stated: nil) else { return nil }
    let faces = items.compactMap { item in
      rect(item[region, "Rectangle"].word).map { StatedRegion(rect: $0, kind: .face) }
    }
    return StatedRegions(frame: frame, regions: faces)
  }

  static func people(in properties: XMPValue) -> [String] {
    items(in: properties).map { $0[region, "PersonDisplayName"].word }
  }

  private static func items(in properties: XMPValue) -> [XMPValue] {
    properties[namespace, "RegionInfo"][info, "Regions"].items
  }

  private static func rect(_ text: String) -> NormalizedRect? {
    let numbers = text.split(separator: ",").compactMap { XMPValue(text: String($0)).number }
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    return NormalizedRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

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
    switch boundary[namespace, "rbShape"].word {
    case "rectangle": return rectangle(boundary)?.scaled(across, down)
    case "circle": return circle(boundary, across, down, size)
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
