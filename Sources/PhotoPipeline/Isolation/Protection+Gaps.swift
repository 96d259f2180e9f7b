package import Workers

extension Sandbox.Protection {
  /// The rights that a worker has given up here, in a few words each.
  var held: [String] {
    let all = [
      (landlock > 0, "Landlock \(landlock)"), (filtersCalls, "system calls filtered"),
      (limitsMemory, "memory bounded"),
    ]
    return all.filter(\.0).map(\.1)
  }

  /// What a worker is not prevented from here, one sentence each.
  package var gaps: [String] {
    var gaps: [String] = []
    if landlock == 0, !filtersCalls {
      gaps.append("This system has no way to keep worker processes from files.")
    }
    // Landlock covers TCP since its fourth version.
    if landlock < 4, !filtersCalls {
      gaps.append("This system has no way to keep worker processes from the network.")
    }
    // Landlock does not cover these in any version so far.
    if landlock > 0, !filtersCalls {
      gaps.append(
        "Landlock alone does not keep worker processes from changing modes and times of files, nor from "
          + "sending by UDP and connecting to sockets of this system."
      )
    }
    if !limitsMemory {
      gaps.append("This system does not bound a process's memory: --max-memory does not count.")
    }
    return gaps
  }
}
