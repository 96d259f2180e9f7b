#if os(Linux)
  import Foundation
  import Glibc
  import Testing
  import _TestSupport

  /// What workers are copied from when the built program runs: a copy of itself, made first of all.
  @Suite("What workers are copied from")
  struct WorkerOriginalTests {
    private let directory: TemporaryDirectory
    private let secret = UUID().uuidString
    private let run = Process()
    private let input = Pipe()

    /// Starts a run that waits for its list of photos, long after it made the copy.
    init() throws {
      directory = try TemporaryDirectory()
      // Under a shell that ignores a signal, which a program inherits.
      run.executableURL = URL(filePath: "/bin/sh")
      run.arguments = [
        "-c", #"trap "" HUP; exec "$0" "$@""#, Tool.products.appending(path: "photoprep").path,
        "prep", "--files-from", "-", "--store", store.path,
      ]
      run.environment = ProcessInfo.processInfo.environment.merging(["SECRET": secret]) { $1 }
      run.standardInput = input
      run.standardOutput = FileHandle.nullDevice
      run.standardError = FileHandle.nullDevice
      try run.run()
    }

    private var store: URL { directory.url.appending(path: "store-\(secret)") }

    /// Ends the run's list and waits for the run.
    private func finish(_ photos: [URL] = []) throws -> Int32 {
      input.fileHandleForWriting.write(Data(photos.map { $0.path + "\n" }.joined().utf8))
      try input.fileHandleForWriting.close()
      run.waitUntilExit()
      return run.terminationStatus
    }

    private func text(_ process: Int32, _ file: String) throws -> String {
      String(
        decoding: try Data(contentsOf: URL(filePath: "/proc/\(process)/\(file)")), as: UTF8.self)
    }

    /// Waits until the run's child has become what workers are copied from.
    private func original() throws -> Int32 {
      for _ in 0..<6000 {
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        if let original = processes.compactMap({ Int32($0) }).first(where: isOriginal) {
          return original
        }
        usleep(10_000)
      }
      throw NoCopy()
    }

    private func isOriginal(_ process: Int32) -> Bool {
      let status = (try? text(process, "status")) ?? ""
      let command = (try? text(process, "cmdline")) ?? ""
      return status.contains("PPid:\t\(run.processIdentifier)\n")
        && command.hasPrefix("photoprep\0worker\0")
    }

    private struct NoCopy: Error {}

    @Test(.disabled(if: Sanitizer.watchesThreads, "a process with two threads is not copied"))
    func `it has nothing of its owner's but the channel, and signals of its own`() throws {
      let process = try original()
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
      #expect(open.sorted().prefix(4) == ["0", "1", "2", "3"])
      let folder = "/proc/\(process)/fd/"
      // Libraries may have a file of theirs open for a moment, never one of the owner's; it may be gone by now.
      let targets = open.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0)
      }
      #expect(targets.filter { $0.hasPrefix("socket:") }.count == 1)
      #expect(targets.filter { $0.hasPrefix("pipe:") }.count == 1)
      #expect(try signals("SigBlk", of: process) == 0 && signals("SigIgn", of: process) == 0)
      #expect(try signals("SigIgn", of: run.processIdentifier) & 1 << (SIGHUP - 1) != 0)
      #expect(getpgid(process) == process && getpgid(run.processIdentifier) != process)
      #expect(try finish() == 0)
    }

    /// A set of signals of a process, from its lowest bit on; without 32 and 33, which are the C
    /// library's own.
    private func signals(_ set: String, of process: Int32) throws -> UInt64 {
      let lines = try text(process, "status").split(separator: "\n")
      let line = try #require(lines.first { $0.hasPrefix("\(set):") })
      return try #require(UInt64(line.dropFirst(set.count + 2), radix: 16)) & ~0x1_8000_0000
    }

    @Test(.disabled(if: Sanitizer.watchesThreads, "a process with two threads is not copied"))
    func `it does not know its owner's arguments and variables`() throws {
      let process = try original()
      #expect(!(try text(process, "environ").contains(secret)))
      #expect(!(try text(process, "cmdline").contains(secret)))
      #expect(try !isInMemory(of: process) && isInMemory(of: run.processIdentifier))
      #expect(try finish([Fixture.url("scenes/boats.jpg")]) == 0)
    }

    /// Whether the secret, part of an argument and of a variable, is in any memory that can be written.
    private func isInMemory(of process: Int32) throws -> Bool {
      let memory = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/mem"))
      defer { try? memory.close() }
      for line in try text(process, "maps").split(separator: "\n") {
        let words = line.split(separator: " ")
        let bounds = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
        guard words[1].hasPrefix("rw"), bounds.count == 2 else { continue }
        // What a sanitizer knows about each address, terabytes that no machine could read.
        if Sanitizer.isPresent, bounds[1] - bounds[0] > 1 << 30 { continue }
        try memory.seek(toOffset: bounds[0])
        let bytes = try memory.read(upToCount: Int(bounds[1] - bounds[0])) ?? Data()
        if bytes.range(of: Data(secret.utf8)) != nil { return true }
      }
      return false
    }

    @Test(.disabled(if: Sanitizer.watchesThreads, "a process with two threads is not copied"))
    func `a run goes on when it has ended`() throws {
      kill(try original(), SIGKILL)
      #expect(try finish([Fixture.url("scenes/boats.jpg")]) == 0)
      #expect(FileManager.default.fileExists(atPath: store.appending(path: "Photos").path))
    }

    @Test(.disabled(if: Sanitizer.watchesThreads, "a process with two threads is not copied"))
    func `it ends with its owner`() throws {
      let process = try original()
      kill(run.processIdentifier, SIGKILL)
      run.waitUntilExit()
      // What has ended and was not waited for has no command line any more.
      func isRunning() -> Bool { (try? text(process, "cmdline"))?.isEmpty == false }
      for _ in 0..<6000 where isRunning() { usleep(10_000) }
      #expect(!isRunning())
    }
  }
#endif
