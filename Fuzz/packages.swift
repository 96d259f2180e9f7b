import PhotoGeometry
import PhotoStore

/// Reads a package up to the decoding of its images: designs, albums, images, names and references.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let package = try? ExchangePackage(bytes: bytes, fileName: "a.json", path: "a") else {
    return 0
  }
  for image in package.images + package.albumImages {
    // An accepted name is that of one file in one folder.
    precondition(FileNameRule.isUsable(image.name) && !image.name.contains("/"))
    _ = PictureHeader.read(Array(image.base64.utf8))
  }
  for document in package.designs.map(\.document) + package.albums.map(\.document) {
    _ = (document.titles, document.newerVersion, document.isOneImage)
    for name in document.mentions + document.references.map(\.name) {
      precondition(!name.contains("/") && name != "..")
    }
    _ = document.renamingMentions(["a.jpg": "b.jpg"])
  }
  return 0
}
