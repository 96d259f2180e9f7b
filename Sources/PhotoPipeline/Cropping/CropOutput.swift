internal import Foundation
internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
public import SystemPackage

/// The pictures of crops that are to be written.
public struct CropOutput: Hashable, Sendable {
  /// A form of picture that other programs read.
  public enum Format: String, CaseIterable, Sendable {
    case jpg, png, webp, avif

    /// The quality where none is asked for: that of renders, and libvips's own for the others.
    public var standardQuality: Int {
      switch self {
      case .jpg, .png: 85
      case .webp: 75
      case .avif: 50
      }
    }

    /// Reads the ending of a file's name.
    public init?(endingOf path: FilePath) {
      let ending = path.extension?.lowercased()
      self.init(rawValue: ending == "jpeg" ? "jpg" : ending ?? "")
    }

    var photoFormat: PhotoFormat {
      switch self {
      case .jpg: .jpeg
      case .png: .png
      case .webp: .webp
      case .avif: .avif
      }
    }
  }

  /// The one file that is written, or the folder that takes them.
  public var path: FilePath
  /// Whether ``path`` is a folder.
  public var isFolder: Bool
  /// What the files are.
  public var format: Format
  /// The long edges in pixels, each a file; empty for the crop's own.
  ///
  /// No crop is enlarged.
  public var longEdges: [Int]
  /// 1…100 on the format's own scale.
  public var quality: Int

  /// Makes a wish for pictures.
  public init(
    _ path: FilePath, isFolder: Bool, format: Format, longEdges: [Int] = [], quality: Int? = nil
  ) {
    (self.path, self.isFolder, self.format, self.longEdges) = (path, isFolder, format, longEdges)
    self.quality = quality ?? format.standardQuality
  }
}

/// Why crops cannot be written where a person wants them, in a sentence or two.
public struct CropOutputFault: Error {
  /// The fact and what to do.
  public let message: String
}

extension CropOutput {
  /// Makes a wish for pictures of the name that a person gave.
  ///
  /// - Parameters:
  ///   - path: The name: of a file when it ends in a format, else of a folder.
  ///   - endsInSlash: Whether a slash stood at its end, which a path does not keep.
  ///   - takesOne: Whether one photo in one shape is cropped.
  ///   - format: What the files are; `nil` for what the name says, and JPEGs in a folder.
  ///   - longEdges: As ``longEdges``.
  ///   - quality: As ``quality``; `nil` for the format's own.
  /// - Throws: Why crops cannot be written there.
  public init(
    named path: FilePath, endsInSlash: Bool, takesOne: Bool, format: Format?, longEdges: [Int],
    quality: Int?
  ) throws(CropOutputFault) {
    let isFolder = endsInSlash || path.isFolder
    guard let ending = Format(endingOf: path), !isFolder else {
      if let ending = path.extension, !isFolder {
        throw CropOutputFault(
          message: "'.\(ending)' is no format of crops; they are .jpg, .png, .webp and .avif. The "
            + "name of a new folder with a dot ends in '/'.")
      }
      self.init(
        path, isFolder: true, format: format ?? .jpg, longEdges: longEdges, quality: quality)
      return
    }
    let name = path.displayText
    if let format, format != ending {
      throw CropOutputFault(message: "\(name) does not end in .\(format).")
    }
    guard takesOne, longEdges.count < 2 else {
      throw CropOutputFault(
        message: "\(name) takes the crop of one photo in one shape and size. Name one shape, or a "
          + "folder.")
    }
    self.init(path, isFolder: false, format: ending, longEdges: longEdges, quality: quality)
  }

  /// Whether a file is there that would be replaced.
  public var replacesFile: Bool {
    !isFolder && FileManager.default.fileExists(atPath: path.string)
  }
}

extension FilePath {
  /// Whether a folder is there, or a link to one.
  package var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: string, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

/// The form of the pictures that a worker makes of crops.
struct CropForm: Hashable, Sendable {
  let format: CropOutput.Format
  /// As ``CropOutput/longEdges``, and never empty: 0 for the crop's own pixels.
  let longEdges: [Int]
  let quality: Int

  init(_ output: CropOutput) {
    (format, quality) = (output.format, output.quality)
    longEdges = output.longEdges.isEmpty ? [0] : output.longEdges
  }

  /// The sizes of the files of a crop.
  func sizes(of crop: PixelSize) -> [PixelSize] {
    longEdges.map { $0 == 0 ? crop : crop.fitting(longEdge: $0) }
  }

  /// Makes the files of every crop, each in every size.
  ///
  /// - Parameters:
  ///   - crops: In whole pixels of the upright photo.
  ///   - source: The photo, decoded again where the pixels at hand are too few.
  ///   - raster: The pixels at hand.
  ///   - background: The colour behind transparent pixels.
  /// - Returns: The files, all sizes of the first crop first.
  /// - Throws: What decoding, resizing and encoding throw.
  func files(
    of crops: [PixelRect], _ source: PhotoSource, _ raster: Raster, background: RGBColour
  ) throws(PhotoprepError) -> [[UInt8]] {
    let photo = source.header.size
    let scales = crops.flatMap { crop in
      sizes(of: crop.size).map { Double($0.longEdge) / Double(crop.size.longEdge) }
    }
    let scale = min(1, scales.max() ?? 1)
    let isEnough = Double(raster.size.longEdge) >= (scale * Double(photo.longEdge)).rounded(.down)
    let pixels = isEnough ? raster : try source.decode(atLeast: scale, background: background)
    var files: [[UInt8]] = []
    for crop in crops {
      for size in sizes(of: crop.size) {
        let picture = try pixels.cropped(to: NormalizedRect(crop, in: photo), resizedTo: size)
        files.append(try picture.file(format.photoFormat, quality: quality))
      }
    }
    return files
  }

  var json: JSONValue {
    .object([
      "format": .string(format.rawValue), "quality": .integer(quality),
      "longEdges": .array(longEdges.map(JSONValue.integer)),
    ])
  }

  init?(json: JSONValue) {
    guard let values = json.object,
      let format = values["format"]?.string.flatMap(CropOutput.Format.init),
      let longEdges = values["longEdges"]?.array?.compactMap(\.integer), !longEdges.isEmpty,
      let quality = values["quality"]?.integer
    else { return nil }
    (self.format, self.longEdges, self.quality) = (format, longEdges, quality)
  }
}
