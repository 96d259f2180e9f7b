import Foundation
import PhotoStore
import SmartCrop
import PhotoGeometry
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

/// Runs in which one photo hangs until the test lets it go.
@Suite("A photo that hangs")
struct HangingPhotoTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func path(_ name: String) -> String { directory.url.appending(path: name).path }

  /// A worker that hangs with the first photo that any worker gets, and has pictures of all others.
  private func settings() throws -> IsolationSettings {
    // As many pictures as the run asks for, which has the families of the largest iPhone.
    let recipe = Recipe(
      algorithmVersion: SmartCropVersion.algorithm, frames: WidgetScreen.largestPhone.frames)
    let bytes = [UInt8](try Data(contentsOf: Fixture.url("scenes/boats.jpg")))
    let pictures = try PhotoRendering(reading: ReadingSettings())
      .pictures(of: bytes, by: [recipe])
    let answer = WorkerAnswer<PicturesRequest>(result: .success(pictures), steps: []).message
    try Data(ScriptedWorker.bytes(answer)).write(to: directory.url.appending(path: "answer"))
    return ScriptedWorker.settings(
      then: """
        if mkdir '\(path("hanging"))' 2>/dev/null
        then while [ ! -e '\(path("released"))' ]; do sleep 0.1; done; kill -SEGV $$
        else cat '\(path("answer"))' >&3; exec sleep 1000
        fi
        """, seconds: 1000)
  }

  /// Lets the photo go once the store has a record of another, and says whether that came.
  private func release(_ committed: Locked<Bool>) {
    for _ in 0..<600 where !committed.withLock(\.self) {
      let records = try? FileManager.default.contentsOfDirectory(atPath: path("store/Photos"))
      committed.withLock { $0 = records?.isEmpty == false }
      usleep(50_000)
    }
    _ = FileManager.default.createFile(atPath: path("released"), contents: nil)
  }

  @Test func `it keeps no other photo from being committed`() throws {
    let photos = try (1...2).map { number in
      let url = directory.url.appending(path: "\(number).jpg")
      // As a JPEG begins: for other files no store is made.
      try (Data([0xFF, 0xD8, 0xFF]) + Data("photo-\(number)".utf8)).write(to: url)
      return FilePath(url.path)
    }
    var request = PrepRequest(inputs: photos, store: FilePath(path("store")), jobs: 2)
    request.isolation = try settings()
    let watch = Watch()
    Thread.detachNewThread { [self] in
      release(watch.committed)
      watch.ended.signal()
    }
    let summary = try PrepRun(request).run { _ in }
    watch.ended.wait()
    let wasCommitted = watch.committed.withLock(\.self)
    #expect(wasCommitted)
    #expect(summary.prepared == 1 && summary.rejected == 1)
  }

  private final class Watch: Sendable {
    let committed = Locked(false)
    let ended = DispatchSemaphore(value: 0)
  }
}
