import PhotoStore
import SystemFiles
package import SystemPackage

/// One package that was written, or would be.
package struct ExportedPackage: Hashable, Sendable {
  package let file: FilePath
  package let designCount: Int
  package let albumCount: Int
  package let imageCount: Int
  package let byteCount: Int
  /// Files with the names of further packages that this export did not write, such as parts of an earlier, larger one;
  /// only for the last package.
  package var others: [FilePath] = []
}

extension PackageExchange {
  /// Packs designs and albums with every image they name into `file`; `report` gets each package once it is written.
  ///
  /// If it does not fit into one package, it is divided into several, each complete in itself, whose names end in
  /// `-2`, `-3` and so on. A package gets its name once it is whole and synchronised. Packages of an earlier export
  /// that have higher numbers stay, and are reported.
  ///
  /// - Throws: `not-found` for a design, an album or a folder that is not there, `missing-image` for an image that is
  ///   not there, `package-too-large` for a design that no package can hold, `already-exists`, `not-a-regular-file`.
  package func export(
    _ selection: ExportSelection, to file: FilePath, replacing: Bool = false,
    onPackage report: (ExportedPackage) throws -> Void
  ) throws {
    try export(planner.units(of: selection), to: file, replacing: replacing, report)
  }

  /// Packs designs that are not in files of the store, in this order and else as a selection of those.
  package func export(
    _ designs: [NewDesign], to file: FilePath, replacing: Bool = false,
    onPackage report: (ExportedPackage) throws -> Void
  ) throws {
    var taken: Set<String> = []
    let units = try designs.map { try $0.unit(&taken) }
    try export(units, to: file, replacing: replacing, report)
  }

  /// Whether one package can hold a design with everything it names.
  ///
  /// - Throws: `missing-image`.
  package func fits(_ design: NewDesign) throws -> Bool {
    var taken: Set<String> = []
    do {
      _ = try planner.packages(of: [design.unit(&taken)])
      return true
    } catch let error as PhotoprepError where error.code == .packageTooLarge {
      return false
    }
  }

  private var planner: ExportPlanner { ExportPlanner(store: store, limits: limits) }

  private func export(
    _ units: [ExportUnit], to file: FilePath, replacing: Bool,
    _ report: (ExportedPackage) throws -> Void
  ) throws {
    let packages = try planner.packages(of: units)
    let files = packages.indices.map { $0 == 0 ? file : file.numbered($0 + 1) }
    let places = try files.map { try Self.place(of: $0, replacing: replacing, in: fileSystem) }
    if let place = places.first {
      fileSystem.removeAbandoned(
        Self.stagedPrefix, in: place.removingLastComponent(), now: store.environment.clock())
    }
    for (unit, (file, place)) in zip(packages, zip(files, places)) {
      let package = try package(of: unit)
      let bytes = package.bytes
      try write(bytes, package: place, replacing: replacing)
      var exported = ExportedPackage(
        file: file, designCount: package.designs.count, albumCount: package.albums.count,
        imageCount: package.images.count + package.albumImages.count, byteCount: bytes.count)
      if file == files.last { exported.others = others(after: files) }
      try report(exported)
    }
  }

  /// The files with the next numbers; they stay, as it is unknown what they belong to.
  private func others(after files: [FilePath]) -> [FilePath] {
    let next = ((files.count + 1)...).lazy.map { files[0].numbered($0) }
    return Array(next.prefix { (try? fileSystem.has($0)) ?? false })
  }

  /// Checks in advance whether a package may be written, so that a long run does not fail at its end.
  ///
  /// - Throws: `already-exists`.
  package static func checkPackage(_ file: FilePath, replacing: Bool) throws {
    _ = try place(of: file, replacing: replacing, in: DiskFileSystem())
  }

  /// The path that a package is written to; a link to a file stays, and the file is replaced, but for one that does not
  /// begin as a package, such as a photo, whatever its name.
  private static func place(
    of file: FilePath, replacing: Bool, in fileSystem: any FileSystem
  ) throws -> FilePath {
    if !replacing, try fileSystem.has(file) { throw PhotoprepError.outputExists(file) }
    let place = try fileSystem.placeOutsideStores(for: file)
    if replacing, try fileSystem.has(place) {
      let start = try fileSystem.readPrefix(of: place, count: 64)
      // An object whose first key follows, which no other text format begins with.
      let key = start.dropFirst().first { !" \n\r\t".utf8.contains($0) }
      let isPackage = start.first == UInt8(ascii: "{") && key == UInt8(ascii: "\"")
      if !start.isEmpty, !isPackage {
        throw PhotoprepError(
          .exists, path: file.string, message: "There is a file already that is not a package.",
          remedy: "Name another.")
      }
    }
    return place
  }

  private func package(of unit: ExportUnit) throws -> ExchangePackage {
    // The published app would keep forever an image that no design names.
    let references = unit.designs.flatMap(\.document.references).filter(\.isKnownToApp)
    let named = Set(references.map(\.name) + unit.mentions)
    var package = ExchangePackage(designs: unit.designs, albums: unit.albums)
    for name in unit.imageNames {
      let path = store.paths.images.appending(name)
      let contents = try fileSystem.readFile(
        at: path, limit: PackageLimits.standard.byteCount, followingLinks: false)
      let image = ExchangePackage.PackagedImage(name: name, bytes: contents.bytes)
      if named.contains(name) {
        package.images.append(image)
      } else {
        package.albumImages.append(image)
      }
    }
    return package
  }

  /// What the name of a package begins with while it is written; the run's name follows.
  private static let stagedPrefix = ".photoprep-"

  private func write(_ bytes: [UInt8], package file: FilePath, replacing: Bool) throws {
    let folder = file.removingLastComponent()
    let staged = folder.appending(Self.stagedPrefix + store.environment.run)
    do { try fileSystem.createFile(at: staged, bytes: bytes) } catch {
      throw error.about(file.string)
    }
    do {
      if replacing {
        try fileSystem.rename(staged, to: file)
      } else {
        try fileSystem.place(staged, at: file)
      }
    } catch {
      try? fileSystem.removeFile(at: staged)
      throw error.code == .exists ? .outputExists(file) : error.about(file.string)
    }
    try fileSystem.syncDirectory(at: folder.isEmpty ? "." : folder)
  }
}

extension FilePath {
  /// The path with a number behind the file's stem.
  package func numbered(_ number: Int) -> FilePath {
    let ending = `extension`.map { ".\($0)" } ?? ""
    return removingLastComponent().appending("\(stem ?? "package")-\(number)\(ending)")
  }
}

extension PhotoprepError {
  fileprivate static func outputExists(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .exists, path: path.string, message: "There is a file already.",
      remedy: "Choose another name, or say --force to replace it.")
  }
}
