// What the sources of two targets name and no target asks: shared by packages and preferences.

/// Stands for the one that files in a trash are read with; only this is asked of it here.
enum TrashedFile {
  static let nameLimit = 255 - 11 - "-images-".utf8.count
}

/// As above, for errors that only exports have.
struct ExportUnit {
  var designs: [ExchangePackage.PackagedDesign]
  var albums: [ExchangePackage.PackagedAlbum]
}
