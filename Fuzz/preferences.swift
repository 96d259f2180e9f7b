import PhotoStore

/// Reads documents that say which files are in use: property lists, designs and albums of any version, databases.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let reader = LocalPropertyListReader()
  let lists = [
    (try? ReferenceDocument.names(ofPreferences: bytes, path: "a", readBy: reader))?.files ?? [],
    (try? ReferenceDocument.names(ofDesign: bytes, path: "a"))?.files ?? [],
    (try? ReferenceDocument.names(ofAlbum: bytes, path: "a"))?.files ?? [],
    ReferenceDocument.names(ofNotes: bytes, readBy: reader).files,
  ]
  for file in lists.joined() {
    // A name never points outside its folder.
    precondition(!file.name.isEmpty && !file.name.contains("/") && file.name != "..")
    _ = NamedFile.key(file.name)
  }
  _ = try? ReferenceDocument.designs(inPreferences: bytes, path: "a", readBy: reader)
  if let value = try? reader.value(of: bytes), let weight = try? PropertyListGuard.weight(of: bytes)
  {
    // A key without a value is its own value, and pairs without braces form a dictionary too.
    precondition(value.count <= 2 * weight.values + 1)
  }
  return 0
}

extension PropertyListValue {
  fileprivate var count: Int {
    switch self {
    case .dictionary(let values): values.reduce(1) { $0 + 1 + $1.value.count }
    case .array(let values): values.reduce(1) { $0 + $1.count }
    case .text, .data, .other: 1
    }
  }
}
