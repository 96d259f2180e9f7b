import SystemPackage
import Testing

@testable import Workers

/// Starts of shell scripts; descriptor 3 is the channel.
@Suite("Starting workers")
struct WorkerStarterTests {
  private static var terms: WorkerProcess.Terms { .init(seconds: 60, byteLimit: 100) }
  private static let setup = Message([[1, 2, 3]])

  /// A command that says a message of one run of at most seven bytes.
  private func say(_ text: String) -> String {
    let head = #"printf 'PPW1\001\000\000\000\00"# + "\(text.utf8.count)"
    return head + #"\000\000\000\000\000\000\000"# + "\(text)' >&3"
  }

  private func starter(_ script: String) -> WorkerStarter {
    let take = "dd bs=1 count=\(Self.setup.envelope.count + 3) <&3 >/dev/null 2>&1; "
    return WorkerStarter(
      WorkerProgram(
        executable: "/bin/sh", arguments: ["sh", "-c", take + script],
        environment: ["PATH": "/usr/bin:/bin"]), setup: Self.setup)
  }

  @Test func `a program that makes no copies is started for every worker`() throws {
    let starter = starter(say("ready") + "; exec sleep 1000")
    let first = try starter.start(Self.terms)
    let second = try starter.start(Self.terms)
    #expect(first.worker.identifier != second.worker.identifier && starter.original == nil)
    #expect([first, second].allSatisfy { $0.greeting.parts == [Array("ready".utf8)] })
  }

  @Test func `a program that cannot make the copies it promised serves itself`() throws {
    let promise =
      #"printf 'PPW1\001\000\000\000\014\000\000\000\000\000\000\000makes copies' >&3; "#
    let request = "byte=$(dd bs=1 count=1 <&3 2>/dev/null); "
    let starter = starter(
      promise + request + "if [ $byte = c ]; then \(say("-1")); else \(say("ready")); fi; "
        + "exec sleep 1000")
    for _ in 1...2 {
      #expect(try starter.start(Self.terms).greeting.parts == [Array("ready".utf8)])
    }
    #expect(starter.original == nil)
  }

  /// A starter with a process that runs already.
  private func starter(_ script: String, running: String) throws -> WorkerStarter {
    let take = "dd bs=1 count=\(Self.setup.envelope.count + 3) <&3 >/dev/null 2>&1; "
    func program(_ script: String) -> WorkerProgram {
      WorkerProgram(
        executable: "/bin/sh", arguments: ["sh", "-c", take + script],
        environment: ["PATH": "/usr/bin:/bin"])
    }
    return WorkerStarter(
      program(script), setup: Self.setup, running: try WorkerProcess(program(running)), Self.terms)
  }

  @Test func `a process that runs already is used before the program is started`() throws {
    let starter = try starter(
      say("program") + "; exec sleep 1000", running: say("running") + "; exec sleep 1000")
    let greetings = try (1...2).map { _ in try starter.start(Self.terms).greeting.parts }
    #expect(greetings == [[Array("running".utf8)], [Array("program".utf8)]])
  }

  @Test func `the program is started when what ran already has ended`() throws {
    let starter = try starter(say("program") + "; exec sleep 1000", running: "exit 7")
    #expect(try starter.start(Self.terms).greeting.parts == [Array("program".utf8)])
  }

  @Test func `a program that ends before it is ready is no worker`() {
    #expect(throws: WorkerFailure.self) { try starter("exit 7").start(Self.terms) }
  }
}
