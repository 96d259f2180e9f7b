internal import Foundation
internal import SystemFiles
public import SystemPackage

/// A list of paths in a file: separated by NUL, or one a line.
public enum PathList {
  /// Returns the paths in a list, in their order; empty ones are left out.
  ///
  /// The separator is NUL when there is one anywhere in the list, else a newline, so that `find
  /// -print0` and `ls` both work. Paths are bytes and need not be UTF-8. A carriage return before
  /// a newline belongs to the line's end, and a byte order mark, as editors on Windows write it, to no path.
  public static func paths(in list: [UInt8]) -> [FilePath] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = list.starts(with: mark) ? list.dropFirst(mark.count) : list[...]
    let isSeparatedByNUL = bytes.contains(0)
    let separator: UInt8 = isSeparatedByNUL ? 0 : UInt8(ascii: "\n")
    return bytes.split(separator: separator).map { line in
      let endsInReturn = !isSeparatedByNUL && line.last == UInt8(ascii: "\r")
      return endsInReturn ? line.dropLast() : line
    }.filter { !$0.isEmpty }.map { FilePath(bytes: $0) }
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
