internal import PhotoPrep
internal import SystemPackage

/// The program's arguments as the bytes they are.
///
/// Swift repairs arguments that are not UTF-8, so a path taken from a parsed argument could name
/// another file. This finds the bytes that a parsed argument came from.
enum RawArguments {
  /// Returns the paths that parsed arguments stand for, in their order.
  static func paths(for arguments: [String]) -> [FilePath] {
    var raw = damagedArguments
    return arguments.map { argument in
      guard argument.contains("\u{FFFD}"),
        let index = raw.firstIndex(where: { $0.string == argument })
      else { return FilePath(argument) }
      return raw.remove(at: index)
    }
  }

  /// Returns the path that one parsed argument stands for.
  static func path(for argument: String) -> FilePath { paths(for: [argument])[0] }

  /// Every argument of the process that is not UTF-8.
  private static var damagedArguments: [FilePath] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      guard let pointer = CommandLine.unsafeArgv[index] else { return nil }
      let path = FilePath(platformString: pointer)
      return path.percentEncodedWhenNotUTF8 == nil ? nil : path
    }
  }
}
