internal import Imaging
internal import PhotoGeometry

/// The people that Windows' photo programs tag: Microsoft's People Tagging schema 1.2.
///
/// A rectangle is a text of four fractions, `x, y, width, height`, from the top left.
enum MicrosoftRegions: RegionSchema {
  static let mark = "ns.microsoft.com/photo/1.2/"

  private static let namespace = "http://ns.microsoft.com/photo/1.2/"
  private static let info = "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
  private static let region = "http://ns.microsoft.com/photo/1.2/t/Region#"

  static func regions(in properties: XMPValue, of photo: PhotoMetadata) -> StatedRegions? {
    let items = properties[namespace, "RegionInfo"][info, "Regions"].items
    guard !items.isEmpty, let frame = RegionFrame(photo, stated: nil) else { return nil }
    let faces = items.compactMap { item in
      rect(item[region, "Rectangle"].word).map { StatedRegion(rect: $0, kind: .face) }
    }
    return StatedRegions(frame: frame, regions: faces)
  }

  private static func rect(_ text: String) -> NormalizedRect? {
    let numbers = text.split(separator: ",").compactMap { XMPValue(text: String($0)).number }
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    return NormalizedRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
