import Foundation
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Input files")
struct InputFilesTests {
  let directory: TemporaryDirectory
  let root: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    root = FilePath(directory.url.path)
  }

  private func write(_ name: String, _ bytes: [UInt8] = [0]) throws {
    let path = root.appending(name)
    try DiskFileSystem().createDirectories(at: path.removingLastComponent())
    try DiskFileSystem().createFile(at: path, bytes: bytes)
  }

  private func names(_ inputs: InputFiles) -> [String] {
    inputs.map { item in
      switch item {
      case .success(let file): String(file.path.string.dropFirst(root.string.count + 1))
      case .failure(let rejection): "rejected \(rejection.code)"
      }
    }
  }

  private func inputs(_ roots: [FilePath], excluding: FilePath? = nil) -> InputFiles {
    InputFiles(roots, excluding: excluding, in: DiskFileSystem())
  }

  private let pngStart: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  @Test func `folders are walked to the bottom in the order of names`() throws {
    for name in ["b/2.jpg", "b/c/1.HEIC", "a.png", "z.tif"] { try write(name) }
    #expect(names(inputs([root])) == ["a.png", "b/2.jpg", "b/c/1.HEIC", "z.tif"])
  }

  @Test func `hidden files and files that are not photos are skipped and counted`() throws {
    for name in [".hidden.jpg", ".git/x.jpg", "notes.txt", "photo.xmp", "photo.jpg"] {
      try write(name)
    }
    let found = inputs([root])
    #expect(names(found) == ["photo.jpg"])
    #expect(found.skipped.hidden == 2 && found.skipped.other == 2)
    #expect(found.skipped.description == "2 hidden, 1 TXT, 1 XMP")
  }

  @Test func `a photo without a photo's name counts by its first bytes`() throws {
    try write("IMG_0001", pngStart)
    try write("README")
    #expect(names(inputs([root])) == ["IMG_0001"])
  }

  @Test func `a path that was named is tried whatever its name`() throws {
    try write(".hidden.txt")
    #expect(names(inputs([root.appending(".hidden.txt")])) == [".hidden.txt"])
  }

  @Test func `a path that is not there is rejected and the walk goes on`() throws {
    try write("a.jpg")
    let found = names(inputs([root.appending("gone"), root.appending("a.jpg")]))
    #expect(found == ["rejected not-found", "a.jpg"])
  }

  @Test func `the excluded folder is not entered under any name`() throws {
    try write("a.jpg")
    try write("store/WidgetWeaverImages/b.jpg")
    let store = root.appending("store/../store")
    #expect(names(inputs([root], excluding: store)) == ["a.jpg"])
  }

  @Test func `another store and the app's container are skipped and counted`() throws {
    for name in [
      "a.jpg", "other/.photoprep/store.json", "other/b.jpg", "app/WidgetWeaverImages/c.jpg",
      "app/d.jpg", "store/WidgetWeaverImages/e.jpg",
    ] {
      try write(name)
    }
    let found = inputs([root, root.appending("other")], excluding: root.appending("store"))
    #expect(names(found) == ["a.jpg"])
    #expect(found.skipped.stores == 4 && found.skipped.description == "4 stores")
  }

  @Test func `trash, copies and libraries are skipped and counted, unless they are named`() throws {
    for name in [
      "a.jpg", "#recycle/b.jpg", "$RECYCLE.BIN/S-1-5-21/c.jpg", "Recently Deleted/d.jpg",
      "@eaDir/a.jpg/SYNOPHOTO_THUMB_XL.jpg", "L Previews.lrdata/e.jpg",
      "My.photoslibrary/originals/f.jpg", "My.photoslibrary/resources/derivatives/f.jpg",
      "Old.migratedphotolibrary/Masters/f.jpg", "appdata_oc1a2b3c/preview/1/64-64.png",
      "immich/thumbs/.immich", "immich/thumbs/7d/i-preview.jpeg", "immich/profile/.immich",
      "immich/profile/7d/i.jpg", "storage/.ppstorage", "storage/cache/thumbnails/0/i_fit_720.jpg",
      "storage/sidecar/i.heic.jpg", "PRIVATE/M4ROOT/THMBNL/C0001T01.JPG",
      "resources/g.jpg", "originals/h.jpg", "thumbs/j.jpg", "cache/k.jpg",
    ] {
      try write(name)
    }
    let found = inputs([root])
    #expect(
      names(found)
        == ["a.jpg", "cache/k.jpg", "originals/h.jpg", "resources/g.jpg", "thumbs/j.jpg"])
    #expect(
      found.skipped.description
        == "1 hidden, 3 trash folders, 8 folders of copies, 2 photo libraries")
    let named = inputs([root.appending("#recycle"), root.appending("My.photoslibrary")])
    #expect(names(named) == ["#recycle/b.jpg", "My.photoslibrary/originals/f.jpg"])
    #expect(named.skipped.description == "1 folder of copies")
  }

  @Test func `pictures of videos and earlier versions of photos are skipped and counted`() throws {
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
    for name in [
      "MVI_1.THM", "DJI_2.scr", "a.jpg", "a.jpg_original", "b.png", "b.png~", "c.jpg_original",
      "d.jpg~",
    ] {
      try write(name, jpeg)
    }
    let found = inputs([root])
    #expect(names(found) == ["a.jpg", "b.png", "c.jpg_original", "d.jpg~"])
    #expect(found.skipped.description == "1 SCR, 1 THM, 2 other files")
    #expect(names(inputs([root.appending("MVI_1.THM")])) == ["MVI_1.THM"])
  }

  @Test func `a folder that is given twice, or with one above it, is walked once`() throws {
    for name in ["a.jpg", "b/c.jpg", "b/#recycle/d.jpg"] { try write(name) }
    let link = root.appending("link")
    try FileManager.default.createSymbolicLink(
      atPath: link.string, withDestinationPath: root.appending("b").string)
    let (inner, trash) = (root.appending("b"), root.appending("b/#recycle"))
    #expect(names(inputs([inner, root])) == ["b/c.jpg", "a.jpg"])
    #expect(names(inputs([root, inner, root.appending(".")])) == ["a.jpg", "b/c.jpg"])
    #expect(names(inputs([root, link])) == ["a.jpg", "link/c.jpg"])
    let found = inputs([root, trash])
    #expect(names(found) == ["a.jpg", "b/c.jpg", "b/#recycle/d.jpg"])
    #expect(found.skipped.description == "1 symbolic link")
  }

  @Test func `a path inside the store is rejected, under whatever name`() throws {
    try write("a.jpg")
    try write("store/WidgetWeaverImages/b.jpg")
    try write("store 2/c.jpg")
    let disk = FileManager.default
    for (link, target) in [("folder", "store"), ("b.jpg", "store/WidgetWeaverImages/b.jpg")] {
      try disk.createSymbolicLink(
        atPath: root.appending(link).string, withDestinationPath: root.appending(target).string)
    }
    let roots = [
      "store", "store/WidgetWeaverImages", "store/WidgetWeaverImages/b.jpg",
      "folder/WidgetWeaverImages", "b.jpg", "store 2", "a.jpg",
    ].map(root.appending)
    let found = names(inputs(roots, excluding: root.appending("folder")))
    let rejected = Array(repeating: "rejected inside-store", count: 5)
    #expect(found == rejected + ["store 2/c.jpg", "a.jpg"])
  }

  @Test func `a FIFO below a folder is skipped and a named one is rejected`() throws {
    #expect(mkfifo(root.appending("pipe.jpg").string, 0o600) == 0)
    #expect(names(inputs([root])) == [])
    #expect(names(inputs([root.appending("pipe.jpg")])) == ["rejected not-a-regular-file"])
  }

  @Test(.enabled(if: TestedSystem.hasByteNames, "names of files are UTF-8 here"))
  func `names are bytes`() throws {
    let name = FilePath(
      bytes: Array(root.string.utf8) + Array("/a".utf8) + [0xFF] + Array(".jpg".utf8))
    try DiskFileSystem().createFile(at: name, bytes: [1])
    let found = inputs([root]).compactMap { item in
      if case .success(let file) = item { file.path } else { nil }
    }
    #expect(found == [name])
  }

  @Test func `counting sees what the walk will see`() throws {
    for name in ["a.jpg", "b.txt", "c/d.png"] { try write(name) }
    let found = inputs([root, root.appending("gone")])
    #expect(found.count(upTo: 3) == 3)
    #expect(found.count(upTo: 2) == nil)
    #expect(names(found).count == 3)
  }
}
