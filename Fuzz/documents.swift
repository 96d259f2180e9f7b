import Foundation

/// Reads untrusted documents: JSON, records, designs, albums, settings.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let value = try? JSONParser.parse(bytes) {
    // Writing and reading again gives the same value.
    let again = try? JSONParser.parse(value.canonicalBytes)
    precondition(again == value)
    let compact = try? JSONParser.parse(value.compactBytes)
    precondition(compact == value)
  }
  if let record = try? PhotoRecord(bytes: bytes, path: "a") {
    let copy = try? PhotoRecord(bytes: record.bytes, path: "a")
    precondition(copy?.bytes == record.bytes)
  }
  _ = try? Design(bytes: bytes, path: "a")
  _ = try? Album(bytes: bytes, path: "a")
  _ = try? ContainerLayout(settings: bytes, path: "a")
  return 0
}
