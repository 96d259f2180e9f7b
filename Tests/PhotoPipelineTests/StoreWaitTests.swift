import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoPipeline
import SystemPackage
import Testing
import _TestSupport

@Suite struct `A run that waits for a store` {
  @Test func `says once for which process`() throws {
    let (directory, photos, store) = try FolderOfPhotos.made()
    defer { withExtendedLifetime(directory) {} }
    try Store.create(at: store, in: .now)
    let runs: [(Interruption) throws -> Void] = [
      { _ = try AlbumKeeping.rename("a", to: "b", in: store, interruption: $0) },
      {
        let request = PrepRequest(inputs: [photos], store: store, jobs: 1)
        _ = try PrepRun(request, interruption: $0).run { _ in }
      },
    ]
    for run in runs {
      let holder = try Store.open(at: store, for: .alone, in: .now)
      let told = Locked<[String]>([])
      let interruption = Interruption { sentence in
        told.withLock { $0.append(sentence) }
        try? holder.close()
      }
      // There is neither an album nor a photo.
      try? run(interruption)
      let sentences = told.withLock { $0 }
      let process = ProcessInfo.processInfo.processIdentifier
      #expect(sentences.count == 1)
      #expect(sentences.first?.contains("is in use by process \(process) (since ") == true)
    }
  }

  @Test func `ends with an interruption, and after a second if that came before`() {
    let interruption = Interruption()
    let environment = StoreEnvironment.now.until(interruption)
    let former = environment.keepsWaiting("store")
    #expect(former([]))
    interruption.request()
    #expect(!former([]))
    let keepsWaiting = environment.keepsWaiting("store")
    var asked = 0
    while keepsWaiting([]) {
      asked += 1
      usleep(10_000)
    }
    #expect(asked > 1)
  }
}
