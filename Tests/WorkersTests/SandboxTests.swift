#if os(Linux)
  import CWorkers
  import Testing
  import _CSandboxProbes

  /// What processes can do that have given up what workers give up.
  @Suite("What workers have given up")
  struct SandboxTests {
    private static let limit = 256 << 20
    /// More than the limit and all that is let through besides.
    private static let much = 4 << 30

    private func errno(_ probe: sandbox_probe, _ bytes: Int = much) -> Int32 {
      sandbox_probe_result(probe, bytes, Self.limit)
    }

    @Test func `memory within the limit is given`() {
      #expect(errno(probe_private_memory, 64 << 20) == 0)
    }

    // Sanitizers keep so much memory of their own that none is bounded.
    @Test(
      .disabled(if: !photoprep_limits_memory(), "this build bounds no memory"),
      arguments: [
        probe_private_memory, probe_shared_memory, probe_growing_memory, probe_moved_stack,
      ])
    func `no kind of memory goes beyond the limit`(probe: sandbox_probe) {
      #expect(errno(probe) > 0)
    }

    @Test(arguments: [probe_shared_memory, probe_growing_memory])
    func `memory that the limit does not count is refused whatever its size`(probe: sandbox_probe) {
      #expect(errno(probe, 4096) > 0)
    }

    @Test(arguments: [probe_file, probe_socket, probe_process])
    func `files, sockets and processes are refused`(probe: sandbox_probe) {
      #expect(errno(probe) > 0)
    }
  }
#endif
