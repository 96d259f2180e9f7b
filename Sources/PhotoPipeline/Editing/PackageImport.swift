internal import Imaging
package import PhotoCatalog
package import PhotoStore
internal import SystemFiles
package import SystemPackage

/// Brings packages into a store, with processes that decode the images in them.
package enum PackageImport {
  /// Brings in packages, lists of designs, designs, images or albums, each whole or not at all, and returns how many
  /// came in.
  ///
  /// An interruption ends it between files; without isolation, images are decoded in this process.
  ///
  /// - Throws: A `PhotoprepError` when the store cannot be used; an ``IsolationError`` when no worker can be started;
  ///   errors of `report`.
  package static func bring(
    _ files: [FilePath], into store: FilePath, choosing choice: ImportChoice = .all,
    isDryRun: Bool = false, isolation: IsolationSettings? = nil,
    interruption: Interruption = Interruption(),
    _ report: (ImportEvent) throws -> Void
  ) throws -> ImportSummary {
    let images = EmbeddedImages(isolation, interruption: interruption)
    defer { images.close() }
    let store = try Store.open(
      at: store, for: isDryRun ? .read : .write, in: .now.until(interruption))
    return try store.closing { store in
      var summary = ImportSummary()
      for file in files {
        guard !interruption.isRequested,
          let events = try events(of: file, in: store, choice, isDryRun, images)
        else {
          summary.wasInterrupted = true
          break
        }
        for event in events {
          summary.count(event)
          try report(event)
        }
      }
      summary.isolationGaps = images.isolationGaps
      return summary
    }
  }

  /// The events of importing one file; `nil` when it was interrupted before anything was known.
  private static func events(
    of file: FilePath, in store: Store, _ choice: ImportChoice, _ isDryRun: Bool,
    _ images: EmbeddedImages
  ) throws -> [ImportEvent]? {
    let exchange = PackageExchange(of: store)
    guard let (plan, rejection) = try exchange.plan(of: file, choice, images) else { return nil }
    let outcome = ImportedFile(file, plan.items)
    let items = plan.items.map { ImportEvent.item(file, $0) }
    if let rejection { return items + [.rejected(outcome, rejection)] }
    if !isDryRun { try exchange.carryOut(plan) }
    return items + [plan.bringsSomething ? .imported(outcome) : .unchanged(outcome)]
  }

  /// The contents of a package that was only looked at.
  package struct Look: Sendable {
    /// The effects of importing all its items; empty if it cannot be read.
    package let items: [ImportItem]
    /// The designs of each item that is a design, in the order of the items; none if the package may not come in.
    package let designs: [[[String: JSONValue]]]
    /// Why it may not come in.
    package let rejection: Rejection?

    package init(
      items: [ImportItem] = [], designs: [[[String: JSONValue]]] = [], rejection: Rejection? = nil
    ) {
      (self.items, self.designs, self.rejection) = (items, designs, rejection)
    }
  }

  /// Reads and checks a package as importing it does, and unpacks it into a folder for drawing; `nil` when interrupted.
  ///
  /// The folder is made: a container with the package's images and albums. The store that it may come into is only
  /// read.
  ///
  /// - Throws: A `PhotoprepError` when the store cannot be used; an ``IsolationError`` when no worker can be started.
  package static func look(
    at file: FilePath, for store: FilePath, unpackingInto folder: FilePath,
    isolation: IsolationSettings? = nil, interruption: Interruption = Interruption()
  ) throws -> Look? {
    let images = EmbeddedImages(isolation, interruption: interruption)
    defer { images.close() }
    return try Store.open(at: store, for: .read, in: .now).closing { store in
      let exchange = PackageExchange(of: store)
      guard let (plan, rejection) = try exchange.plan(of: file, .all, images) else { return nil }
      return Look(
        items: plan.items, designs: rejection == nil ? try exchange.unpack(plan, into: folder) : [],
        rejection: rejection)
    }
  }
}

extension PackageExchange {
  /// The effects of importing a file, and why it may not come in; `nil` when it was interrupted.
  ///
  /// - Throws: An ``IsolationError`` when no worker can be started.
  fileprivate func plan(
    of file: FilePath, _ choice: ImportChoice, _ images: EmbeddedImages
  ) throws -> (ImportPlan, Rejection?)? {
    let plan: ImportPlan
    do {
      plan = try planImport(of: file, choosing: choice, inspect: images.inspect)
    } catch let error as PhotoprepError {
      return (.nothing, Rejection(photoInPlaceOfPackage: file) ?? Rejection(file, inStore: error))
    }
    guard let failure = images.failure else {
      return (plan, plan.rejection.map { Rejection(file, inStore: $0) })
    }
    if failure is WorkStop { return nil }
    throw failure
  }
}

extension Rejection {
  /// The rejection of a photo that was given as a package; `nil` if the file is not a photo.
  fileprivate init?(photoInPlaceOfPackage path: FilePath) {
    let head = try? DiskFileSystem().readPrefix(of: path, count: PhotoFormat.sniffLength)
    guard let format = head.flatMap(PhotoFormat.sniff) else { return nil }
    self.init(
      path: path, code: "is-a-photo", message: "This is a photo (\(format)), not a package.",
      remedy: "Prepare it with 'photoprep prep'.")
  }
}

/// One effect of an import, real or planned.
package enum ImportEvent: Sendable {
  /// The outcome of one design, album or image.
  case item(FilePath, ImportItem)
  /// A file came in.
  case imported(ImportedFile)
  /// Everything in a file was in the store already.
  case unchanged(ImportedFile)
  /// A file may not come in, and nothing of it did.
  case rejected(ImportedFile, Rejection)
}

/// How much of a file comes in.
package struct ImportedFile: Sendable {
  package let path: FilePath
  package let designs: Int
  package let albums: Int
  package let images: Int
  /// How many of all are in the store already.
  package let present: Int

  init(_ path: FilePath, _ items: [ImportItem]) {
    self.path = path
    func count(_ kind: ImportItem.Kind) -> Int {
      items.count { $0.kind == kind && $0.comesIn }
    }
    (designs, albums, images) = (count(.design), count(.album), count(.image))
    present = items.count { if case .present = $0.outcome { true } else { false } }
  }
}

/// How many files an import brought in.
package struct ImportSummary: Hashable, Sendable {
  /// Files of which something was new.
  package private(set) var imported = 0
  /// Files of which the store had everything already.
  package private(set) var unchanged = 0
  package private(set) var rejected = 0
  package fileprivate(set) var wasInterrupted = false
  /// What worker processes are not prevented from on this system, one sentence each.
  package fileprivate(set) var isolationGaps: [String] = []

  mutating func count(_ event: ImportEvent) {
    switch event {
    case .item: break
    case .imported: imported += 1
    case .unchanged: unchanged += 1
    case .rejected: rejected += 1
    }
  }
}

/// Decodes the images that come in with packages before they may enter a store.
final class EmbeddedImages: Sendable {
  /// The processes that decode images; `nil` for this process.
  private let workers: PhotoWorkers?
  private let ending = Locked<(any Error)?>(nil)

  /// Limits for the decoder: three bytes a pixel; a JPEG may have twice the pixels of a limit.
  private static let limits = ImagingLimits(
    maxPixels: PackageLimits.standard.decodedByteCount / 6,
    maxBytes: PackageLimits.standard.byteCount)

  static var reading: ReadingSettings { .decodingOnly(limits: limits) }

  init(_ isolation: IsolationSettings?, interruption: Interruption) {
    workers = isolation.map {
      PhotoWorkers($0, reading: Self.reading, interruption: interruption)
    }
    workers?.startAhead()
  }

  /// What worker processes are not prevented from on this system, one sentence each.
  var isolationGaps: [String] { workers?.protection?.gaps ?? [] }

  /// Why no image can be decoded any more; not the fault of an image.
  var failure: (any Error)? { ending.withLock { $0 } }

  func close() { workers?.close() }

  /// Decodes an image whole, as a JPEG and nothing else, and returns its upright size.
  func inspect(_ bytes: [UInt8], _ name: String) throws -> PixelSize {
    do {
      return try InspectionRequest(image: bytes).product(
        in: workers, reading: Self.reading, path: FilePath(name))
    } catch let rejection as Rejection {
      // No option raises this limit for images of packages.
      let isTooLarge = rejection.error.code == .tooManyPixels
      throw PhotoprepError(
        rejection.error.code, path: name, message: rejection.message,
        remedy: isTooLarge ? "Export a smaller version." : rejection.remedy)
    } catch {
      ending.withLock { $0 = error }
      throw PhotoprepError(
        PhotoprepError.Code("not-decoded"), path: name, message: "The image cannot be decoded.")
    }
  }
}
