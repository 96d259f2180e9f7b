import Foundation
import PhotoGeometry
import PhotoStore
import Testing

struct StoreDocumentTests {
  private func image(_ stem: String, album: String? = nil) -> String {
    let album = album.map { #", "shuffleManifestFileName": "\#($0)""# } ?? ""
    return """
      {"fileName": "\(stem)-base.jpg", "kept": 1.50, "smartPhoto": {"masterFileName": "\(stem)-master.jpg",
        "small": {"renderFileName": "\(stem)-small.jpg"}, "medium": {"renderFileName": "\(stem)-medium.jpg"},
        "large": {"renderFileName": "\(stem)-large.jpg", "kept": [{"fileName": "not-a-name.jpg"}]}\(album)}}
      """
  }

  private var widget: String {
    """
    {"id": "x", "fileNames": "no", "image": \(image("all", album: "smart-shuffle-1.json")),
     "matchedSet": {"small": {"image": \(image("small"))}, "large": {"image": \(image("large"))},
                    "huge": {"image": \(image("huge"))}}}
    """
  }

  private func document(_ kind: StoreDocument.Kind, _ text: String) throws -> StoreDocument {
    try StoreDocument(kind, bytes: Array(text.utf8), path: "document.json")
  }

  private func names(_ stem: String) -> Set<String> {
    Set(["base", "master", "small", "medium", "large"].map { "\(stem)-\($0).jpg" })
  }

  @Test("A design lists its image, its smart photo and its matched set, and no other key")
  func designNames() throws {
    let references = try document(.design, widget).references
    let images = Set(references.filter(\.isImage).map(\.name))
    #expect(images == names("all").union(names("small")).union(names("large")))
    #expect(references.filter { !$0.isImage }.map(\.name) == ["smart-shuffle-1.json"])
    #expect(references.count == 16)
    #expect(references.contains(FileReference(name: "all-master.jpg", role: .master)))
    #expect(references.contains(FileReference(name: "large-small.jpg", role: .render(.small))))
  }

  @Test("A list of designs and a document with only an image are designs")
  func designForms() throws {
    let list = try document(.design, "[\(widget), \(widget)]")
    #expect(list.references.count == 32)
    let one = try document(.design, image("one", album: "a.json"))
    #expect(Set(one.references.map(\.name)) == names("one").union(["a.json"]))
  }

  @Test("An album lists its sources, its automatic and its manual renders")
  func albumNames() throws {
    let album = try document(
      .album,
      """
      {"entries": [{"id": "1", "sourceFileName": "s.jpg", "smallFile": "a.jpg", "smallManualFile": "m.jpg",
        "largeFile": "folder/l.jpg", "mediumFile": 7}, "no entry"], "fileName": "no.jpg"}
      """)
    #expect(
      album.references == [
        FileReference(name: "s.jpg", role: .master),
        FileReference(name: "a.jpg", role: .render(.small)),
        FileReference(name: "m.jpg", role: .manualRender(.small)),
        FileReference(name: "l.jpg", role: .render(.large)),
      ])
  }

  @Test("Renaming changes the listed names and leaves every other byte unchanged")
  func renaming() throws {
    let before = try document(.design, "[\(widget)]")
    let renamed = before.renamingFiles { "new-\($0.name)" }
    #expect(renamed.references.map(\.name) == before.references.map { "new-\($0.name)" })
    let back = renamed.renamingFiles { String($0.name.dropFirst(4)) }
    #expect(back == before)
    #expect(before.renamingFiles { _ in nil } == before)
    #expect(String(decoding: renamed.bytes, as: UTF8.self).contains(#""kept": 1.50"#))
    #expect(String(decoding: renamed.bytes, as: UTF8.self).contains(#""not-a-name.jpg""#))
  }

  @Test(
    "A document of another kind is refused",
    arguments: [
      (StoreDocument.Kind.design, "7"), (.design, "[1]"), (.album, "[]"), (.album, "\"text\""),
      (.design, "{"), (.design, #"{"image": 1, "image": 2}"#),
    ])
  func refusals(kind: StoreDocument.Kind, text: String) throws {
    let error = try #require(throws: PhotoprepError.self) { try document(kind, text) }
    #expect(error.code == .unreadableDocument)
  }
}

struct ImportedFileNameTests {
  private let digest = ContentDigest(String(repeating: "0123456789abcdef", count: 4))

  @Test("An imported image is named by its role and its bytes, and the name reads back")
  func roundTrip() throws {
    let digest = try #require(digest)
    for role in ImportedFileName.Role.allCases {
      let name = ImportedFileName(role, of: digest)
      #expect(ImportedFileName(name.description) == name)
      #expect(name.names(digest))
    }
    let name = ImportedFileName(.manualRender(.small), of: digest).description
    #expect(name == "smart-small-manual-01234567-89AB-8DEF-8123-456789ABCDEF.jpg")
  }

  @Test(
    "A name given by the published app, or any other, is not taken for an imported image's name",
    arguments: [
      "smart-small-01234567-89AB-4DEF-8123-456789ABCDEF.jpg",
      "smart-small-01234567-89AB-8DEF-C123-456789ABCDEF.jpg",
      "smart-small-01234567-89ab-8def-8123-456789abcdef.jpg",
      "smart-tiny-01234567-89AB-8DEF-8123-456789ABCDEF.jpg",
      "image-01234567-89AB-8DEF-8123-456789ABCDEF.png", "x.jpg", ".jpg", "",
      "smart-small-0123456789abcdef-01234567.jpg",
    ])
  func otherNames(name: String) { #expect(ImportedFileName(name) == nil) }
}

struct DocumentDateFormTests {
  @Test(
    "A design's dates become ISO 8601 and an album's become numbers, and dates already in that form stay"
  )
  func forms() throws {
    let design = try StoreDocument(
      .design,
      bytes: Array(
        #"{"updatedAt": 0, "image": {"smartPhoto": {"preparedAt": 86400.5}}, "other": 7}"#.utf8),
      path: "a.json")
    let text = String(decoding: design.writingDates().bytes, as: UTF8.self)
    #expect(text.contains(#""updatedAt": "2001-01-01T00:00:00Z""#))
    #expect(text.contains(#""preparedAt": "2001-01-02T00:00:00Z""#))
    #expect(text.contains(#""other": 7"#))
    #expect(design.writingDates().writingDates() == design.writingDates())
    let album = try StoreDocument(
      .album,
      bytes: Array(
        #"{"nextChangeDate": "2001-01-01T00:01:00Z", "entries": [{"preparedAt": 1.50}]}"#.utf8),
      path: "b.json")
    let kept = String(decoding: album.writingDates().bytes, as: UTF8.self)
    #expect(kept.contains(#""nextChangeDate": 60"#))
    #expect(kept.contains(#""preparedAt": 1.50"#))
  }
}
