import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing

/// A package with one design, and what is in it.
struct PackedDesign {
  let bytes: [UInt8]
  let design: CleanupModel.Design
  /// What the images are by their names.
  let digests: [String: ContentDigest]
}

extension ModelRun {
  /// Packs a design; that changes nothing in the store, and fails where an image is not there.
  mutating func export() throws {
    guard let name = model.designs.keys.sorted().randomElement(using: &generator),
      let design = model.designs[name]
    else { return }
    let there = Set(model.files.keys.map(\.name))
    do {
      let digests = try digests(of: design.names)
      let bytes = try harness.pack(ExportSelection(designs: [name]))
      #expect(design.names.isSubset(of: there) && bytes.count == 1, "step \(step)")
      packages.append(PackedDesign(bytes: bytes[0], design: design, digests: digests))
      if packages.count > 5 { packages.removeFirst() }
    } catch is PhotoprepError {
      memory.endProcess()
      #expect(!design.names.isSubset(of: there), "step \(step): \(name)")
    }
  }

  private func digests(of names: Set<String>) throws -> [String: ContentDigest] {
    var digests: [String: ContentDigest] = [:]
    for name in names {
      digests[name] = ContentDigest(of: try harness.bytes(harness.images.appending(name)))
    }
    return digests
  }

  /// Where a package lies, outside the store.
  func file(of package: PackedDesign) throws -> FilePath { try harness.package(package.bytes) }

  /// Imports a package: each image comes in under a name made of its bytes, unless it is there under
  /// that name or its own, and the design with these names, unless there is an equal one.
  mutating func bringIn() throws {
    guard let package = packages.randomElement(using: &generator) else { return }
    imports += 1
    let before = Set(try harness.names(harness.designs))
    try harness.bring(try file(of: package))
    var newNames: [String: String] = [:]
    for (name, digest) in package.digests {
      let imported = ImportedFileName(.image, of: digest).description
      let (place, own) = (file("images", imported), file("images", name))
      newNames[name] = model.files[place] == nil && model.files[own] != nil ? name : imported
      if model.files[place] == nil && model.files[own] == nil { model.files[place] = model.now }
    }
    let design = CleanupModel.Design(
      images: package.design.images.compactMap { newNames[$0] }, title: package.design.title,
      modified: model.now)
    let isThere = model.designs.values.contains {
      ($0.title, $0.images) == (design.title, design.images)
    }
    let new = Set(try harness.names(harness.designs)).subtracting(before)
    #expect(new.count == (isThere ? 0 : 1), "step \(step): \(design)")
    for name in new {
      #expect(try images(in: name) == design.images, "step \(step): \(name)")
      model.designs[name] = design
    }
  }

  /// The images a design in the store names, in the order of their places in it.
  func images(in design: String) throws -> [String] {
    try harness.design(design).references.map(\.name)
  }

  /// Reads from the file system which designs the model should hold from here on.
  mutating func takeOverDesigns() throws {
    for name in try harness.names(harness.designs) where model.designs[name] == nil {
      let status = try memory.status(of: harness.design(name), followingLinks: false)
      let title = try harness.design(name).json.object?["name"]?.string
      model.designs[name] = CleanupModel.Design(
        images: try images(in: name), title: title ?? "",
        modified: Int((status?.modified ?? 0) / 1_000_000_000))
    }
  }
}
