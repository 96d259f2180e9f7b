internal import Foundation
public import PhotoGeometry
internal import PhotoStore
public import SystemPackage

/// The pictures of crops to write.
public struct CropOutput: Hashable, Sendable {
  /// The one file to write, or the folder for the files.
  public var path: FilePath
  /// Whether ``path`` is a folder.
  public var isFolder: Bool
  /// The format of the files.
  public var format: PictureFormat
  /// The long edges in pixels, each a file; empty for the crop's own.
  ///
  /// No crop is enlarged.
  public var longEdges: [Int]
  /// 1…100 on the format's own scale.
  public var quality: Int

  /// Makes a description of the pictures to write.
  public init(
    _ path: FilePath, isFolder: Bool, format: PictureFormat, longEdges: [Int] = [],
    quality: Int? = nil
  ) {
    (self.path, self.isFolder, self.format, self.longEdges) = (path, isFolder, format, longEdges)
    self.quality = quality ?? format.standardQuality
  }
}

/// Why crops cannot be written to a given path, in a sentence or two.
public struct CropOutputFault: Error {
  /// The fact and what to do.
  public let message: String

  package init(message: String) { self.message = message }
}

extension CropOutput {
  /// Makes a description of the pictures to write from the name that a person gave.
  ///
  /// - Parameters:
  ///   - path: The name: of a file if it ends in a format, else of a folder.
  ///   - endsInSlash: Whether the name ended in a slash, which a path does not keep.
  ///   - takesOne: Whether one photo is cropped in one shape.
  ///   - format: The format of the files; `nil` for the one in the name, or JPEGs in a folder.
  ///   - longEdges: As ``longEdges``.
  ///   - quality: As ``quality``; `nil` for the format's own.
  /// - Throws: Why crops cannot be written to that name.
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

  /// Whether there is a file that would be replaced.
  public var replacesFile: Bool {
    !isFolder && FileManager.default.fileExists(atPath: path.string)
  }
}

extension FilePath {
  /// Whether there is a folder, or a link to one.
  package var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: string, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

extension CropOutput {
  var form: CropForm {
    CropForm(format: format, longEdges: longEdges.isEmpty ? [0] : longEdges, quality: quality)
  }
}
