internal import PhotoCatalog
internal import PhotoStore
internal import SmartCrop

/// Analyses of recent photos, so that another crop of one needs no decoding (decision 0605).
///
/// A photo is identified by the SHA-256 of its bytes and by its focus, so that nothing of a file that has changed is
/// ever used.
final class KeptAnalyses: Sendable {
  /// A photo that was analysed.
  struct Photo: Sendable {
    /// The upright photo's size.
    let size: PixelSize
    let analysis: PhotoAnalysis
  }

  /// The photo and its focus.
  struct Key {
    fileprivate let image: ImageKey

    init(_ bytes: [UInt8], _ focus: [FocusArea]) {
      let focus = focus.map(\.json.compactText).joined()
      // The digest alone identifies the version.
      let version = FileVersion(byteCount: bytes.count, modified: 0, fileNumber: 0)
      image = ImageKey(path: "\(ContentDigest(of: bytes))" + focus, version: version)
    }
  }

  private let cache: ImageCache<Photo>

  /// Makes an empty cache for analyses of so many bytes at most together.
  init(byteCount: Int) { cache = ImageCache(limits: CacheLimits(byteCost: byteCount)) }

  subscript(key: Key) -> Photo? { cache.image(for: key.image) }

  func keep(_ photo: Photo, for key: Key) {
    cache.store(photo, for: key.image, byteCost: photo.byteCost)
  }
}

extension KeptAnalyses.Photo {
  /// Its approximate number of bytes: the map, its running sums and the subjects.
  fileprivate var byteCost: Int {
    let map = analysis.importance
    return map.values.count * MemoryLayout<Float>.size
      + (map.width + map.height) * MemoryLayout<Double>.size
      + analysis.regions.count * MemoryLayout<FocusRegion>.size
  }
}
