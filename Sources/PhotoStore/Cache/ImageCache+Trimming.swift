extension ImageCache {
  /// How much the cache may hold; lowering a limit evicts at once.
  public var limits: CacheLimits {
    get { state.withLock { $0.limits } }
    set {
      _ = state.withLock { state in
        state.limits = newValue
        return state.evict(
          toCost: newValue.byteCost, count: newValue.byteCost > 0 ? newValue.count : 0)
      }
    }
  }

  /// What the cache has done and holds now.
  public var statistics: CacheStatistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.byteCost = state.list.totalCost
      statistics.count = state.list.count
      return statistics
    }
  }

  /// The number of images held.
  public var count: Int { state.withLock { $0.list.count } }

  /// The bytes all images held cost together.
  public var byteCost: Int { state.withLock { $0.list.totalCost } }

  /// Starts the statistics anew; the peak starts at what is held now.
  public func resetStatistics() {
    state.withLock { state in
      state.statistics = CacheStatistics()
      state.statistics.peakByteCost = state.list.totalCost
    }
  }

  /// Evicts the images used longest ago until the rest cost at most this many bytes.
  public func trim(toCost byteCost: Int) {
    _ = state.withLock { $0.evict(toCost: byteCost, count: .max) }
  }

  /// Evicts the images used longest ago until at most this many are left.
  public func trim(toCount count: Int) {
    _ = state.withLock { $0.evict(toCost: .max, count: count) }
  }

  /// Removes every image.
  public func removeAll() {
    _ = state.withLock { state in
      var list = RecencyList<Image>()
      swap(&state.list, &list)
      return list
    }
  }

  /// Removes every image whose time is over; takes time for each image held.
  public func removeExpired() {
    _ = state.withLock { state in
      var over: [ImageKey.Slot] = []
      state.list.forEach { place in
        if state.list.isOver(place, clock) { over.append(state.list.slot(at: place)) }
      }
      state.statistics.expirations &+= over.count
      return over.compactMap { state.drop($0) }
    }
  }

  /// Gives memory back: everything under pressure, all but a tenth of the limit in the background.
  ///
  /// The tenth is Nuke's (`ImageCache`, trim on entering the background).
  public func respond(to pressure: MemoryPressure) {
    switch pressure {
    case .background: trim(toCost: limits.byteCost / 10)
    case .warning, .critical: trim(toCount: 0)
    }
  }

  /// The images held, the one used last first, without using them.
  public var imagesByRecency: [Image] {
    state.withLock { state in
      var images: [Image?] = []
      state.list.forEach { images.append(state.list.value(at: $0)) }
      return images.compactMap(\.self)
    }
  }
}

extension ImageCache {
  /// Returns what a decoded image occupies: the bytes of a row times the number of rows.
  ///
  /// Rows may be longer than the pixels in them; use the decoder's own row length. Returns
  /// `Int.max`, which every cache refuses, when the product does not fit, and 0 for negative sides.
  public static func byteCost(rowBytes: Int, height: Int) -> Int {
    let (product, overflows) = max(0, rowBytes).multipliedReportingOverflow(by: max(0, height))
    return overflows ? .max : product
  }
}
