@testable import Imaging
import PhotoGeometry
import PhotoStore
import SmartCrop

/// Reads the regions in a photo's XMP and in its sidecar, and the XMP of a gain map.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for orientation in [1, 6] {
    let photo = PhotoMetadata(
      xmp: bytes, size: PixelSize(width: 4032, height: 3024), orientation: orientation,
      exifSize: nil, subjectArea: bytes.prefix(4).map { Int($0) * 16 })
    check(StatedFacts(photo).regions.map(\.rect))
  }
  if let map = GainMapMetadata(xmp: bytes) { precondition([1, 3].contains(map.channels.count)) }
  if let areas = try? FocusSidecar.areas(in: bytes) { check(areas.map(\.rect)) }
  return 0
}

/// Checks that every region lies in the photo.
private func check(_ rects: [NormalizedRect]) {
  precondition(rects.count <= 64)
  for rect in rects {
    precondition(rect.x >= 0 && rect.y >= 0 && rect.maxX <= 1.000001 && rect.maxY <= 1.000001)
    precondition(rect.width >= 0 && rect.height >= 0)
  }
}
