import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import _TestFileSystems

extension StoreHarness {
  /// Where a design of this name is.
  func design(_ name: String) -> FilePath { container.appending("Designs").appending(name) }

  /// Writes a design that shows images, as a matched set when there are several.
  func writeDesign(_ name: String, showing images: [String]) throws {
    let set = zip(["small", "medium", "large"], images.dropFirst()).map { family, image in
      #""\#(family)": {"image": {"fileName": "\#(image)"}}"#
    }
    let image = images.first.map { #""image": {"fileName": "\#($0)"}, "# } ?? ""
    let text = #"{"name": "\#(name)", \#(image)"matchedSet": {\#(set.joined(separator: ", "))}}"#
    try replace(design(name), Array(text.utf8))
  }

  /// Adds photos one day before now, so that the standard grace period is over.
  func addOld(_ numbers: Int...) throws {
    try addOld(numbers)
  }

  func addOld(_ numbers: [Int]) throws {
    let then = clock.nanoseconds - 2 * 86_400_000_000_000
    (base as? MemoryFileSystem)?.setTime(then)
    try run("add-\(numbers.map(String.init).joined(separator: "-"))") { store in
      for number in numbers {
        let photo = SamplePhoto(number)
        let record = photo.record(
          foundAs: [SourceName("a.jpg")], at: clock.now.addingTimeInterval(-2 * 86_400))
        try store.commit([try store.stage(record, photo.files)])
      }
    }
    for number in numbers {
      let photo = SamplePhoto(number)
      for path in photo.files.map({ image($0.name) }) + [record(photo.id)] {
        try base.setModified(path, to: then)
      }
    }
    (base as? MemoryFileSystem)?.setTime(clock.nanoseconds)
    // The catalog follows the records' new times.
    if base is DiskFileSystem {
      try run("follow", for: .alone) { _ = try CatalogRebuild(of: $0).run() }
    }
  }

  /// Cleans, and returns what was done.
  @discardableResult
  func clean(
    _ options: CleanupOptions = CleanupOptions(), as run: String = "clean",
    in fileSystem: (any FileSystem)? = nil
  ) throws -> CleanupSummary {
    let store = try open(run, fileSystem, for: .alone)
    do {
      let plan = try Cleanup(of: store, options).plan { _ in }
      let summary = try Cleanup(of: store).carryOut(plan) { _ in }
      try store.close()
      return summary
    } catch {
      try? store.close()
      throw error
    }
  }

  /// The code of what a cleanup is refused with; `nil` when it is not.
  func refusal(_ options: CleanupOptions = CleanupOptions()) throws -> PhotoprepError.Code? {
    do { try clean(options) } catch let error as PhotoprepError { return error.code }
    return nil
  }

  /// The names of the images and records in place, sorted.
  func namesInPlace() throws -> [String] {
    let images = try base.list(container.appending(ContainerLayout.standard.images))
    let photos = try base.list(container.appending("Photos"))
    return (images + photos).map(\.string).sorted()
  }

  /// The names in the trash without their times, sorted.
  func namesInTrash() throws -> [String] {
    try base.list(container.appending(".photoprep/trash")).map { name in
      name.string.split(separator: "-", maxSplits: 2).last.map(String.init) ?? ""
    }.sorted()
  }
}

extension SamplePhoto {
  /// The names of the record and of all files, sorted.
  var names: [String] { (files.map(\.name.description) + [id.fileName]).sorted() }

  /// The name of the file of a role, in the order of the roles.
  func name(_ index: Int) -> String { files[index].name.description }
}
