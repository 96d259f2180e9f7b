internal import FocusReading
internal import Imaging
public import PhotoGeometry
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop
internal import SystemFiles
public import SystemPackage

/// The work for one photo to crop; called on any thread.
package struct CropJob: Sendable {
  let request: CropRequest
  /// The processes that decode and analyse photos; `nil` for this process.
  let workers: PhotoWorkers?
  let fileSystem = DiskFileSystem()

  package init(_ request: CropRequest, in workers: PhotoWorkers?) {
    (self.request, self.workers) = (request, workers)
  }

  package func reports(on path: FilePath) throws -> [CropReport] {
    if let output = request.output, !output.isFolder {
      try OutputFile(output.path).check(isNoneOf: [path])
    }
    let focus = try Rejection.about(path) {
      try FocusSidecar.areas(request.focus, beside: path, in: fileSystem)
    }
    let photo = try fileSystem.readPhoto(path, limits: request.reading.limits).bytes
    let wish = CropWish(
      aspects: request.aspects, focus: focus, explains: request.explainFolder != nil,
      form: request.output?.form)
    let crops = try CropsRequest(wish: wish, photo: photo).product(
      in: workers, reading: request.reading, path: path)
    var reports = zip(request.aspects, crops.crops).map {
      CropReport(path: path, aspect: $0, $1, of: crops)
    }
    try write(crops.files, of: path, photo, into: &reports)
    try explain(crops, reports, of: path, photo)
    return reports
  }

  /// Makes the folders for the explaining pictures and the crops, if requested.
  package func makeFolders() throws {
    let output = request.output.flatMap { $0.isFolder ? $0.path : nil }
    for folder in [request.explainFolder, output].compactMap(\.self) {
      try Rejection.about(folder) { try fileSystem.createDirectories(at: folder) }
    }
  }

  /// Writes the pictures of the crops, and adds their paths to the reports.
  private func write(
    _ files: [[UInt8]], of path: FilePath, _ photo: [UInt8], into reports: inout [CropReport]
  ) throws {
    guard let output = request.output, !files.isEmpty else { return }
    let form = output.form
    let name = output.isFolder ? name(of: path, photo) : ""
    var rest = files[...]
    for index in reports.indices {
      for (longEdge, size) in zip(form.longEdges, form.sizes(of: reports[index].rect.size)) {
        let path = place(of: name, reports[index].aspect, longEdge, in: output)
        guard let bytes = rest.popFirst() else { return }
        try OutputFile(path).write(bytes)
        reports[index].files.append(CropFile(path: path, size: size))
      }
    }
  }

  /// The path of a picture: in the folder, with the photo's name, its first digits, the shape and the requested long
  /// edge.
  private func place(
    of name: String, _ aspect: AspectRatio, _ longEdge: Int, in output: CropOutput
  ) -> FilePath {
    guard output.isFolder else { return output.path }
    let shape = aspect.description.replacing(":", with: "x")
    let edge = longEdge == 0 ? "" : "-\(longEdge)"
    return output.path.appending("\(name)-\(shape)\(edge).\(output.format)")
  }

  private func name(of path: FilePath, _ photo: [UInt8]) -> String {
    "\(path.stem ?? "photo")-\(PhotoID(ContentDigest(of: photo)).description.prefix(8))"
  }

  /// Writes the picture that explains crops under the photo's name and the first digits of its digest, so
  /// that photos of the same name do not replace each other.
  private func explain(
    _ crops: PhotoCrops, _ reports: [CropReport], of path: FilePath, _ photo: [UInt8]
  ) throws {
    guard let folder = request.explainFolder, let material = crops.material else { return }
    let bytes = try Rejection.about(path) {
      try ExplainSheet(material: material, reports: reports, regions: crops.regions)
        .raster().png()
    }
    let target = folder.appending("\(name(of: path, photo)).png")
    try Rejection.about(target) {
      if try fileSystem.status(of: target, followingLinks: false) != nil {
        try fileSystem.removeFile(at: target)
      }
      try fileSystem.createFile(at: target, bytes: bytes)
    }
  }
}

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
    (self.path, self.aspect, self.crop) = (path, aspect, crop)
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

  /// Returns the report as the one JSON line that `crop --json` prints.
  public func jsonLine() throws -> String { try JSONLine.encode(fields) }

  private var fields: JSONFields {
    let (part, risk) = (fractions, risk.rounded(toPlaces: 4))
    let written: [JSONFields] = files.map {
      ["path": $0.path.string, "width": $0.size.width, "height": $0.size.height]
    }
    return [
      "path": path, "aspect": aspect.description,
      "crop": ["x": part.x, "y": part.y, "width": part.width, "height": part.height],
      "pixels": ["x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height],
      "photo": ["width": photo.width, "height": photo.height],
      "score": crop.score, "centreScore": crop.centreScore, "risk": risk,
      // 1 − risk, for one more release.
      "confidence": (1 - risk).rounded(toPlaces: 4),
      "flags": flags, "regions": regions.map(FocusRegion.JSONForm.init),
      "files": written.isEmpty ? nil : written,
    ]
  }
}
