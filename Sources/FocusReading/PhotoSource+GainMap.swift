package import Imaging

/// The result of searching a photo's file for a gain map.
package enum FoundGainMap: Sendable {
  case none
  /// There is a gain map that cannot be read: damaged, of another kind, or made for another picture.
  case unread
  case map(GainMap)
}

extension PhotoSource {
  /// Reads the file's gain map.
  ///
  /// ISO 21496-1's numbers for a map take precedence over those in Adobe's XMP, and these over Apple's.
  package var gainMap: FoundGainMap {
    let files = attachedGainMaps
    let maps = files.lazy.compactMap { file in
      self.numbers(of: file).flatMap { GainMap(file, $0, of: self) }
    }
    return maps.first.map { .map($0) } ?? (files.isEmpty && !claimsGainMap ? .none : .unread)
  }

  private func numbers(of file: AttachedGainMap) -> GainMapMetadata? {
    if let iso = file.iso.flatMap(GainMapMetadata.init(iso:)) { return iso }
    if let adobes = file.xmp.flatMap(GainMapMetadata.init(xmp:)) { return adobes }
    guard file.isApples else { return nil }
    let packet = file.xmp.flatMap(XMPPacket.properties)
    let stated = packet?[GainMapMetadata.appleNamespace, "HDRGainMapHeadroom"].number
    return (stated ?? metadata.appleHeadroom).flatMap(GainMapMetadata.init(appleHeadroom:))
  }
}
