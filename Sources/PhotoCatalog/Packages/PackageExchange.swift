import SystemFiles

/// Packs designs of a store into packages, and brings packages in.
public struct PackageExchange {
  let store: Store
  let limits: PackageLimits

  var fileSystem: any FileSystem { store.fileSystem }

  /// Makes the exchange of an open store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - limits: Bounds of each package.
  public init(of store: Store, limits: PackageLimits = .standard) {
    (self.store, self.limits) = (store, limits)
  }
}
