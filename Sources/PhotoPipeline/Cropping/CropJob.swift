internal import FocusReading
internal import Imaging
internal import PhotoCatalog
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

  private func outcome(of path: FilePath) throws(WorkFailure) -> CropRun.Outcome {
    let focus: [FocusArea]
    let photo: PhotoFile
    do throws(Rejection) {
      focus = try HandFocus(areas: request.focus, fileSystem: fileSystem).areas(orRejecting: path)
      photo = try PhotoFile.read(path, limits: request.reading.limits, in: fileSystem)
    } catch {
      throw .rejected(error)
    }
    let crops = try crops(of: path, photo.bytes, focus)
    let reports = zip(request.aspects, crops.crops).map {
      CropReport(path: path, aspect: $0, $1, of: crops)
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
      aspects: request.aspects, focus: focus, explains: explains, photo: bytes)
    return try crops.product(in: workers, reading: request.reading, path: path)
  }

  private var explains: Bool { request.explainFolder != nil || request.showsPictures }
}

extension CropJob {
  /// Makes the folder for the explaining pictures, where they are wanted.
  func makeFolder() throws(Rejection) {
    guard let folder = request.explainFolder else { return }
    do throws(SystemError) { try fileSystem.createDirectories(at: folder) } catch {
      throw Rejection(folder, error)
    }
  }

  /// Writes an explaining picture under the photo's name and the first digits of its digest, so
  /// that photos of the same name do not replace each other.
  private func write(
    _ sheet: Raster, explaining path: FilePath, _ photo: [UInt8]
  ) throws(Rejection) {
    guard let folder = request.explainFolder else { return }
    let digits = PhotoID(ContentDigest(of: photo)).description.prefix(8)
    let target = folder.appending("\(path.stem ?? "photo")-\(digits).png")
    let bytes: [UInt8]
    do throws(ImagingError) { bytes = try sheet.png() } catch { throw Rejection(path, error) }
    do throws(SystemError) {
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
    do throws(ImagingError) { return try raster() } catch { throw Rejection(path, error) }
  }
}
