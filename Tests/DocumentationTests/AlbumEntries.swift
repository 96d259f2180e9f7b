import Foundation
import PhotoGeometry
import PhotoStore

/// A widget's timeline: what to draw from which date on, the photo for a link, and when to ask again.
struct AlbumEntries {
  var entries: [(date: Date, photo: RecordID?, display: PhotoDisplay)] = []
  var reload: Date?

  /// Plans the timeline of an album, by the name of its file.
  init(of name: String, in groupContainer: URL, family: RenderFamily, from now: Date) throws {
    let reader = PhotoReader(container: groupContainer)
    let album = try PhotoContainer(url: groupContainer).album(name)
    let frame = family.usualFrame
    let timeline = album.timeline(from: now, rendersOf: frame)
    entries = timeline.items.map {
      ($0.date, $0.entry.record, reader.photo($0.entry, for: family))
    }
    reload = timeline.reload
  }
}
