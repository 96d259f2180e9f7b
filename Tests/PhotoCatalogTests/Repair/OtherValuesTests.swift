import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

/// A stranger's catalog whose tables are this software's and whose values are not.
@Suite struct `A catalog with values of other types` {
  private let harness: StoreHarness
  private let photos = [SamplePhoto(1), SamplePhoto(2)]

  init() throws {
    harness = try StoreHarness(.disk)
    try harness.create()
  }

  private let status = FileStatus(
    kind: .regular, size: 1, modified: 1, changed: 1, inode: 1, device: 1)

  /// Puts a text in the place of the first photo's numbers, and a byte that no text has in the place of its
  /// name where files are remembered.
  private func spoil() throws {
    let script = """
      import sqlite3
      def change(table, rows):
        d = sqlite3.connect('store/.photoprep/catalog.sqlite')
        sql, = d.execute('SELECT sql FROM sqlite_master WHERE name = ?', [table]).fetchone()
        def write(text):
          d.execute('PRAGMA writable_schema = ON')
          d.execute('UPDATE sqlite_master SET sql = ? WHERE name = ?', [text, table])
          d.commit()
        write(sql.replace(') STRICT, WITHOUT', ') WITHOUT'))
        other = sqlite3.connect('store/.photoprep/catalog.sqlite')
        assert other.execute(rows).rowcount == 1
        other.commit()
        other.close()
        write(sql)
        d.close()
      change('photo', "UPDATE photo SET masterBytes = 'much', renewedAt = 'late' WHERE photo = '\(photos[0].id.photo)'")
      change('source', "UPDATE source SET photo = x'FF' WHERE path = CAST('/a.jpg' AS BLOB)")
      """
    try harness.runProgram("python3", "-c", script)
  }

  @Test func `costs those rows alone, also beside another writer`() throws {
    // A run that is alone makes such a catalog again; while this store is open, no run is.
    let first = try harness.open("one")
    try first.add(photos)
    try first.remember(
      zip(["/a.jpg", "/b.jpg"], photos).map { path, photo in
        SourceObservation(
          of: photo.id.photo, at: FilePath(path), status, observedAt: harness.clock.now)
      })
    try spoil()
    try harness.run("two") { store in
      for photo in photos { #expect(try store.isPrepared(photo)) }
      #expect(try store.photo(at: "/a.jpg", status) == nil)
      #expect(try store.photo(at: "/b.jpg", status) == photos[1].id.photo)
      let files = try FormerPhotos(of: store, in: DiskFileSystem()).files()
      #expect(files.mapValues { $0.map(\.path) } == [photos[1].id.photo: ["/b.jpg"]])
      try store.renew(photos.map(\.id))
    }
    try first.close()
    let isWhole = try harness.run("three", for: .alone) { try photos.allSatisfy($0.isPrepared) }
    #expect(isWhole)
    #expect(try harness.check() == [])
  }
}
