import Foundation
import PhotoStore
import SystemFiles
import SystemPackage

/// The images of a package: checked, decoded, and assigned their places in a store.
struct PackagedImages {
  fileprivate struct Needed {
    let name: String
    let role: ImportedFileName.Role
    let bytes: [UInt8]
    let format: PictureFormat
    let problem: PhotoprepError?
  }

  private var needed: [Needed] = []
  private var unused: [ExchangePackage.PackagedImage] = []
  private var problems: [String: PhotoprepError] = [:]
  private(set) var newNames: [String: String] = [:]
  private(set) var items: [ImportItem] = []
  /// The files to write, each once.
  private(set) var writings: [ImportPlan.Writing] = []

  init() {}

  /// Collects the images that documents name and compares them with the limits, before any is decoded.
  init(
    _ package: ExchangePackage, neededBy documents: [StoreDocument], countingAll: Bool,
    _ limits: PackageLimits, path: String
  ) throws {
    var roles = Self.roles(in: documents)
    let all = package.images + package.albumImages
    let mentions = Set(documents.flatMap(\.mentions))
    for image in all where roles[image.name] == nil && mentions.contains(image.name) {
      // A newer document may name other files than pictures; those are not refused.
      if image.base64.beginsAsStored { roles[image.name] = .image }
    }
    unused = all.filter { roles[$0.name] == nil }
    let count = countingAll ? all.count : all.count - unused.count
    guard count <= limits.imageCount else {
      throw PhotoprepError.tooManyImages(path, count: count, limit: limits.imageCount)
    }
    needed = all.compactMap { image in
      roles[image.name].map { Needed(image, as: $0) }
    }
    let size = needed.reduce(0) { $0 + PictureHeader.decodedByteCount(of: $1.bytes) }
    guard size <= limits.decodedByteCount else {
      throw PhotoprepError.decodesTooLarge(path, size: size, limit: limits.decodedByteCount)
    }
  }

  /// The role of every image, by its name; the most specific one if it has several.
  private static func roles(in documents: [StoreDocument]) -> [String: ImportedFileName.Role] {
    var roles: [String: ImportedFileName.Role] = [:]
    for reference in documents.flatMap(\.references) {
      guard let role = reference.importedRole else { continue }
      roles[reference.name] = min(role, roles[reference.name] ?? role)
    }
    return roles
  }

  /// Decodes every needed image and finds its place in a store.
  mutating func place(
    in store: Store, stated images: [ImageSpec], inspect: ImageInspection
  ) throws {
    let stated = Self.statedSizes(images)
    for image in needed {
      do {
        if let problem = image.problem { throw problem }
        let size = try inspect(image.bytes, image.name)
        if let stated = stated[image.name], stated != size {
          throw PhotoprepError(
            .wrongDimensions, path: image.name,
            message: "The image is \(size) pixels; the design says \(stated).",
            remedy: "Export it again.")
        }
        try place(image, size, in: store)
      } catch let error as PhotoprepError {
        problems[image.name] = error
        note(image.name, nil, .rejected(error), image.bytes.count)
      }
    }
    for image in unused { note(image.name, nil, .unused, image.base64.utf8.count / 4 * 3) }
    needed = []
  }

  /// The sizes that designs state for their renders; a design without one counts as 1×1.
  private static func statedSizes(_ images: [ImageSpec]) -> [String: PixelSize] {
    var sizes: [String: PixelSize] = [:]
    for variant in images.compactMap(\.smartPhoto).flatMap(\.variants.values)
    where variant.pixelSize.area > 1 {
      sizes[variant.renderFileName] = variant.pixelSize
    }
    return sizes
  }

  private mutating func place(_ image: Needed, _ size: PixelSize, in store: Store) throws {
    let name = ImportedFileName(
      image.role, of: ContentDigest(of: image.bytes), as: image.format
    ).description
    switch try store.image(name, holds: image.bytes) {
    case true?: take(image, size, name, .present)
    case false?:
      throw PhotoprepError(
        .nameTaken, path: name,
        message: "The store has something else under this name, which is made from the bytes.",
        remedy: "Run 'photoprep store check --read-data'.")
    case nil where try store.image(image.name, holds: image.bytes) == true:
      take(image, size, image.name, .present)
    case nil:
      if !writings.contains(where: { $0.name == name }) {
        writings.append(ImportPlan.Writing(name: name, bytes: image.bytes))
      }
      take(image, size, name, .new)
    }
  }

  private mutating func take(
    _ image: Needed, _ size: PixelSize, _ name: String, _ outcome: ImportItem.Outcome
  ) {
    newNames[image.name] = name
    note(image.name, name, outcome, image.bytes.count, size)
  }

  private mutating func note(
    _ name: String, _ fileName: String?, _ outcome: ImportItem.Outcome, _ byteCount: Int,
    _ size: PixelSize? = nil
  ) {
    items.append(
      ImportItem(
        kind: .image, name: name, fileName: fileName, outcome: outcome, byteCount: byteCount,
        size: size))
  }

  /// The name of an image in the store; `nil` if it is not an image of the package.
  func newName(_ reference: FileReference) -> String? {
    reference.isImage ? newNames[reference.name] : nil
  }

  /// Why a document may not come in: an image that it names is refused or missing.
  func problem(
    with document: StoreDocument, called name: String, in store: Store
  ) throws -> PhotoprepError? {
    for reference in document.references where reference.isImage {
      if let problem = problems[reference.name] { return problem }
      if newNames[reference.name] != nil { continue }
      let place = store.paths.images.appending(reference.name)
      let status = try store.fileSystem.status(of: place, followingLinks: false)
      if status?.kind != .regular { return .missingImage(reference.name, in: name) }
    }
    return nil
  }
}

extension PackagedImages.Needed {
  init(_ image: ExchangePackage.PackagedImage, as role: ImportedFileName.Role) {
    let data = Data(base64Encoded: image.base64)
    let bytes = data.map { [UInt8]($0) } ?? []
    self.init(
      name: image.name, role: role, bytes: bytes,
      format: PictureFormat(beginning: bytes) ?? PictureFormat.stored[0],
      problem: data == nil
        ? PhotoprepError(
          .badBase64, path: image.name, message: "The image's data is damaged: it is not base64.",
          remedy: "Export it again.") : Self.problem(with: bytes, of: image))
  }

  private static func problem(
    with bytes: [UInt8], of image: ExchangePackage.PackagedImage
  ) -> PhotoprepError? {
    guard PictureFormat(beginning: bytes).map(PictureFormat.stored.contains) == true else {
      return PhotoprepError(
        .notAJPEG, path: image.name,
        message:
          "The image does not begin as a \(PictureFormat.stored.map(\.name).listed("or")) does.",
        remedy: "A store holds \(PictureFormat.stored.map { "\($0.name)s" }.listed("and")) only; "
          + "prepare the photo with 'photoprep prep'.")
    }
    guard let stated = image.digest else { return nil }
    let digest = ContentDigest(of: bytes)
    return digest == stated
      ? nil
      : PhotoprepError(
        .digestMismatch, path: image.name,
        message: "The bytes have the SHA-256 \(digest); the package says \(stated).",
        remedy: "Export it again.")
  }
}

extension String {
  /// Whether a file in base64 begins like a format that a store may hold.
  fileprivate var beginsAsStored: Bool {
    var (start, rest) = (Data(), self[...])
    while start.count < PictureFormat.beginningLength,
      let group = Data(base64Encoded: String(rest.prefix(4))), !group.isEmpty
    {
      start += group
      rest = rest.dropFirst(4)
    }
    return PictureFormat(beginning: start).map(PictureFormat.stored.contains) == true
  }
}

extension FileReference {
  /// The role of an image that comes in; as in the published app, its name says whether a person chose a design's crop.
  fileprivate var importedRole: ImportedFileName.Role? {
    switch role {
    case .image: .image
    case .master: .master
    case .render(let family): name.contains("-manual") ? .manualRender(family) : .render(family)
    case .manualRender(let family): .manualRender(family)
    case .album: nil
    }
  }
}
