internal import FocusReading
internal import Imaging
internal import PhotoCatalog
internal import PhotoGeometry
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// The work for one photo whose crops are asked for; called on any thread.
struct CropJob: Sendable {
  let request: CropRequest
  /// Where photos are decoded and analysed; `nil` for this process.
  let workers: PhotoWorkers?
  let fileSystem = DiskFileSystem()

  @Sendable func crop(_ item: InputFiles.Item) -> Result<CropRun.Outcome, WorkFailure> {
    switch item {
    case .rejected(let rejection): .failure(.rejected(rejection))
    case .file(let file): Result { () throws(WorkFailure) in try outcome(of: file.path) }
    }
  }

  /// Crops one photo, and writes what is wanted of it.
  func outcome(of path: FilePath) throws(WorkFailure) -> CropRun.Outcome {
    let focus: [FocusArea]
    let photo: PhotoFile
    do throws(Rejection) {
      focus = try HandFocus(areas: request.focus, fileSystem: fileSystem).areas(orRejecting: path)
      photo = try PhotoFile.read(path, limits: request.reading.limits, in: fileSystem)
    } catch {
      throw .rejected(error)
    }
    let crops = try crops(of: path, photo.bytes, focus)
    var reports = zip(request.aspects, crops.crops).map {
      CropReport(path: path, aspect: $0, $1, of: crops)
    }
    do throws(Rejection) { try write(crops.files, of: path, photo.bytes, into: &reports) } catch {
      throw .rejected(error)
    }
    var outcome = CropRun.Outcome(reports: reports)
    guard let material = crops.material else { return outcome }
    do throws(Rejection) {
      let sheet = try ExplainSheet(material: material, reports: reports, regions: crops.regions)
        .raster(for: path)
      if request.explainFolder != nil { try write(sheet, explaining: path, photo.bytes) }
      if request.showsPictures { outcome.picture = ExplainPicture(sheet) }
    } catch {
      throw .rejected(error)
    }
    return outcome
  }

  private func crops(
    of path: FilePath, _ bytes: [UInt8], _ focus: [FocusArea]
  ) throws(WorkFailure) -> PhotoCrops {
    let crops = CropsRequest(
      aspects: request.aspects, focus: focus, explains: explains,
      form: request.output.map(CropForm.init), photo: bytes)
    return try crops.product(in: workers, reading: request.reading, path: path)
  }

  private var explains: Bool { request.explainFolder != nil || request.showsPictures }
}

extension CropJob {
  /// Makes the folders for the explaining pictures and the crops, where they are wanted.
  func makeFolders() throws(Rejection) {
    let output = request.output.flatMap { $0.isFolder ? $0.path : nil }
    for folder in [request.explainFolder, output].compactMap(\.self) {
      do throws(PhotoprepError) { try fileSystem.createDirectories(at: folder) } catch {
        throw Rejection(folder, error)
      }
    }
  }

  /// Writes the pictures of the crops, and notes in the reports where they are.
  private func write(
    _ files: [[UInt8]], of path: FilePath, _ photo: [UInt8], into reports: inout [CropReport]
  ) throws(Rejection) {
    guard let output = request.output, !files.isEmpty else { return }
    let form = CropForm(output)
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

  /// Where a picture goes: in a folder under the photo's name, its first digits, the shape and the
  /// long edge that was asked for.
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

  /// Writes an explaining picture under the photo's name and the first digits of its digest, so
  /// that photos of the same name do not replace each other.
  private func write(
    _ sheet: Raster, explaining path: FilePath, _ photo: [UInt8]
  ) throws(Rejection) {
    guard let folder = request.explainFolder else { return }
    let target = folder.appending("\(name(of: path, photo)).png")
    let bytes: [UInt8]
    do throws(PhotoprepError) { bytes = try sheet.png() } catch { throw Rejection(path, error) }
    do throws(PhotoprepError) {
      if try fileSystem.status(of: target, followingLinks: false) != nil {
        try fileSystem.removeFile(at: target)
      }
      try fileSystem.createFile(at: target, bytes: bytes)
    } catch {
      throw Rejection(target, error)
    }
  }
}

extension ExplainSheet {
  fileprivate func raster(for path: FilePath) throws(Rejection) -> Raster {
    do throws(PhotoprepError) { return try raster() } catch { throw Rejection(path, error) }
  }
}
