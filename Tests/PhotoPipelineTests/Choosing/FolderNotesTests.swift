import Foundation
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("What is written about a folder's photos")
struct FolderNotesTests {
  private let directory: TemporaryDirectory
  private let folders = FolderNotes()

  init() throws { directory = try TemporaryDirectory() }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: directory.url.appending(path: name))
  }

  private func notes(of photo: String) -> PhotoNotes {
    let path = FilePath(directory.url.appending(path: photo).path)
    return PhotoNotes(beside: path, folders: folders, in: DiskFileSystem())
  }

  private static let head =
    "imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate"

  private static func row(_ name: String, _ facts: String) -> String {
    #"\#(name),AfQj57OR,\#(facts),"Saturday June 4,2022 12:11 PM GMT",10,"Sunday June 5,2022 1:00 AM GMT""#
  }

  @Test func `the tables of Apple's copy of iCloud Photos are read`() throws {
    try write(
      "Photo Details.csv",
      [
        Self.head, Self.row("IMG_1.HEIC", "yes,no,no"), Self.row("IMG_2.HEIC", "no,yes,no"),
        Self.row(#""a, b.JPG""#, "no,no,yes"),
      ].joined(separator: "\r\n"))
    try write("Photo Details-1.csv", Self.head + "\n" + Self.row("IMG_4.PNG", "no,no,no") + "\n")
    try write("Photo Details-2.csv", "")
    try write("Photo Details-3.csv", "Images\nIMG_4.PNG\n")
    #expect(notes(of: "IMG_1.HEIC").stars == 5 && !notes(of: "IMG_1.HEIC").isHidden)
    for hidden in ["IMG_2.HEIC", "a, b.JPG"] { #expect(notes(of: hidden).isHidden) }
    // 2022-06-04 12:11
    #expect(notes(of: "IMG_4.PNG").seconds == 1_654_344_660)
    #expect(notes(of: "IMG_5.PNG") == PhotoNotes())
  }

  @Test(arguments: [
    ("Saturday June 4,2022 12:11 AM GMT", 1_654_301_460.0),
    ("Saturday June 4,2022 11:11 PM GMT", 1_654_384_260),
    ("Saturday June 4,2022 14:11 PM GMT", 1_654_351_860), ("June 4,2022", nil),
    ("Samstag 4 Juni,2022 12:11 AM GMT", nil),
    ("Saturday June 4,99999999999999999999 12:11 AM GMT", nil), ("", nil),
  ])
  func `times are read as Apple writes them`(text: String, seconds: Double?) {
    #expect(PhotoDate.seconds(ofAppleStamp: text) == seconds)
  }

  @Test(arguments: [".picasa.ini", "Picasa.ini"])
  func `Picasa's stars and hidden photos count`(name: String) throws {
    try write(
      name,
      "[Picasa]\r\nname=Lake\r\n[star.jpg]\r\nbackuphash=1\r\nstar=yes\r\n[away.jpg]\r\nhidden=yes\r\n"
    )
    #expect(notes(of: "star.jpg").stars == 5 && notes(of: "away.jpg").isHidden)
    #expect(notes(of: "plain.jpg") == PhotoNotes())
  }

  @Test func `tables are read up to a limit of the folder, and the one beyond it is told`() throws {
    for name in ["Photo Details.csv", "Photo Details-1.csv"] {
      try write(name, Self.head + "\n" + Self.row(name, "yes,no,no"))
    }
    let folders = FolderNotes(folderLimit: 300)
    func notes(of photo: String) -> PhotoNotes {
      folders.notes(of: FilePath(directory.url.appending(path: photo).path), in: DiskFileSystem())
    }
    #expect(notes(of: "Photo Details.csv").stars == 5)
    #expect(notes(of: "Photo Details-1.csv").stars == nil)
    let told = notes(of: "IMG_1.HEIC").unread
    #expect(told.map { $0.key.lastComponent?.string } == ["Photo Details-1.csv"])
    #expect(told.values.first == "The tables of its folder have more than 300 bytes.")
  }

  @Test func `a table that cannot be read is told for each photo of its folder`() throws {
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "Photo Details.csv"), withIntermediateDirectories: false)
    for photo in ["a.jpg", "b.jpg"] {
      let told = notes(of: photo).unread.map { $0.key.lastComponent?.string }
      #expect(told == ["Photo Details.csv"])
    }
  }
}
