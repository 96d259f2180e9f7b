internal import Foundation
public import PhotoGeometry
internal import PhotoStore
public import SystemPackage

/// The pictures of crops that are to be written.
public struct CropOutput: Hashable, Sendable {
  /// The one file that is written, or the folder that takes them.
  public var path: FilePath
  /// Whether ``path`` is a folder.
  public var isFolder: Bool
  /// What the files are.
  public var format: PictureFormat
  /// The long edges in pixels, each a file; empty for the crop's own.
  ///
  /// No crop is enlarged.
  public var longEdges: [Int]
  /// 1…100 on the format's own scale.
  public var quality: Int

  /// Makes a wish for pictures.
  public init(
    _ path: FilePath, isFolder: Bool, format: PictureFormat, longEdges: [Int] = [],
    quality: Int? = nil
  ) {
    (self.path, self.isFolder, self.format, self.longEdges) = (path, isFolder, format, longEdges)
    self.quality = quality ?? format.standardQuality
  }
}

/// Why crops cannot be written where a person wants them, in a sentence or two.
public struct CropOutputFault: Error {
  /// The fact and what to do.
  public let message: String

  /// Makes a reason.
  package init(message: String) { self.message = message }
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
    named path: FilePath, endsInSlash: Bool, takesOne: Bool, format: PictureFormat?,
    longEdges: [Int], quality: Int?
  ) throws {
    let isFolder = endsInSlash || path.isFolder
    guard let ending = PictureFormat(ending: path.extension), !isFolder else {
      if let ending = path.extension, !isFolder {
        throw CropOutputFault(
          message: "'.\(ending)' is not a format of crops; these are: "
            + "\(PictureFormat.list("and") { "." + $0 }). The name of a new folder with a dot ends in '/'."
        )
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

extension CropOutput {
  /// What is made of each crop.
  var form: CropForm {
    CropForm(format: format, longEdges: longEdges.isEmpty ? [0] : longEdges, quality: quality)
  }
}
