internal import Imaging
internal import PhotoStore
internal import SystemPackage
internal import Workers

/// The other side of ``IsolationSettings``: a process that decodes and renders what it is handed, and
/// can reach nothing else.
public enum PhotoWorker {
  /// Serves the process that started this one, until that ends.
  ///
  /// - Returns: Only when no such process is there, because a person started this one.
  public static func run() {
    guard let owner = OwnerChannel() else { return }
    // Libraries come from files, so they are loaded before files are given up; weights are unpacked
    // once for all copies.
    Decoders.load()
    guard let setup = WorkerSetup(owner.receive()) else { return }
    _ = setup.reading.analysis.model
    owner.makeCopies()
    let protection = Sandbox.enter(memory: setup.memory)
    owner.endWithOwner()
    owner.send(protection.message)
    while true {
      guard let request = PicturesRequest(owner.receive()) else { return }
      owner.send(answer(to: request, setup).message)
    }
  }

  private static func answer(to request: PicturesRequest, _ setup: WorkerSetup) -> PicturesAnswer {
    let times = StepTimes()
    let pipeline = PhotoPipeline(recipe: request.recipe, reading: setup.reading, times: times)
    let result = Result { () throws(ImagingError) in
      try pipeline.pictures(from: request.photo, name: "photo", besides: request.regions)
    }.mapError { rejection(for: $0, memory: setup.memory) }
    return PicturesAnswer(result: result, steps: times.all)
  }

  /// The path is known to the owner alone.
  private static func rejection(for error: ImagingError, memory: Int) -> Rejection {
    if let detail = error.detail, MemoryShortage.explains(detail) {
      return .outOfMemory(FilePath(), limit: memory, detail: detail)
    }
    return Rejection(FilePath(), error)
  }
}
