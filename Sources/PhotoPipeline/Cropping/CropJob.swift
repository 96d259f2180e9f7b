internal import FocusReading
internal import Imaging
internal import PhotoCatalog
internal import PhotoStore
internal import SystemFiles
package import SystemPackage

/// The work for one photo to crop; called on any thread.
package struct CropJob: Sendable {
  let request: CropRequest
  /// The processes that decode and analyse photos; `nil` for this process.
  let workers: PhotoWorkers?
  let fileSystem = DiskFileSystem()

  package init(_ request: CropRequest, in workers: PhotoWorkers?) {
    (self.request, self.workers) = (request, workers)
  }

  /// Crops the photo that a walk found.
  @Sendable func crop(_ item: InputFiles.Item) -> Result<[CropReport], any Error> {
    Result { try reports(on: item.get().path) }
  }

  /// Crops one photo, and writes the requested files.
  package func reports(on path: FilePath) throws -> [CropReport] {
    if let output = request.output, !output.isFolder {
      try OutputFile(output.path).check(isNoneOf: [path])
    }
    let focus = try FocusSidecar.areas(request.focus, orBeside: path, in: fileSystem)
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
}

extension CropJob {
  /// Makes the folders for the explaining pictures and the crops, if requested.
  package func makeFolders() throws {
    let output = request.output.flatMap { $0.isFolder ? $0.path : nil }
    for folder in [request.explainFolder, output].compactMap(\.self) {
      do { try fileSystem.createDirectories(at: folder) } catch {
        throw Rejection(folder, error)
      }
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
    let bytes: [UInt8]
    do {
      bytes = try ExplainSheet(material: material, reports: reports, regions: crops.regions)
        .raster().png()
    } catch let error as PhotoprepError { throw Rejection(path, error) }
    let target = folder.appending("\(name(of: path, photo)).png")
    do {
      if try fileSystem.status(of: target, followingLinks: false) != nil {
        try fileSystem.removeFile(at: target)
      }
      try fileSystem.createFile(at: target, bytes: bytes)
    } catch {
      throw Rejection(target, error)
    }
  }
}
