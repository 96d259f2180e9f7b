internal import SystemPackage

/// A channel for receiving and sending lines, on one thread.
struct LineChannel {
  /// The most bytes of a line: room for every list of a request at its limit and the longest path.
  static let lineLimit = 64 << 10

  enum Input {
    case line([UInt8])
    /// A line longer than the limit.
    case tooLong
    case end
  }

  private let input: FileDescriptor
  private let output: FileDescriptor
  private var bytes: [UInt8] = []
  /// How many of ``bytes`` were searched for a line break.
  private var searched = 0

  init(input: FileDescriptor, output: FileDescriptor) {
    (self.input, self.output) = (input, output)
  }

  /// Waits for a line; bytes after the last line break are a line too.
  mutating func next() -> Input {
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { take(end + 1) }
        return end > Self.lineLimit ? .tooLong : .line(Array(bytes[..<end]))
      }
      searched = bytes.count
      if searched > Self.lineLimit { return .tooLong }
      guard let count = try? receive(), count > 0 else {
        defer { take(bytes.count) }
        return bytes.isEmpty ? .end : .line(bytes)
      }
    }
  }

  private mutating func take(_ count: Int) {
    bytes.removeFirst(count)
    searched = 0
  }

  private mutating func receive() throws -> Int {
    let input = input
    let piece = try [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      count = try input.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    bytes += piece
    return piece.count
  }

  func send(_ line: String) throws { try output.writeAll((line + "\n").utf8) }
}

extension PhotoService {
  /// Answers the requests on a channel, one after the other, until it ends.
  ///
  /// `busy` is called before and after each answer is made, `keepsServing` once it is sent; `false` ends the connection.
  ///
  /// - Throws: The error of sending an answer.
  func serve(
    _ channel: consuming LineChannel, busy: (Bool) -> Void = { _ in },
    keepsServing: () -> Bool = { true }
  ) throws {
    while true {
      switch channel.next() {
      case .end: return
      case .tooLong: return try channel.send(Self.tooLong)
      case .line(let line):
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
        busy(true)
        let answer = try? answer(line)
        busy(false)
        if let answer { try channel.send(answer) }
        if !keepsServing() { return }
      }
    }
  }
}
