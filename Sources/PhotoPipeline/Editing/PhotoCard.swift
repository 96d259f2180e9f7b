internal import Foundation
internal import Imaging
internal import PhotoCatalog
package import PhotoStore
internal import SmartCrop
internal import SystemFiles
internal import SystemPackage

/// A prepared photo as the pages for people show it.
package struct PhotoCard: Sendable {
  package let record: PhotoRecord
  /// How much the photo needs to be checked by a person; 0 and above, more is worse (decision 0701).
  package let severity: Double
  /// Whether a flag asks for a person; the flag for a small photo does not, as no crop improves it (decision 0701).
  package var needsLook: Bool { record.preparation.needsLook }
  package var id: RecordID { record.id }

  private let folders: FolderNotes
  /// The photo's files as the catalog knows them.
  private let files: [FilePath]

  /// Makes the card of a record; cards that share `folders` read the files there once.
  init(_ record: PhotoRecord, files: [FilePath] = [], folders: FolderNotes = FolderNotes()) {
    (self.record, self.files, self.folders) = (record, files, folders)
    severity = Self.severity(of: record.preparation)
  }

  /// The first of the file names under which the photo was found, in the order of their paths, without its folder.
  package var name: String {
    guard let path = record.preparation.sources.first?.path else { return id.photo.description }
    return path.lastComponent.map { FilePath(bytes: $0.bytes).displayText } ?? path.displayText
  }

  /// When the photo was taken, by its metadata or its file's name; `nil` if neither has a date.
  var date: PhotoDate? {
    let source = record.preparation.sources.first?.path
    let date = PhotoDate(
      record.preparation.capture, path: source ?? FilePath(), modified: 0, in: .gmt)
    return date.source == .file ? nil : date
  }

  /// The stars that files beside the photo give, else its own file, as `album make --best` counts them; `nil` if a
  /// person gave or removed stars here, and if no file gives any.
  ///
  /// A record's relative paths depend on the folder in which the photo was named, so only its absolute ones count, and
  /// only where the catalog knows no file.
  var starsOfFiles: Int? {
    guard record.preparation.hand?.stars == nil else { return nil }
    let named = record.preparation.sources.map(\.path).filter(\.isAbsolute)
    return PhotoNotes(beside: files.isEmpty ? named : files, folders: folders, in: DiskFileSystem())
      .rated(else: record.preparation.capture).stars
  }

  /// Every render a widget shows, and the master.
  package var shownFiles: [StoredFile] {
    [record.preparation.master] + record.preparation.shownRenders
  }

  /// The weight of a flag of a render: cut subjects are errors, the others are worth a look.
  private static func weight(_ flag: PhotoFlag?) -> Double {
    switch flag {
    case .subjectCut: 3
    case .lowResolution: 2
    case .fitted, .vanishesTinted, .gainMapUnread, .gainMapLeftOut: 0
    case .flat, .overByteLimit, .missingEnd, .preview, .fromMaster, nil: 1
    }
  }

  private static func severity(of photo: PhotoPreparation) -> Double {
    if photo.hand?.isAccepted == true { return 0 }
    return photo.families.reduce(0) { sum, family in
      let flags = photo.shownFlags(family).reduce(0) { sum, flag in
        let flag = PhotoFlag(rawValue: flag)
        let share = flag == .lowResolution ? min(1, max(0, photo.enlargement(family) - 1)) : 1
        return sum + weight(flag) * share
      }
      let doubt =
        photo.hand?.renders[family] == nil
        ? photo.risk(family).map { min(1, max(0, $0)) } ?? 0 : 0
      return sum + flags + doubt
    }
  }
}

extension PhotoPreparation {
  /// The factor by which a family's render enlarges the photo; at most 1 if the photo has enough pixels.
  fileprivate func enlargement(_ family: RenderFamily) -> Double {
    guard let frame = recipe.frames[family], let crop = crops[family] else { return 0 }
    if let framing = hand?.renders[family]?.framing {
      return PictureCut(framing, to: frame).scale(of: master.size)
    }
    if crop.isFitted { return PictureCut(crop, to: frame).scale(of: uprightSize) }
    let shown = crop.pixelSize
    return max(
      Double(frame.width) / Double(shown.width), Double(frame.height) / Double(shown.height))
  }

  /// The flags of the photo itself, independent of its renders.
  var ownFlags: [String] {
    let ofCrops = Set(crops.values.flatMap(\.flags))
    return flags.filter { !ofCrops.contains($0) }
  }
}

extension PhotoCard {
  /// Returns the card as one line of JSON, without its end, as the pages' script reads it.
  ///
  /// `time` is how long the photo took, in seconds of CPU time, if known; records do not hold it. A brief card leaves out
  /// fields that only framing needs, and usual values: names and tags of files, automatic crops, values of a render that
  /// are 0, `false` or empty.
  ///
  /// - Throws: Foundation's error when a number is not finite.
  package func jsonLine(time: Double? = nil, isBrief: Bool = false) throws -> String {
    try JSONLine.encode(fields(time, isBrief))
  }

  private func fields(_ time: Double?, _ isBrief: Bool) -> JSONFields {
    let photo = record.preparation
    let renders = photo.crops.all.map { family, crop in
      (family.rawValue, photo.fields(of: family, crop, isBrief))
    }
    return [
      "id": id.description, "name": name, "variant": photo.recipe.variant, "format": photo.format,
      "sources": photo.sources.map(\.path.displayText),
      "preparedAt": record.preparedAt.formatted(.iso8601),
      "width": photo.uprightSize.width, "height": photo.uprightSize.height,
      "bytes": shownFiles.reduce(0) { $0 + $1.byteCount },
      "flags": Set(photo.ownFlags + photo.families.flatMap(photo.shownFlags)).sorted(),
      "severity": severity.rounded(toPlaces: 4), "asks": needsLook,
      "revision": photo.hand?.revision ?? 0, "accepted": photo.hand?.isAccepted ?? false,
      // Of a person here, and of files beside the photo if these count.
      "stars": photo.hand?.stars ?? 0, "fileStars": starsOfFiles,
      // 0…1, and seconds from 1970; `nil` if unknown.
      "score": photo.assessment?.score.total.rounded(toPlaces: 4), "taken": date?.seconds,
      "master": photo.master.fields(isBrief), "renders": Dictionary(uniqueKeysWithValues: renders),
      "regions": photo.regions.map(\.fields),
      // Milliseconds of CPU time.
      "time": time.map { (1e3 * $0).rounded(toPlaces: 1) },
    ]
  }
}

extension StoredFile {
  fileprivate func fields(_ isBrief: Bool) -> JSONFields {
    [
      "name": isBrief ? nil : name.description,
      "tag": isBrief ? nil : RenderTag(digest).description, "width": size.width,
      "height": size.height, "bytes": byteCount, "quality": quality,
    ]
  }
}

extension PhotoPreparation {
  fileprivate func fields(
    of family: RenderFamily, _ crop: FamilyCrop, _ isBrief: Bool
  ) -> JSONFields {
    let manual = hand?.renders[family]
    let framing = manual?.framing
    func told<Value: Equatable>(_ value: Value, unless usual: Value) -> Value? {
      isBrief && value == usual ? nil : value
    }
    return [
      "file": (shownRender(family) ?? renders.medium).fields(isBrief),
      "rect": (framing?.cropRect ?? crop.rect).edges, "auto": isBrief ? nil : crop.rect.edges,
      "turns": told(framing?.quarterTurns ?? 0, unless: 0),
      "degrees": told(framing?.straightenDegrees ?? 0, unless: 0), "risk": risk(family),
      "flags": told(shownFlags(family), unless: []), "manual": told(manual != nil, unless: false),
      "fit": told(framing?.isFitted ?? crop.isFitted, unless: false),
      "autoFit": told(crop.isFitted, unless: false),
    ]
  }
}

extension FocusRegion {
  /// `isMain`: its loss is noticed when it is cut; the others are guesses.
  fileprivate var fields: JSONFields {
    ["rect": missed.edges, "kind": kind.rawValue, "isMain": isMain]
  }
}

extension NormalizedRect {
  /// Left, top, width and height, to a millionth.
  fileprivate var edges: [Double] { [x, y, width, height].map { $0.rounded(toPlaces: 6) } }
}

extension Recipe {
  /// What tells a preparation of a photo from others of the same photo, for people: the device, then
  /// all that is not as usual.
  package var variant: String {
    let asked = [
      focus.isEmpty ? nil : "focus " + focus.map(\.words).joined(separator: " and "),
      background == RGBColour.black.description ? nil : "on \(background)",
      zooms ? "zoomed" : nil,
      fit.map { $0 == .always ? "shown whole" : "whole where heads are cut" },
      text.map { "text at \($0.rect.words)" },
      gainMaps ? "with gain maps" : nil,
      filter.map { $0.intensity == 1 ? "\($0.token)" : "\($0.token) \($0.intensity)" },
      analysis == Self.heuristicAnalysis ? "cues alone" : nil,
      codec.map { "by \($0)" },
      hasStandardQualities ? nil : "quality \(master.quality) and \(renders.small.quality)",
      algorithmVersion < CropGeneration.today.algorithmVersion ? "older rules" : nil,
    ]
    return ([device] + asked.compactMap(\.self)).joined(separator: ", ")
  }

  /// The newest device with these frames, or else the frames.
  private var device: String {
    guard let screen = WidgetScreen.having(frames) else {
      return frames.values.map(\.description).joined(separator: " ")
    }
    return screen.devices.last ?? screen.identifier
  }

  private var hasStandardQualities: Bool {
    master == Master() && renders == Self.standardRenders(of: frames.families)
  }
}

extension FocusArea {
  fileprivate var words: String { isPoint ? "\(rect.x),\(rect.y)" : rect.words }
}

extension NormalizedRect {
  fileprivate var words: String { [x, y, width, height].map(\.description).joined(separator: ",") }
}
