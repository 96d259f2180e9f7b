public import Foundation
internal import Imaging
internal import PhotoCatalog
public import PhotoGeometry
public import PhotoStore
internal import SmartCrop
internal import SystemFiles
public import SystemPackage

/// A store as the pages for people see it: its photos, small copies of its pictures, importance maps.
public struct StoreView: Sendable {
  /// The container.
  public let path: FilePath
  package let container: PhotoContainer
  /// What cuts frames out of masters; `nil` for this process.
  var workers: PhotoWorkers?
  /// What reads the preferences of an app.
  private let propertyLists: any PropertyListReader

  /// Looks into a store.
  ///
  /// - Parameters:
  ///   - path: The container.
  ///   - isolation: The processes that read an app's preferences; `nil` to do it in this process.
  ///   - interruption: Ends the wait for them.
  /// - Throws: A `PhotoprepError` when there is no store.
  public init(
    _ path: FilePath, isolation: IsolationSettings? = nil,
    interruption: Interruption = Interruption()
  ) throws(PhotoprepError) {
    let environment = StoreEnvironment.now.readingPropertyLists(in: isolation, until: interruption)
    try self.init(path, in: environment)
  }

  init(_ path: FilePath, in environment: StoreEnvironment) throws(PhotoprepError) {
    try Store.open(at: path, for: .read, in: environment).close()
    self.path = path
    propertyLists = environment.propertyLists
    container = try PhotoContainer(url: URL(filePath: path.string))
  }

  /// Where the image files are.
  public var imagesFolder: URL { container.url.appending(path: container.layout.images) }
  /// Where the records are.
  public var recordsFolder: URL { container.url.appending(path: container.layout.photos) }

  /// The names of all records, sorted.
  public func recordIDs() throws(PhotoprepError) -> [RecordID] { try container.recordIDs() }

  /// Reads a record.
  public func card(_ id: RecordID) throws(PhotoprepError) -> PhotoCard {
    PhotoCard(try container.record(id))
  }

  /// The place of a master or render by its file's name, or `nil` when the name is of another kind.
  public func imageURL(_ name: String) -> URL? {
    guard name.hasPrefix("smart-"), name.hasSuffix(".jpg") else { return nil }
    return container.imageURL(name).flatMap { $0.lastPathComponent == name ? $0 : nil }
  }

  /// The photos that designs and albums show and that were not prepared here.
  ///
  /// - Throws: A `PhotoprepError` when the store cannot be read.
  public func packagedPhotos() throws -> [PackagedCard] {
    let designs = (try? designs()) ?? []
    return try reading { try $0.packagedPhotos() }.map { PackagedCard($0, designs) }
  }

  /// Opens the store for reading as long as something takes.
  func reading<Value>(_ body: (Store) throws -> Value) throws -> Value {
    var environment = StoreEnvironment.now
    environment.propertyLists = propertyLists
    return try Store.open(at: path, for: .read, in: environment).closing { try body($0) }
  }

  /// Returns a small copy of a picture of the store as a JPEG file.
  ///
  /// - Parameters:
  ///   - file: The picture's file.
  ///   - longEdge: The most pixels of its longer side; a smaller picture keeps its size.
  ///   - quality: The JPEG quality, 1…100.
  /// - Returns: The file's bytes.
  /// - Throws: A ``Rejection`` when it cannot be read.
  public static func copy(of file: URL, longEdge: Int, quality: Int) throws(Rejection) -> [UInt8] {
    let raster = try picture(FilePath(file.path), longEdge: longEdge)
    do throws(PhotoprepError) {
      return try raster.resized(to: raster.size.fitting(longEdge: longEdge)).jpeg(quality: quality)
    } catch {
      throw Rejection(FilePath(file.path), error)
    }
  }

  /// Returns how much each part of a photo matters, from its master.
  ///
  /// Subjects play no part: what was found is in the record.
  ///
  /// - Throws: A ``Rejection`` when the master cannot be read.
  public static func importance(of master: URL) throws(Rejection) -> ImportanceGrid {
    let raster = try picture(FilePath(master.path), longEdge: CropAnalyzer.preferredLongEdge)
    do throws(PhotoprepError) {
      return ImportanceGrid(CropAnalyzer().analyze(try AnalysisImage(of: raster)).importance)
    } catch {
      throw Rejection(FilePath(master.path), error)
    }
  }

  /// Returns how much each part of a prepared photo matters.
  ///
  /// - Throws: A `PhotoprepError`; a ``Rejection`` when the master cannot be read.
  public func importance(of id: RecordID) throws -> ImportanceGrid {
    let name = try card(id).record.preparation.master.name
    return try Self.importance(of: imagesFolder.appending(path: name.description))
  }

  /// The machine's files, in which a picture and the folder it is in are reached through no link.
  static func files(of picture: FilePath) -> any FileSystem {
    let images = picture.removingLastComponent()
    return DiskFileSystem().contained(in: images.removingLastComponent())
  }

  /// Decodes a picture of the store, no smaller than a long edge asks for.
  static func picture(_ path: FilePath, longEdge: Int) throws(Rejection) -> Raster {
    let source = try source(path)
    let scale = min(1, Double(longEdge) / Double(source.header.size.longEdge))
    do throws(PhotoprepError) {
      return try source.decode(atLeast: scale, background: .black)
    } catch {
      throw Rejection(path, error)
    }
  }

  private static func source(_ path: FilePath) throws(Rejection) -> PhotoSource {
    let file = try PhotoFile.read(path, limits: .standard, in: files(of: path))
    do throws(PhotoprepError) {
      return try PhotoSource(bytes: file.bytes, name: path.displayText)
    } catch {
      throw Rejection(path, error)
    }
  }
}

/// How much each cell of a grid over the upright photo matters, 0…255.
public struct ImportanceGrid: Sendable {
  /// The number of columns and rows.
  public let size: PixelSize
  /// A value for each cell, row by row; 255 is what matters most.
  public let cells: [UInt8]

  init(_ map: ImportanceMap) {
    size = PixelSize(width: map.width, height: map.height)
    let peak = max(map.values.max() ?? 1, .ulpOfOne)
    // As the explaining pictures: the root shows what is weak beside a strong peak.
    cells = map.values.map { UInt8(255 * ($0 / peak).squareRoot()) }
  }
}
