import PhotoStore
import SystemPackage

extension MergePass {
  /// Brings the images that are pinned in the source and not in the target, and returns their names.
  ///
  /// A pin of an image that the source has lost is left out.
  mutating func pinsThatCome() throws -> [String] {
    let set = Set(try Pins(of: target).names())
    var names: [String] = []
    for name in try Pins(of: source).names() where !set.contains(name) {
      guard FileNameRule.sanitized(name) == name else { continue }
      let path = source.paths.images.appending(name)
      guard try source.fileSystem.hasFile(at: path), mayGoOn() else { continue }
      if try comes(image: name) {
        names.append(name)
      } else {
        try refuse(.pin, name, .dependsOnConflict(source.paths.pins.appending(name), name))
      }
    }
    return names
  }

  /// Pins images that are in the target now.
  mutating func set(_ pins: [String]) throws {
    if pins.isEmpty { return }
    for name in try Pins(of: target).add(pins) { pending.append(.added(.pin, name: name)) }
    try commitBatch()
  }
}
