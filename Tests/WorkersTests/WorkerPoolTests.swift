import Foundation
import SystemPackage
import Testing
import _TestSupport

@testable import Workers

/// Starts of shell scripts; descriptor 3 is the channel.
@Suite("Starting workers")
struct WorkerPoolTests {
  private static var bounds: WorkerProcess.Bounds { .init(seconds: 60, byteLimit: 100) }
  private static let setup = Message([[1, 2, 3]])

  /// A pool of scripts that read the setup, do something in a folder, say one word and then wait.
  private func pool(
    _ script: String = "", in folder: String = "/", then: String = "exec sleep 1000"
  ) -> WorkerPool {
    let take = "dd bs=1 count=\(Self.setup.envelope.count + 3) <&3 >/dev/null 2>&1; "
    let say = #"printf 'PPW1\001\000\000\000\005\000\000\000\000\000\000\000ready' >&3; "#
    return WorkerPool(
      WorkerProgram(
        executable: "/bin/sh",
        arguments: ["sh", "-c", "cd '\(folder)'; " + take + script + say + then],
        environment: ["PATH": "/usr/bin:/bin"]), setup: Self.setup)
  }

  @Test func `a program is started for every worker`() throws {
    let pool = pool()
    let workers = try (1...2).map { _ in try pool.start(Self.bounds) }
    #expect(Set(workers.map(\.worker.identifier)).count == 2)
    #expect(workers.allSatisfy { $0.greeting.parts == [Array("ready".utf8)] })
    #expect(pool.take() == nil)
  }

  @Test func `a worker that is given back is used again`() throws {
    let pool = pool()
    let first = try pool.start(Self.bounds).worker
    pool.put(first)
    #expect(pool.take()?.identifier == first.identifier)
    #expect(pool.take() == nil)
  }

  /// Its next answer would be taken for one about another photo.
  @Test(arguments: ["printf more >&3; exec sleep 1000", "exit"])
  func `a worker that said more than it was asked, or has ended, is not used again`(
    then: String
  ) throws {
    let pool = pool(then: then)
    let worker = try pool.start(Self.bounds).worker
    let deadline = ContinuousClock.now + .seconds(60)
    while worker.isWaiting, ContinuousClock.now < deadline { usleep(1000) }
    pool.put(worker)
    #expect(pool.take() == nil)
  }

  /// Every worker takes the next number, so that the program's starts are counted.
  @Test func `a worker that was started ahead is used first`() throws {
    let directory = try TemporaryDirectory()
    let pool = pool("echo >>starts; ", in: directory.url.path)
    pool.startAhead(Self.bounds)
    _ = try pool.start(Self.bounds)
    #expect(try directory.text("starts") == "\n")
    _ = try pool.start(Self.bounds)
    #expect(try directory.text("starts") == "\n\n")
  }

  @Test func `another worker is started if the one started ahead has ended`() throws {
    let directory = try TemporaryDirectory()
    let pool = pool("mkdir first 2>/dev/null && exit 7; ", in: directory.url.path)
    pool.startAhead(Self.bounds)
    #expect(try pool.start(Self.bounds).greeting.parts == [Array("ready".utf8)])
  }

  @Test func `a program that ends before it is ready is not a worker`() {
    #expect(throws: WorkerFailure.self) { try pool("exit 7; ").start(Self.bounds) }
  }
}

extension TemporaryDirectory {
  fileprivate func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }
}
