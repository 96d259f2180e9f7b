import PhotoStore

/// What is made of documents that say which files are in use: property lists, designs and albums of whatever version.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let lists = [
    (try? ReferenceDocument.names(ofPreferences: bytes, path: "a")) ?? [],
    (try? ReferenceDocument.names(ofDesign: bytes, path: "a")) ?? [],
    (try? ReferenceDocument.names(ofAlbum: bytes, path: "a")) ?? [],
  ]
  for file in lists.joined() {
    // A name never leads out of its folder.
    precondition(!file.name.isEmpty && !file.name.contains("/") && file.name != "..")
    _ = NamedFile.key(file.name)
  }
  _ = ReferenceDocument.designs(inPreferences: bytes)
  return 0
}
