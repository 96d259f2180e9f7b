internal import Foundation
public import PhotoGeometry
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop
public import SystemPackage

/// A picture of a crop that was written.
public struct CropFile: Sendable {
  /// The file.
  public let path: FilePath
  /// Its size in pixels.
  public let size: PixelSize
}

/// One crop of one photo, and why it was chosen.
public struct CropReport: Sendable {
  /// The photo, as it was given.
  public let path: FilePath
  /// The requested shape.
  public let aspect: AspectRatio
  /// The upright photo's size.
  public let photo: PixelSize
  /// The crop in whole pixels of the upright photo.
  public var rect: PixelRect { crop.rect }
  /// The crop in fractions of the upright photo.
  public var fractions: NormalizedRect { NormalizedRect(rect, in: photo) }
  /// The chance that a window at another place would keep a tenth more of what matters, 0…1.
  public var risk: Double { crop.risk }
  /// The crop's flags, in camel case.
  public var flags: [String] { crop.flags }
  /// The pictures of the crop that were written.
  public internal(set) var files: [CropFile] = []

  private let crop: AspectCrop
  private let regions: [FocusRegion]

  init(path: FilePath, aspect: AspectRatio, _ crop: AspectCrop, of photo: PhotoCrops) {
    self.path = path
    self.aspect = aspect
    self.crop = crop
    (self.photo, regions) = (photo.photo, photo.regions)
  }

  /// The window's place on its way, 0 at the left or top, 1 at the right or bottom.
  var place: Double {
    let way = max(photo.width - rect.width, photo.height - rect.height)
    return way == 0 ? 0.5 : Double(max(rect.x, rect.y)) / Double(way)
  }

  /// The widget whose shape this is, else the shape in numbers.
  private var shape: String {
    let family = RenderFamily.allCases.first { AspectRatio($0.usualFrame) == aspect }
    return family?.name ?? aspect.description
  }

  /// The crop in words, for people.
  var sentence: String {
    let notes = flags.isEmpty ? "" : " · " + flags.joined(separator: ", ")
    return "\(shape)  \(rect)  risk \(Int((100 * risk).rounded())) %\(notes)"
  }
}

extension CropReport: CustomStringConvertible {
  /// The photo and the crop on one line, for people.
  public var description: String {
    let files = files.map { " → \($0.path.displayText)" }.joined()
    return "\(path.displayText)  \(sentence)\(files)"
  }
}

extension CropReport {
  /// Returns the report as the one JSON line that `crop --json` prints.
  public func jsonLine() throws -> String { try JSONLine.encode(JSONForm(self)) }

  private struct JSONForm: Encodable {
    let path: String
    let pathBytes: String?
    let aspect: String
    let crop: Rect
    let pixels: Pixels
    let photo: Size
    let score: [String: Double]
    let centreScore: [String: Double]
    let risk: Double
    /// 1 − risk, for one more release.
    let confidence: Double
    let flags: [String]
    let regions: [FocusRegion.JSONForm]
    let files: [File]?

    struct Rect: Encodable { let x, y, width, height: Double }
    struct Pixels: Encodable { let x, y, width, height: Int }
    struct Size: Encodable { let width, height: Int }
    struct File: Encodable { let path: String, width, height: Int }

    init(_ report: CropReport) {
      (path, pathBytes) = (report.path.string, report.path.percentEncodedWhenNotUTF8)
      aspect = report.aspect.description
      let (part, rect) = (report.fractions, report.rect)
      crop = Rect(x: part.x, y: part.y, width: part.width, height: part.height)
      pixels = Pixels(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
      photo = Size(width: report.photo.width, height: report.photo.height)
      (score, centreScore) = (report.crop.score, report.crop.centreScore)
      risk = report.risk.rounded(toPlaces: 4)
      (confidence, flags) = ((1 - risk).rounded(toPlaces: 4), report.flags)
      regions = report.regions.map(FocusRegion.JSONForm.init)
      let files = report.files.map {
        File(path: $0.path.string, width: $0.size.width, height: $0.size.height)
      }
      self.files = files.isEmpty ? nil : files
    }
  }
}
