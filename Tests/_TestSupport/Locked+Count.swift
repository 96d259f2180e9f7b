package import PhotoGeometry

extension Locked where Value == Int {
  /// Adds one, and returns the sum.
  package func counted() -> Int {
    withLock { count in
      count += 1
      return count
    }
  }
}
