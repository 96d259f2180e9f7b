#if os(Linux)
  import Foundation
  import Glibc
  import Testing
  import _TestSupport

  /// What a worker of the built program has of its owner.
  @Suite("A worker and its owner")
  struct WorkerOwnerTests {
    private let directory: TemporaryDirectory
    private let secret = UUID().uuidString
    private let run = Process()

    /// Starts a run over more photos than it can prepare before it is looked at.
    init() throws {
      directory = try TemporaryDirectory()
      let photo = try Data(contentsOf: Fixture.url("scenes/boats.jpg"))
      for number in 0..<200 {
        try (photo + [UInt8(number)]).write(to: directory.url.appending(path: "\(number).jpg"))
      }
      run.executableURL = BuiltProducts.photoprep
      run.arguments = [
        "prep", directory.url.path, "--jobs", "1",
        "--store", directory.url.appending(path: "store-\(secret)").path,
      ]
      run.environment = ProcessInfo.processInfo.environment.merging(["SECRET": secret]) { $1 }
      run.standardOutput = FileHandle.nullDevice
      run.standardError = FileHandle.nullDevice
      try run.run()
    }

    /// Kills the run and waits for it.
    private func kill() {
      Glibc.kill(run.processIdentifier, SIGKILL)
      run.waitUntilExit()
    }

    private func text(_ process: Int32, _ file: String) throws -> String {
      String(
        decoding: try Data(contentsOf: URL(filePath: "/proc/\(process)/\(file)")), as: UTF8.self)
    }

    /// Waits until the run has a worker.
    private func worker() throws -> Int32 {
      for _ in 0..<6000 {
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        if let worker = processes.compactMap({ Int32($0) }).first(where: isWorker) { return worker }
        usleep(10_000)
      }
      throw NoWorker()
    }

    private func isWorker(_ process: Int32) -> Bool {
      let status = (try? text(process, "status")) ?? ""
      return status.contains("PPid:\t\(run.processIdentifier)\n")
        && (try? text(process, "cmdline")) == "photoprep\0worker\0"
    }

    private struct NoWorker: Error {}

    @Test func `a worker knows neither its owner's arguments nor its variables`() throws {
      let worker = try worker()
      defer { kill() }
      let environment = try text(worker, "environ")
      #expect(!environment.contains(secret) && !environment.contains("SECRET"))
      #expect(try text(run.processIdentifier, "environ").contains(secret))
    }

    @Test func `a worker ends with its owner`() throws {
      let worker = try worker()
      kill()
      // What has ended and was not waited for has no command line any more.
      func isRunning() -> Bool { (try? text(worker, "cmdline"))?.isEmpty == false }
      for _ in 0..<6000 where isRunning() { usleep(10_000) }
      #expect(!isRunning())
    }
  }
#endif
