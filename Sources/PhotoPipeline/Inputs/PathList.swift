internal import Foundation
internal import SystemFiles
public import SystemPackage

/// A list of paths in a file: separated by NUL, or one a line.
public enum PathList {
  /// Returns the paths in a list, in their order; empty ones are left out.
  ///
  /// The separator is NUL when there is one anywhere in the list, else a newline, so that `find
  /// -print0` and `ls` both work. Paths are bytes and need not be UTF-8. A carriage return before
  /// a newline belongs to the line's end, and a byte order mark, as editors on Windows write it, to no path. A line in
  /// git's quotation marks is the path that git means.
  public static func paths(in list: [UInt8]) -> [FilePath] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = list.starts(with: mark) ? list.dropFirst(mark.count) : list[...]
    let isSeparatedByNUL = bytes.contains(0)
    let separator: UInt8 = isSeparatedByNUL ? 0 : UInt8(ascii: "\n")
    return bytes.split(separator: separator).map { line in
      if isSeparatedByNUL { return line }
      return unquoted(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }.filter { !$0.isEmpty }.map { FilePath(bytes: $0) }
  }

  /// A line without the quotation marks and escapes in which git writes a path that is not plain ASCII, unless it is
  /// told '-z' (git-config(1), `core.quotePath`).
  private static func unquoted(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let (mark, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard line.first == mark, line.last == mark, line.contains(escape) else { return line }
    var (path, rest) = ([UInt8](), line.dropFirst().dropLast())
    while let byte = rest.popFirst() {
      if byte != escape {
        path.append(byte)
      } else if let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) {
        path.append(code)
        rest = rest.dropFirst(3)
      } else if let letter = rest.popFirst() {
        // The letters of the control characters from 7 on.
        path.append(Array("abtnvfr".utf8).firstIndex(of: letter).map { UInt8($0 + 7) } ?? letter)
      }
    }
    return path[...]
  }

  /// Reads a list from a file.
  ///
  /// - Throws: A ``Rejection`` that names the file.
  public static func read(_ path: FilePath) throws -> [FilePath] {
    try Rejection.about(path) {
      let contents = try DiskFileSystem().readFile(
        at: path, limit: byteLimit, followingLinks: true)
      return paths(in: contents.bytes)
    }
  }

  /// Reads a list from standard input, to its end.
  public static func readStandardInput() throws -> [FilePath] {
    paths(in: [UInt8](try FileHandle.standardInput.readToEnd() ?? Data()))
  }

  /// The most bytes of a list: some five million paths; our choice.
  private static let byteLimit = 512 << 20
}
