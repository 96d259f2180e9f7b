import Foundation

/// What not every system has; tests that need it are skipped elsewhere, and say why.
public enum TestedSystem {
  /// Whether `/proc` shows processes and what they have open.
  public static let hasProcesses = FileManager.default.fileExists(atPath: "/proc/self/fd")

  /// Whether files may have names that are not UTF-8, which APFS refuses.
  public static let hasByteNames: Bool = {
    let folder = FileManager.default.temporaryDirectory.path
    let name = "/photoprep-\(UUID().uuidString)".utf8.map(CChar.init(bitPattern:))
    let path = folder.utf8.map(CChar.init(bitPattern:)) + name + [-1, 0]
    guard let file = fopen(path, "w") else { return false }
    fclose(file)
    unlink(path)
    return true
  }()
}
