import CWorkers

/// The rights that a worker gives up before it reads a photo.
package enum Sandbox {
  /// The restrictions of a worker on this system.
  package struct Protection: Codable, Hashable, Sendable {
    /// The version of Landlock's rules that is active; 0 for none.
    package let landlock: Int
    /// Whether a filter refuses every system call that computing does not need.
    package let filtersCalls: Bool
    /// Whether the system limits the memory.
    package let limitsMemory: Bool

    /// Makes a description from its parts.
    package init(landlock: Int, filtersCalls: Bool, limitsMemory: Bool) {
      (self.landlock, self.filtersCalls, self.limitsMemory) = (landlock, filtersCalls, limitsMemory)
    }
  }

  /// Limits private writable memory to some bytes, then gives up files, network, other processes and all other system
  /// calls; returns the restrictions that are active now.
  ///
  /// Call it while the process has one thread: Landlock binds the calling thread and those it starts later. Open files
  /// stay open, so libraries must be loaded before.
  package static func enter(memory: Int) -> Protection {
    let isLimited = photoprep_limit(memory) == 0 && photoprep_limits_memory()
    // Landlock first: the filter refuses its calls.
    let landlock = Int(photoprep_renounce_files())
    return Protection(
      landlock: landlock, filtersCalls: photoprep_renounce_calls(), limitsMemory: isLimited)
  }
}
