package import Foundation

extension App.Image {
  /// An image with a value in every key, as the app would hold it.
  package static func withEveryKey(preparedAt date: Date) -> App.Image {
    func variant(_ name: String, _ width: Int) -> App.Variant {
      App.Variant(
        renderFileName: name, cropRect: App.Rect(x: 0.125, y: 0.25, width: 0.5, height: 0.625),
        pixelSize: App.Size(width: width, height: 530), straightenDegrees: -2.5,
        rotationQuarterTurns: 3)
    }
    return App.Image(
      fileName: "medium.jpg", contentMode: .fit, height: 200.5, cornerRadius: 8,
      filter: App.Filter(token: .sepia, intensity: 0.75),
      smartPhoto: App.SmartPhoto(
        masterFileName: "master.jpg", small: variant("small.jpg", 530),
        medium: variant("medium.jpg", 1134), large: variant("large.jpg", 1134),
        algorithmVersion: 5, preparedAt: date, shuffleManifestFileName: "smart-shuffle-1.json"))
  }

  /// The same image with every file name replaced.
  package func renamingFiles(_ newName: (String) -> String) -> App.Image {
    var image = self
    image.fileName = newName(fileName)
    image.smartPhoto?.masterFileName = newName(smartPhoto?.masterFileName ?? "")
    for family in [\App.SmartPhoto.small, \.medium, \.large] {
      let name = smartPhoto?[keyPath: family]?.renderFileName ?? ""
      image.smartPhoto?[keyPath: family]?.renderFileName = newName(name)
    }
    return image
  }

  /// Every file the image names but the album's.
  package var fileNames: [String] {
    let variants = [smartPhoto?.small, smartPhoto?.medium, smartPhoto?.large]
    return [fileName, smartPhoto?.masterFileName].compactMap(\.self)
      + variants.compactMap { $0?.renderFileName }
  }
}

extension App.Album {
  /// An album with a value in every key of its first entry, and a second one without.
  package static func withEveryKey(date: Date) -> App.Album {
    var entry = App.AlbumEntry(id: "A/L0/001", flags: ["blurry", "screenshot"])
    entry.sourceFileName = "image-1.jpg"
    (entry.smallFile, entry.mediumFile, entry.largeFile) = ("s.jpg", "m.jpg", "l.jpg")
    let crop = App.Rect(x: 0.25, y: 0, width: 0.5, height: 1)
    (entry.smallAutoCropRect, entry.mediumAutoCropRect) = (crop, crop)
    entry.largeAutoCropRect = crop
    (entry.smallManualFile, entry.mediumManualFile, entry.largeManualFile) = ("a", "b", "c")
    (entry.smallManualCropRect, entry.mediumManualCropRect) = (crop, crop)
    entry.largeManualCropRect = crop
    (entry.smallManualStraightenDegrees, entry.mediumManualStraightenDegrees) = (-1.5, 2)
    entry.largeManualStraightenDegrees = 45
    (entry.smallManualRotationQuarterTurns, entry.mediumManualRotationQuarterTurns) = (1, 2)
    entry.largeManualRotationQuarterTurns = 3
    (entry.preparedAt, entry.score) = (date + 0.25, -3.5)
    return App.Album(
      version: 2, sourceID: "memories:onThisWeek:2026-W02",
      entries: [entry, App.AlbumEntry(id: "A/L0/002", flags: [])], currentIndex: 1,
      rotationIntervalMinutes: 45, nextChangeDate: date + 3600.5)
  }
}
