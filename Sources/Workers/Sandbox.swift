import CWorkers

/// What a worker gives up before it reads a photo.
package enum Sandbox {
  /// What this system keeps a worker from.
  package struct Protection: Codable, Hashable, Sendable {
    /// The version of Landlock's rules in force; 0 for none.
    package let landlock: Int
    /// Whether a filter refuses every system call that computing does not need.
    package let filtersCalls: Bool
    /// Whether the system bounds the memory.
    package let limitsMemory: Bool

    /// Makes a description from its parts.
    package init(landlock: Int, filtersCalls: Bool, limitsMemory: Bool) {
      self.landlock = landlock
      self.filtersCalls = filtersCalls
      self.limitsMemory = limitsMemory
    }
  }

  /// Bounds memory, then gives up files, network, other processes and all other system calls.
  ///
  /// To be called while the process has one thread: Landlock binds the calling thread and those it
  /// starts later. What is open stays open, so libraries must be loaded before.
  ///
  /// - Parameter memory: The most bytes of private writable memory.
  /// - Returns: What is in force now.
  package static func enter(memory: Int) -> Protection {
    let isLimited = photoprep_limit(memory) == 0 && photoprep_limits_memory()
    // Landlock first: the filter refuses its calls.
    let landlock = Int(photoprep_renounce_files())
    return Protection(
      landlock: landlock, filtersCalls: photoprep_renounce_calls(), limitsMemory: isLimited)
  }
}
