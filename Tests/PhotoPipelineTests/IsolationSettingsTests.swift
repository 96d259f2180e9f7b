import Testing

@testable import PhotoPipeline

@Suite("Time for a photo") struct IsolationSettingsTests {
  @Test(arguments: [(0, 20), (4 << 20 - 1, 20), (4 << 20, 40), (10 << 20, 60), (512 << 20, 100)])
  func `large files have more time, up to five times as much`(bytes: Int, seconds: Int) {
    let settings = IsolationSettings(executable: "/bin/true", arguments: [])
    #expect(settings.allowing(forBytes: bytes).secondsPerPhoto == seconds)
  }
}
