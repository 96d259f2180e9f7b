import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct `A catalog that may not be opened` {
  private let harness: StoreHarness

  init() throws {
    harness = try StoreHarness(.disk)
    try harness.create()
    try harness.run("one") { try $0.add(SamplePhoto(1)) }
  }

  private var folder: FilePath { harness.container.appending(".photoprep") }
  private var catalog: FilePath { folder.appending("catalog.sqlite") }

  private func findings() throws -> [Finding] {
    try harness.run("check", for: .read) { store in
      var findings: [Finding] = []
      _ = try StoreCheck(of: store, readData: false).run { findings.append($0) }
      return findings
    }
  }

  /// Runs a body while a file or a folder has other permissions.
  private func with<Result>(
    _ permissions: Int, on path: FilePath, _ body: () throws -> Result
  ) throws -> Result {
    let files = FileManager.default
    let before = try files.attributesOfItem(atPath: path.string)[.posixPermissions]
    try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: path.string)
    defer {
      try? files.setAttributes([.posixPermissions: before ?? 0o755], ofItemAtPath: path.string)
    }
    return try body()
  }

  @Test func `is noted with what its opening failed with`() throws {
    try harness.base.removeFile(at: catalog)
    try harness.base.createDirectory(at: catalog)
    let findings = try findings()
    #expect(findings.map(\.code) == [.catalogUnusable])
    #expect(findings.first?.message == "The catalog is not used: it is a folder.")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read every file"))
  func `is noted as one whose permissions are to be changed`() throws {
    let finding = try with(0, on: catalog) { try #require(try findings().first) }
    #expect(finding.code == .catalogUnusable && finding.path == catalog)
    #expect(finding.message == "The file cannot be opened: permission was denied.")
    #expect(finding.remedy == "Change the permissions or the owner.")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write to every file"))
  func `for writing is refused with the file or the folder that stands in the way`() throws {
    for (path, permissions) in [(catalog, 0o444), (folder, 0o555)] {
      let error = try with(permissions, on: path) {
        #expect(throws: PhotoprepError.self) {
          let store = try harness.open("two")
          defer { try? store.close() }
          try store.add(SamplePhoto(2))
        }
      }
      #expect(error?.code.description == "permission-denied" && error?.path == path.string)
      #expect(error?.message.hasSuffix(": permission was denied.") == true)
    }
  }
}
