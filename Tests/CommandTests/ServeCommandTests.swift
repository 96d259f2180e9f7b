import Foundation
import Testing
import _TestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("photoprep serve")
struct ServeCommandTests {
  let directory: TemporaryDirectory
  private let photo = Fixture.url("scenes/boats.jpg").path

  init() throws { directory = try TemporaryDirectory() }

  /// A request as a line without its end.
  private func request(
    _ id: Int, _ params: [String: Any], _ method: String = "crop"
  ) throws -> String {
    let object: [String: Any] = ["jsonrpc": "2.0", "id": id, "method": method, "params": params]
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  private func serve(_ lines: [String], _ options: [String] = []) throws -> Tool.Result {
    let input = Data(lines.joined(separator: "\n").utf8)
    return try Tool.run(["serve"] + options, input: input, in: directory.url)
  }

  private func crops(_ answer: [String: Any]?) throws -> [[String: Any]] {
    let result = try #require(answer?["result"] as? [String: Any])
    return try #require(result["crops"] as? [[String: Any]])
  }

  @Test(arguments: [[], ["--in-process"]])
  func `answers what crop prints, from a photo that is known too`(options: [String]) throws {
    let shapes = [["1:1", "2:1"], ["16:9"], ["1:1", "2:1"]]
    var lines = try shapes.enumerated().map {
      try request($0.offset, ["path": photo, "aspects": $0.element])
    }
    lines.append(try request(3, ["path": photo, "focus": [["x": 0.1, "y": 0.2]]]))
    let result = try serve(lines, options)
    let answers = try result.objects()
    #expect(result.status == 0 && answers.map { $0["id"] as? Int } == [0, 1, 2, 3])
    var commands = shapes.map { $0.flatMap { ["--aspect", $0] } }
    commands.append(["--focus", "0.1,0.2"])
    for (answer, command) in zip(answers, commands) {
      let printed = try Tool.run(["crop", photo, "--json"] + command).objects()
      #expect(try crops(answer) as NSArray == printed as NSArray)
    }
  }

  @Test func `writes the crops that crop writes, and replaces no file unasked`() throws {
    let wish: [String: Any] = [
      "path": photo, "aspects": ["16:9"], "sizes": [480], "quality": 70, "output": "a.webp",
    ]
    let lines = [
      try request(1, ["path": photo]), try request(2, wish), try request(3, wish),
      try request(4, wish.merging(["force": true]) { $1 }),
      try request(5, ["path": photo, "output": "out/", "format": "png", "sizes": [64, 32]]),
    ]
    let answers = try serve(lines).objects()
    let file = try #require((try crops(answers[1])[0]["files"] as? [[String: Any]])?.first)
    #expect(file as NSDictionary == ["path": "a.webp", "width": 480, "height": 270])
    let refusal = try #require(answers[2]["error"] as? [String: Any])
    #expect(refusal["code"] as? Int == -32602)
    #expect((refusal["message"] as? String)?.contains("add \"force\": true") == true)
    #expect(try crops(answers[3]).count == 1)
    let files = try crops(answers[4]).flatMap { $0["files"] as? [[String: Any]] ?? [] }
    #expect(
      files.count == 8 && files.allSatisfy { ($0["path"] as? String)?.hasPrefix("out/") == true })
    let command = [
      "crop", photo, "--aspect", "16:9", "--size", "480", "--quality", "70", "-o", "b.webp",
    ]
    #expect(try Tool.run(command, in: directory.url).status == 0)
    let (ours, theirs) = (
      directory.url.appending(path: "a.webp"), directory.url.appending(path: "b.webp")
    )
    #expect(try Data(contentsOf: ours) == Data(contentsOf: theirs))
  }

  @Test func `draws the widgets that preview draws, and replaces no file unasked`() throws {
    let wish: [String: Any] = [
      "template": "danke", "data": ["source": "Ada"], "scale": 2, "output": "a.png",
    ]
    #expect(try Tool.run(["prep", photo, "--store", "S", "-q"], in: directory.url).status == 0)
    let photos = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appending(path: "S/Photos").path)
    let name = String(try #require(photos.first).dropLast(5))
    let design = ["store": "S", "design": name, "size": "medium", "output": "b.png"]
    let themed = design.merging(["template": "themed", "output": "e.png"]) { $1 }
    let lines = try [
      wish, wish, wish.merging(["force": true, "measure": true]) { $1 }, design, themed,
    ].enumerated().map { try request($0.offset, $0.element, "preview") }
    let answers = try serve(lines).objects()
    let previews = answers.map { ($0["result"] as? [String: Any])?["preview"] as? [String: Any] }
    #expect(previews[0]?["path"] as? String == "a.png" && previews[0]?["views"] == nil)
    #expect(previews[0]?["width"] as? Int == 316 && previews[0]?["height"] as? Int == 316)
    let refusal = try #require(answers[1]["error"] as? [String: Any])
    #expect((refusal["message"] as? String)?.contains("add \"force\": true") == true)
    #expect((previews[2]?["views"] as? [[String: Any]])?.isEmpty == false)

    try Data(#"{"source": "Ada"}"#.utf8).write(to: directory.url.appending(path: "d.json"))
    let commands = [
      ["danke", "--data", "d.json", "--scale", "2", "-o", "c.png"],
      ["--store", "S", "--design", name, "-o", "P"],
      ["themed", "--store", "S", "--design", name, "-o", "T"],
    ]
    for command in commands {
      #expect(try Tool.run(["preview"] + command, in: directory.url).status == 0)
    }
    for (ours, theirs) in [
      ("a.png", "c.png"), ("b.png", "P/\(name)-medium.png"), ("e.png", "T/\(name)-medium.png"),
    ] {
      let files = [ours, theirs].map { directory.url.appending(path: $0) }
      #expect(try Data(contentsOf: files[0]) == Data(contentsOf: files[1]), "\(ours)")
    }
  }

  @Test func `a widget that cannot be drawn costs one request, and says why`() throws {
    try Data("{}".utf8).write(to: directory.url.appending(path: "empty.json"))
    let wrong: [([String: Any], Int, String)] = [
      ([:], -32602, "'template'"), (["store": "S"], -32602, "'design'"),
      (["template": "danke"], -32602, "'output'"), (["template": 1], -32602, "'template'"),
      (["template": "danke", "output": "x.png", "scale": 5], -32602, "'scale'"),
      (["template": "danke", "output": "x.png", "device": "iPhone"], -32602, "'device'"),
      (["template": "danke", "output": "x.png", "colour": 1], -32602, "'colour'"),
      (["template": "none", "measure": true], -32000, "'none'"),
      (["template": "empty.json", "measure": true], -32000, "empty.json: line 1"),
      (["template": "danke", "size": "huge", "measure": true], -32000, "'huge'"),
      (["template": "danke", "output": "no/x.png"], -32000, "no"),
      (["store": "S", "design": "a", "measure": true], -32000, "S"),
    ]
    let lines = try wrong.enumerated().map { try request($0.offset, $0.element.0, "preview") }
    let answers = try serve(lines).objects()
    #expect(answers.count == wrong.count)
    for (answer, (params, code, text)) in zip(answers, wrong) {
      let error = answer["error"] as? [String: Any]
      let message = error?["message"] as? String ?? ""
      #expect(error?["code"] as? Int == code && message.contains(text), "\(params): \(message)")
    }
  }

  @Test func `a bad photo costs one request`() throws {
    let bad = Fixture.url("damaged/text.jpg").path
    let lines = [
      try request(1, ["path": bad]), try request(2, ["path": "none.jpg"]),
      try request(3, ["path": directory.url.path]), try request(4, ["path": photo]),
    ]
    let answers = try serve(lines).objects()
    let errors = answers.map { $0["error"] as? [String: Any] }
    let codes = errors.map { ($0?["data"] as? [String: Any])?["code"] as? String }
    #expect(codes == ["unsupported-format", "not-found", "is-a-directory", nil], "\(answers)")
    #expect(errors.prefix(3).allSatisfy { $0?["code"] as? Int == -32000 })
    #expect(try crops(answers[3]).count == 4)
  }

  /// Lines that are no requests, and the code that answers them.
  static let wrongLines: [(String, Int)] = [
    ("crop", -32700), ("{", -32700), ("\u{0}", -32700), ("{\"a\":1,\"a\":1}", -32700),
    (String(repeating: "[", count: 60_000), -32700), ("[]", -32600), ("{}", -32600), ("1", -32600),
    (#"{"jsonrpc":"1.0","id":1,"method":"crop"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":{},"method":"crop"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"shell"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"crop"}"#, -32602),
  ]

  @Test func `lines that are no requests are refused, and the next one is answered`() throws {
    let lines = Self.wrongLines.map(\.0) + ["", "  \r", try request(7, ["path": photo])]
    let answers = try serve(lines).objects()
    let codes = answers.map { ($0["error"] as? [String: Any])?["code"] as? Int }
    #expect(codes == Self.wrongLines.map(\.1) + [nil])
    #expect(answers.last?["id"] as? Int == 7)
  }

  @Test func `invalid parameters are named`() throws {
    let wrong: [(String, String, Any)] = [
      ("path", "path", ""), ("path", "path", "a\u{0}b"), ("path", "path", 1),
      ("aspects", "aspects", "1:1"), ("aspects", "aspects", ["0:1"]),
      ("aspects", "aspects", [String](repeating: "1:1", count: 65)),
      ("focus", "focus", [["x": 2, "y": 0]]), ("colour", "colour", "red"),
      ("output", "output", 3), ("sizes", "sizes", [64]),
    ]
    let lines = try wrong.enumerated().map { index, each in
      try request(index, ["path": photo].merging([each.1: each.2]) { $1 })
    }
    let written: [(String, Any)] = [
      ("sizes", [0]), ("quality", 101), ("format", "gif"), ("force", 1),
      ("sizes", [Int](repeating: 9, count: 64)),
    ]
    let writing = try written.enumerated().map { index, each in
      let params: [String: Any] = ["path": photo, "output": "x/"]
      return try request(100 + index, params.merging([each.0: each.1]) { $1 })
    }
    let answers = try serve(lines + writing).objects()
    let names = wrong.map(\.0) + written.map(\.0)
    #expect(answers.count == names.count)
    for (answer, name) in zip(answers, names) {
      let error = try #require(answer["error"] as? [String: Any])
      let message = error["message"] as? String ?? ""
      #expect(error["code"] as? Int == -32602 && message.contains("'\(name)'"), "\(message)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
  }

  @Test func `a line without an end ends the connection; a notification has no answer`() throws {
    let endless = try serve([
      String(repeating: " ", count: 70_000), try request(1, ["path": photo]),
    ])
    #expect(try endless.objects().count == 1 && endless.output.contains("longer than 65536 bytes"))
    let quiet = #"{"jsonrpc":"2.0","method":"crop","params":{"path":"\#(photo)","output":"q/"}}"#
    #expect(try serve([quiet]).output.isEmpty)
    #expect(FileManager.default.fileExists(atPath: directory.url.appending(path: "q").path))
  }

  @Test func `a photo that has changed is looked at again`() throws {
    let copy = directory.url.appending(path: "photo.jpg")
    let server = try Server(in: directory.url)
    var sizes: [NSDictionary?] = []
    for name in ["boats", "panorama", "boats"] {
      try Data(contentsOf: Fixture.url("scenes/\(name).jpg")).write(to: copy)
      let answer = try server.client().ask(try request(1, ["path": copy.path]))
      sizes.append(try crops(answer)[0]["photo"] as? NSDictionary)
    }
    #expect(sizes[0] != nil && sizes[0] == sizes[2] && sizes[0] != sizes[1])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a socket is its owner's, taken once, and removed at the signal`(signal: Int32) throws {
    let server = try Server(in: directory.url)
    let attributes = try FileManager.default.attributesOfItem(atPath: server.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let second = try Tool.run(["serve", "--socket", "s"], in: directory.url)
    #expect(second.status == 1 && second.messages.contains("s: There is a file already."))
    let silent = try server.client()
    #expect(server.stop(signal) == 128 + signal)
    #expect(silent.isAtEnd && !FileManager.default.fileExists(atPath: server.path))
  }

  @Test func `clients that misbehave do not keep others waiting`() throws {
    let server = try Server(in: directory.url)
    let line = try request(1, ["path": photo])
    var clients: [Client] = []
    for number in 0..<200 {
      let client = try server.client()
      // Nothing, half a request, or many without taking the answers.
      if number % 3 == 1 { client.send("{\"jsonrpc\":") }
      if number % 3 == 2 { client.send(String(repeating: "{}\n", count: 2000)) }
      clients.append(client)
      if number % 50 == 49 { #expect(try crops(server.client().ask(line)).count == 4) }
    }
    clients.removeAll()
    #expect(try crops(server.client().ask(line)).count == 4)
    #expect(server.stop(SIGINT) == 130)
  }

  @Test func `clients that ask on and on do not keep others out`() throws {
    let server = try Server(in: directory.url)
    let line = try request(1, ["path": photo])
    // As many as there are places; each asks for more than is answered while the others come.
    let clients = try (0..<64).map { _ in
      let client = try server.client()
      client.send(String(repeating: line + "\n", count: 300))
      return client
    }
    let others = try (0..<20).map { _ in try server.client() }
    for client in others { client.send(line + "\n") }
    for client in others { #expect(try crops(client.answer()).count == 4) }
    #expect(clients.count == 64)
    #expect(server.stop(SIGINT) == 130)
  }

  @Test func `what is no plain file is refused and never waited for`() throws {
    #expect(mkfifo(directory.url.appending(path: "fifo").path, 0o600) == 0)
    let lines = try [
      request(1, ["template": "fifo", "measure": true], "preview"), request(2, ["path": "fifo"]),
      request(3, ["template": "danke", "measure": true], "preview"),
    ]
    let answers = try serve(lines, ["--jobs", "1"]).objects()
    #expect(answers.map { $0["error"] == nil } == [false, false, true], "\(answers)")
    #expect("\(answers[0])".contains("is not a file that can be read"))
  }

  @Test func `a file that took the socket's place stays`() throws {
    let server = try Server(in: directory.url)
    try FileManager.default.removeItem(atPath: server.path)
    try Data("mine".utf8).write(to: URL(filePath: server.path))
    #expect(server.stop(SIGTERM) == 143)
    #expect(try String(contentsOfFile: server.path, encoding: .utf8) == "mine")
  }

  @Test func `a path too long for sockets is refused with its length`() throws {
    let name = String(repeating: "x", count: 120)
    let result = try Tool.run(["serve", "--socket", name], in: directory.url)
    #expect(result.status == 1 && result.messages.contains("The path has 120 bytes"))
  }

  @Test func `the Python module crops, draws, writes, says why not, and shares a socket`() throws {
    let module = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Clients/python").standardizedFileURL.path
    let script = """
      import sys, threading
      sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True
      import photoprep
      with photoprep.Service(sys.argv[2]) as service:
          square, wide = service.crop(sys.argv[3], aspects=["square", "16:9"], focus=[(0.2, 0.3)])
          assert (square["aspect"], wide["aspect"]) == ("1:1", "16:9"), square
          files = service.crop(sys.argv[3], aspects=["1:1"], output="p.jpg", sizes=[50])[0]["files"]
          assert (files[0]["width"], files[0]["height"]) == (50, 50), files
          preview = service.preview("danke", data={"source": "Ada"}, output="d.png", measure=True)
          assert preview["width"] == 474 and len(preview["views"]) > 5, preview
          try:
              service.crop("none.jpg")
          except photoprep.Error as error:
              assert (error.code, error.reason) == (-32000, "not-found") and "none.jpg" in str(error), vars(error)
          else:
              raise AssertionError
      answers = []
      with photoprep.Service(socket="s") as service:
          threads = [threading.Thread(target=lambda: answers.append(service.crop(sys.argv[3]))) for _ in range(4)]
          for each in threads: each.start()
          for each in threads: each.join()
      assert len(answers) == 4 and all(each == answers[0] for each in answers), answers
      print("done")
      """
    guard try Tool.shell("command -v python3", in: directory.url).status == 0 else {
      print("skipped: there is no python3")
      return
    }
    let server = try Server(in: directory.url)
    let file = directory.url.appending(path: "use.py")
    try Data(script.utf8).write(to: file)
    let command = "PATH=\"$PATH\" python3 use.py '\(module)' \"$photoprep\" '\(photo)'"
    let result = try Tool.shell(command, in: directory.url)
    #expect(result.output == "done\n", "\(result.messages)")
    #expect(server.stop(SIGINT) == 130)
  }
}

/// A `photoprep serve --socket s` in a folder.
private final class Server {
  let path: String
  private let process = Process()

  init(in folder: URL) throws {
    path = folder.appending(path: "s").path
    process.executableURL = BuiltProducts.photoprep
    process.arguments = ["serve", "--socket", "s"]
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, Client(path) == nil { usleep(1000) }
  }

  deinit { if process.isRunning { process.terminate() } }

  func client() throws -> Client { try #require(Client(path)) }

  /// Ends the server, and returns its exit code.
  func stop(_ signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// A connection to a server.
private final class Client {
  private let descriptor: Int32

  init?(_ path: String) {
    #if canImport(Darwin)
      descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let connected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends what the server takes without being waited for.
  func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Foundation.send(
          descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Sends a request and returns the answer.
  func ask(_ line: String) throws -> [String: Any] {
    send(line + "\n")
    return try answer()
  }

  /// Waits for an answer.
  func answer() throws -> [String: Any] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  /// Whether the server has ended the connection.
  var isAtEnd: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, 0) <= 0
  }
}
