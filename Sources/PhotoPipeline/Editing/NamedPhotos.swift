package import PhotoCatalog
package import PhotoStore
package import SystemPackage

/// Translates a person's names of photos to the store's own names.
package enum NamedPhotos {
  /// Returns the records that names mean, and why there is none for other names; if a name does not mean a single
  /// record, all of the photo's.
  ///
  /// Names are photos, folders, of which only prepared photos count, names that photos were prepared under, names of
  /// records, and the first digits of photos.
  ///
  /// - Throws: A `PhotoprepError` when the store cannot be read.
  package static func records(
    _ arguments: [FilePath], in store: Store
  ) throws -> (ids: Set<RecordID>, rejections: [Rejection]) {
    var finder = try PhotoFinder(store, frames: nil, in: .machine())
    var ids: Set<RecordID> = []
    var rejections: [Rejection] = []
    for argument in arguments {
      for found in try finder.found(argument) {
        switch found {
        case .success(let found): ids.formUnion(found.ids)
        case .failure(let rejection) where rejection.isUnprepared && rejection.path != argument:
          break
        case .failure(let rejection): rejections.append(rejection)
        }
      }
    }
    return (ids, rejections)
  }

  /// Returns the store's names of files, photos and records for a person's: names of files in the folder of images,
  /// pins, and photos as ``records(_:in:)`` takes them.
  ///
  /// - Throws: A ``Rejection`` when a name means nothing; a `PhotoprepError`.
  package static func names(_ arguments: [FilePath], in store: Store) throws -> [String] {
    let pins = Set(try Pins(of: store).names())
    return try arguments.flatMap { argument in
      let name = argument.string
      if pins.contains(name) || PhotoID(name) != nil || RecordID(name) != nil {
        return [name]
      }
      if argument.components.count == 1, try store.missingImages([name]).isEmpty { return [name] }
      let (ids, rejections) = try records([argument], in: store)
      if let rejection = rejections.first { throw rejection }
      return ids.map(\.description)
    }
  }
}
