package import Foundation
import PhotoStore
package import SystemFiles
package import SystemPackage

extension FileSystem {
  /// Removes incomplete files that runs left in a folder which were killed at least a day ago; what cannot be removed
  /// stays, and harms nothing.
  ///
  /// Their names are the prefix, a UUID and the ending.
  package func removeAbandoned(
    _ prefix: String, _ ending: String = "", in folder: FilePath, now: Date
  ) {
    // Ours: a day, as a file is written in seconds and clocks of shares differ by hours.
    let oldest = now.addingTimeInterval(-86_400).nanoseconds
    for name in (try? list(folder.isEmpty ? "." : folder)) ?? [] {
      let text = name.string
      guard text.hasPrefix(prefix), text.hasSuffix(ending),
        ImportedFileName.isIdentifier(String(text.dropFirst(prefix.count).dropLast(ending.count))),
        let status = try? status(of: folder.appending(name), followingLinks: false),
        status.kind == .regular, status.modified < oldest
      else { continue }
      try? removeFile(at: folder.appending(name))
    }
  }
}
