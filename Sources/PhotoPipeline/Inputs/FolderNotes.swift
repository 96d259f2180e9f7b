internal import Foundation
internal import SystemFiles
internal import SystemPackage

/// The files that are about all photos of a folder, each read once (decision 0812).
///
/// The tables in Apple's copy of iCloud Photos (privacy.apple.com), and Picasa's.
final class FolderNotes: Sendable {
  private struct Notes: Sendable {
    var ofPhotos: [String: PhotoNotes] = [:]
    var unread: [FilePath: String] = [:]
  }

  private let folders = Locked<[FilePath: Notes]>([:])

  /// The most bytes of such a file; ours: Apple's rows have some 150.
  private static let byteLimit = 8 << 20
  /// The most bytes of all that are read in a folder.
  private let folderLimit: Int

  /// Apple writes `Photo Details.csv`, `Photo Details-1.csv` and so on beside the photos; a hundred is ours.
  private static let tables =
    ["Photo Details.csv"] + (1..<100).map { "Photo Details-\($0).csv" }
  private static let names = (tables + [".picasa.ini", "Picasa.ini"]).compactMap {
    FilePath.Component($0)
  }

  init(folderLimit: Int = 4 * byteLimit) { self.folderLimit = folderLimit }

  func notes(of photo: FilePath, in fileSystem: any FileSystem) -> PhotoNotes {
    let folder = photo.removingLastComponent()
    let all = folders.withLock { folders in
      let all = folders[folder] ?? read(folder, in: fileSystem)
      folders[folder] = all
      return all
    }
    var notes = photo.lastComponent.flatMap { all.ofPhotos[$0.string] } ?? PhotoNotes()
    notes.unread = all.unread
    return notes
  }

  private func read(_ folder: FilePath, in fileSystem: any FileSystem) -> Notes {
    var (notes, left) = (Notes(), folderLimit)
    guard let statuses = try? fileSystem.statuses(of: Self.names, in: folder) else { return notes }
    for (name, status) in zip(Self.names, statuses) where status != nil {
      let path = folder.appending(name)
      do {
        let file = try fileSystem.readFile(at: path, limit: Self.byteLimit, followingLinks: true)
        left -= file.bytes.count
        if left < 0 {
          notes.unread[path] = "The tables of its folder have more than \(folderLimit) bytes."
          break
        }
        let text = PhotoNotes.text(of: file.bytes)
        let found = path.extension == "ini" ? PhotoNotes.picasa(text) : PhotoNotes.appleTable(text)
        notes.ofPhotos.merge(found) { first, other in
          var both = first
          both.join(other)
          return both
        }
      } catch {
        notes.unread[path] = error.message
      }
    }
    return notes
  }
}

extension PhotoNotes {
  /// Reads a file of Picasa: a section for each photo with a star, or that is hidden there.
  static func picasa(_ text: String) -> [String: PhotoNotes] {
    KeyFile(text).sections.compactMapValues { values in
      var notes = PhotoNotes()
      notes.stars = values["star"] == "yes" ? 5 : nil
      notes.isHidden = values["hidden"] == "yes"
      return notes == PhotoNotes() ? nil : notes
    }
  }

  /// Reads a table of Apple's: a row for each photo, with its name, and whether it is a favourite, hidden or deleted.
  ///
  /// Other tables give nothing.
  static func appleTable(_ text: String) -> [String: PhotoNotes] {
    let rows = text.split(whereSeparator: \.isNewline).map(fields)
    guard let header = rows.first, header.first == "imgName" else { return [:] }
    var photos: [String: PhotoNotes] = [:]
    for row in rows.dropFirst() {
      let values = Dictionary(zip(header, row)) { first, _ in first }
      guard let name = row.first else { continue }
      var notes = PhotoNotes()
      notes.seconds = values["originalCreationDate"].flatMap(PhotoDate.seconds(ofAppleStamp:))
      notes.stars = values["favorite"] == "yes" ? 5 : nil
      notes.isHidden = values["hidden"] == "yes" || values["deleted"] == "yes"
      photos[name, default: PhotoNotes()].join(notes)
    }
    return photos
  }

  /// The fields of a row (RFC 4180): in quotation marks where they have commas.
  private static func fields(_ row: Substring) -> [String] {
    var (fields, isQuoted) = ([""], false)
    for character in row {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}

extension PhotoDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The seconds of a time as Apple's tables have it, `Saturday June 4,2022 12:11 PM GMT`.
  static func seconds(ofAppleStamp text: String) -> Double? {
    let words = text.split { " ,:".contains($0) }
    guard words.count >= 7, let month = months.firstIndex(where: { $0 == words[1] }),
      let day = Int(words[2]), let year = Int(words[3]), let hour = Int(words[4]),
      let minute = Int(words[5]), (1...31).contains(day), (1...9999).contains(year),
      (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    let isLate = words[6] == "PM" && hour < 12
    let hours = words[6] == "AM" && hour == 12 ? 0 : isLate ? hour + 12 : hour
    return Double(days(year, month + 1, day) * 86_400 + hours * 3600 + minute * 60)
  }
}

/// A text of sections with keys, as Picasa and RawTherapee write it: `[section]`, then lines of `key=value`.
struct KeyFile {
  /// The values by section and key; of a key that is there twice the last one.
  private(set) var sections: [String: [String: String]] = [:]

  /// Reads a text; lines of another form are passed over.
  init(_ text: String) {
    var section = ""
    for line in text.split(whereSeparator: \.isNewline) {
      if line.first == "[", let end = line.lastIndex(of: "]") {
        section = String(line[line.index(after: line.startIndex)..<end])
      } else if let equals = line.firstIndex(of: "=") {
        let value = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        sections[section, default: [:]][line[..<equals].trimmingCharacters(in: .whitespaces)] =
          value
      }
    }
  }
}
