import Foundation
import Testing
import _TestSupport

@testable import photoprep

/// What a person sees of a run on terminals of several widths.
@Suite("photoprep on a terminal")
struct TerminalCommandTests {
  @Test(arguments: [40, 80, 120])
  func `the progress line stays in its row and leaves nothing behind`(columns: Int) throws {
    let directory = try TemporaryDirectory()
    let photos = directory.url.appending(path: "photos")
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    for (fixture, name) in [
      ("damaged/text.jpg", "a.jpg"), ("orientation/1.jpg", "b.jpg"),
      ("odd-sizes/panorama-20-to-1.jpg", "写真の名前はとても長いものです.jpg"),
    ] {
      try FileManager.default.copyItem(
        at: Fixture.url(fixture), to: photos.appending(path: name))
    }
    let terminal = try Terminal(columns: columns)
    let printed = try terminal.run(
      ["prep", "photos", "--store", "store", "--jobs", "1", "--in-process"], in: directory.url)

    let rows = printed.split(separator: "\r\n").map { $0.split(separator: "\r") }
    let drawn = rows.flatMap { $0.dropLast() }.map { $0.replacing(Terminal.restOfRow, with: "") }
    #expect(drawn.allSatisfy { String($0).columns < columns }, "\(drawn)")
    let last = try #require(drawn.last { !$0.isEmpty })
    #expect(last.contains("3/3 photos · ") && last.hasSuffix(".jpg · 1 rejected"), "\(last)")
    #expect(last.hasPrefix("████████████████ · ") == (columns > 40))
    // What is left on each row stands behind an erased progress line, or there was none.
    let left = rows.compactMap(\.last).map { $0.replacing(Terminal.restOfRow, with: "") }
    #expect(left.count == 4 && left[3].hasPrefix("next: "), "\(left)")
    #expect(left[2].hasPrefix("1 of 2 may need a look: "), "\(left)")
    #expect(left[0].hasPrefix("photos/a.jpg: The file is a text file"), "\(left)")
    #expect(left[1].hasPrefix("2 prepared, 0 unchanged, 1 rejected in "), "\(left)")
    #expect(rows.allSatisfy { $0.count == 1 || $0.last?.hasPrefix(Terminal.restOfRow) == true })
  }

  @Test(arguments: ["POSIX", "de_DE.ISO-8859-1"])
  func `a terminal without UTF-8 gets ASCII, and a name's bytes`(locale: String) throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.copyItem(
      at: Fixture.url("orientation/1.jpg"), to: directory.url.appending(path: "Käse.jpg"))
    for (arguments, said) in [
      (["crop", "Käse.jpg", "--in-process"], "K\\xC3\\xA4se.jpg"),
      (
        ["prep", "Käse.jpg", "--store", "store", "--in-process"],
        "1 prepared, 0 unchanged, 0 rejected"
      ),
    ] {
      let printed = try Terminal(columns: 80).run(arguments, locale: locale, in: directory.url)
      #expect(printed.utf8.allSatisfy { $0 < 0x80 } && printed.contains(said), "\(printed)")
    }
    let usual = try Terminal(columns: 80).run(
      ["crop", "Käse.jpg", "--in-process"], in: directory.url)
    #expect(usual.contains("Käse.jpg") && usual.contains("×"), "\(usual)")
  }
}

/// A pseudo-terminal of a width.
private struct Terminal {
  /// What erases from the cursor to the end of its row (ECMA-48, EL).
  static let restOfRow = "\u{1B}[K"

  private let own: FileHandle
  private let programs: FileHandle

  init(columns: Int) throws {
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var (owner, program): (CInt, CInt) = (-1, -1)
    try #require(openpty(&owner, &program, nil, nil, &size) == 0)
    own = FileHandle(fileDescriptor: owner, closeOnDealloc: true)
    programs = FileHandle(fileDescriptor: program, closeOnDealloc: true)
  }

  /// Runs the program with its output on the terminal, and returns all that it wrote there.
  func run(_ arguments: [String], locale: String = "C.UTF-8", in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = BuiltProducts.photoprep
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TERM": "xterm", "LC_ALL": locale]
    ) { $1 }
    (process.standardOutput, process.standardError) = (programs, programs)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try programs.close()
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    // The end is an error on Linux and nothing on macOS: no process has the terminal open.
    while true {
      let count = read(own.fileDescriptor, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer.prefix(count)
    }
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
