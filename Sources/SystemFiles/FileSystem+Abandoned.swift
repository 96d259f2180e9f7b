package import Foundation
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
    let seconds = (now.timeIntervalSince1970 - 86_400).rounded(.towardZero)
    let oldest = Int64(seconds: Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max))
    for name in (try? list(folder.isEmpty ? "." : folder)) ?? [] {
      let text = name.string
      guard text.hasPrefix(prefix), text.hasSuffix(ending),
        UUID(uuidString: String(text.dropFirst(prefix.count).dropLast(ending.count))) != nil,
        let status = try? status(of: folder.appending(name), followingLinks: false),
        status.kind == .regular, status.modified < oldest
      else { continue }
      try? removeFile(at: folder.appending(name))
    }
  }
}
