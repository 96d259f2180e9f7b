internal import PhotoCatalog
public import SystemPackage

/// What goes into packages.
public struct PackageSelection: Hashable, Sendable {
  let selection: ExportSelection

  /// Selects every design and every album.
  public static let everything = PackageSelection(selection: ExportSelection(isEverything: true))

  /// Selects designs and, beside those that they name, albums; by file names with or without
  /// `.json`.
  public init(designs: [String], albums: [String]) {
    selection = ExportSelection(designs: designs, albums: albums)
  }

  private init(selection: ExportSelection) { self.selection = selection }
}

/// One package that was written.
public struct PackageWritten: Hashable, Sendable {
  /// The file.
  public let file: FilePath
  /// How many designs are in it.
  public let designs: Int
  /// How many albums are in it.
  public let albums: Int
  /// How many images are in it.
  public let images: Int
  /// The number of its bytes.
  public let bytes: Int

  init(_ package: ExportedPackage) {
    file = package.file
    (designs, albums) = (package.designCount, package.albumCount)
    (images, bytes) = (package.imageCount, package.byteCount)
  }
}

extension PackageWritten: CustomStringConvertible {
  /// The package on one line, for people.
  public var description: String {
    "\(file.displayText): \(counted(designs, "design")), \(counted(albums, "album")), "
      + "\(counted(images, "image")), \((bytes + 500) / 1000) kB"
  }
}

extension PackageWritten {
  /// Returns the package as the one JSON line that `store export --json` prints.
  public func jsonLine() throws -> String { try JSONLine.encode(Form(self)) }

  private struct Form: Encodable {
    var event = "exported"
    let path: String
    let pathBytes: String?
    let designs, albums, images, bytes: Int

    init(_ package: PackageWritten) {
      let shown = JSONPath(package.file)
      (path, pathBytes) = (shown.text, shown.percentEncoded)
      (designs, albums) = (package.designs, package.albums)
      (images, bytes) = (package.images, package.bytes)
    }
  }
}

/// A number with what it counts.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
