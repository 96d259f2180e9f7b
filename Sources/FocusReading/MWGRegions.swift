internal import Imaging

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
