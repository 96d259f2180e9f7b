package import Imaging

/// What a photo's file has of a gain map.
package enum FoundGainMap: Sendable {
  /// There is none.
  case none
  /// There is one that cannot be read: damaged, of another kind, or made for another picture.
  case unread
  /// There is one.
  case map(GainMap)
}

extension PhotoSource {
  /// Reads what the file says of its gain map; ISO 21496-1's metadata count before those in XMP.
  package var gainMap: FoundGainMap {
    let files = attachedGainMaps
    let maps = files.lazy.compactMap { file in
      let metadata =
        file.iso.map(GainMapMetadata.init(iso:)) ?? file.xmp.flatMap(GainMapMetadata.init(xmp:))
      return metadata.flatMap { GainMap(file, $0, of: self) }
    }
    return maps.first.map { .map($0) } ?? (files.isEmpty && !hasForeignGainMap ? .none : .unread)
  }
}
