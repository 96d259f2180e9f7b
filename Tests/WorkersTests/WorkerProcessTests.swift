import Foundation
import PhotoGeometry
import SystemPackage
import Testing
import Workers

/// Workers that are shell scripts: descriptor 3 is the channel.
@Suite("Worker processes")
struct WorkerProcessTests {
  /// An answer of one run of two bytes, `ok`, as `printf` writes it.
  private static let ok = #"printf 'PPW1\001\000\000\000\002\000\000\000\000\000\000\000ok' >&3"#

  private func worker(_ script: String) throws -> WorkerProcess {
    try WorkerProcess(
      WorkerProgram(
        executable: "/bin/sh", arguments: ["sh", "-c", script],
        environment: ["PATH": "/usr/bin:/bin"]))
  }

  private func exchange(
    _ script: String, seconds: Double = 60, limit: Int = 100,
    keepWaiting: @escaping () -> Bool = { true }
  ) throws -> Message {
    let bounds = WorkerProcess.Bounds(seconds: seconds, byteLimit: limit, keepWaiting: keepWaiting)
    return try worker(script).exchange(Message([[1, 2, 3]]), bounds)
  }

  private func failure(_ body: () throws -> Message) -> WorkerFailure? {
    do {
      _ = try body()
      return nil
    } catch { return error as? WorkerFailure }
  }

  @Test func `an answer is returned`() throws {
    let answer = try exchange(Self.ok + "; exec sleep 1000")
    #expect(answer.parts == [Array("ok".utf8)])
  }

  @Test(arguments: [3_000_000, 1e18])
  func `an answer is awaited as long as its time limit allows`(seconds: Double) throws {
    #expect(try exchange("sleep 0.1; " + Self.ok, seconds: seconds).parts == [Array("ok".utf8)])
  }

  @Test(arguments: [
    ("ABRT", 6, "signal 6 (SIGABRT)"), ("SEGV", 11, "signal 11 (SIGSEGV)"),
    ("KILL", 9, "signal 9 (SIGKILL)"),
  ])
  func `a killed worker is reported with its signal`(
    name: String, number: Int32, text: String
  ) throws {
    let failure = failure { try exchange("echo broken >&2; kill -\(name) $$") }
    guard case .died(let ending, let messages) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(ending == .signal(number) && ending.description == text)
    #expect(messages == "broken\n")
  }

  @Test func `a worker that exits is reported with its exit code`() throws {
    guard case .died(.exit(7), _) = failure({ try exchange("exit 7") }) else {
      Issue.record("No exit code of 7 came back.")
      return
    }
  }

  @Test func `a worker that hangs is ended`() throws {
    guard case .timedOut = failure({ try exchange("exec sleep 1000", seconds: 0.2) }) else {
      Issue.record("It was waited for.")
      return
    }
  }

  @Test func `a worker that is no longer waited for is ended`() throws {
    let asked = Locked(0)
    let failure = failure {
      try exchange("exec sleep 1000") { asked.counted() < 3 }
    }
    guard case .stopped = failure else {
      Issue.record("\(failure as Any)")
      return
    }
  }

  @Test(arguments: [
    "printf 'HTTP/1.1 200 OK' >&3; exec sleep 1000",
    ok.replacing(#"\002"#, with: #"\377"#) + "; exec sleep 1000",
  ])
  func `a wrong answer, or a longer one than allowed, is not read`(script: String) throws {
    guard case .garbled = failure({ try exchange(script) }) else {
      Issue.record("It was taken for an answer.")
      return
    }
  }

  @Test func `a missing program is not started`() {
    let program = WorkerProgram(executable: "/nonexistent/p", arguments: ["p"], environment: [:])
    do {
      _ = try WorkerProcess(program)
      Issue.record("It was started.")
    } catch {
      guard case .notStarted(.noSuchFileOrDirectory) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  #if os(Linux)
    @Test func `a worker inherits only the channel from its owner`() throws {
      // The shell itself may keep copies from 10 on; `ls` in its place has none.
      guard case .died(_, let text) = failure({ try exchange("exec ls /proc/self/fd >&2") }) else {
        Issue.record("It did not end.")
        return
      }
      // The last one is the folder it lists.
      #expect(text == "0\n1\n2\n3\n4\n")
      let secret = "env | grep -c -v -E '^(PATH|PWD|SHLVL|_)=' >&2; exit 1"
      guard case .died(_, "0\n") = failure({ try exchange(secret) }) else {
        Issue.record("It has other variables.")
        return
      }
    }

    @Test func `a worker ignores and blocks no signals, and has its own process group`() throws {
      // Ignored signals are what a program inherits.
      let before = signal(SIGUSR2, SIG_IGN)
      defer { signal(SIGUSR2, before) }
      let status =
        "grep -E '^Sig(Blk|Ign)' /proc/self/status >&2; cut -d ' ' -f 1,5 /proc/$$/stat >&2"
      guard case .died(_, let text) = failure({ try exchange(status + "; exit 1") }) else {
        Issue.record("It did not end.")
        return
      }
      let words = text.split(whereSeparator: \.isWhitespace)
      try #require(words.count == 6)
      for set in [words[1], words[3]] {
        // Signals 32 and 33 are the C library's own.
        #expect(try #require(UInt64(set, radix: 16)) & ~0x1_8000_0000 == 0)
      }
      #expect(words[4] == words[5])
    }
  #endif

  @Test func `a worker ends when its owner lets it go`() throws {
    let identifier = try worker("exec sleep 1000").identifier
    // The process was waited for, so that its number is free again.
    #expect(kill(identifier, 0) == -1)
  }
}
