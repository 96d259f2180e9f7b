#if os(Linux)
  import CWorkers
  import Testing
  import _CSandboxProbes

  /// What processes can do that have given up what workers give up.
  ///
  /// Each probe is a process of its own. A protection that this system lacks is tried no further:
  /// `prep` says of it what workers could still do.
  @Suite("Restrictions of workers")
  struct SandboxTests {
    /// What this system has; asked in processes of their own, because it cannot be taken back.
    private static let system = (
      landlock: isThere(protection_landlock), filter: isThere(protection_filter)
    )

    private static let limit = 256 << 20
    /// More than the limit and all that is let through besides.
    private static let much = 4 << 30

    private static func isThere(_ protection: sandbox_protection) -> Bool {
      sandbox_probe_result(probe_private_memory, Int32(protection.rawValue), 4096, limit) == 0
    }

    private static func isRefused(
      _ probe: sandbox_probe, by protections: [sandbox_protection], bytes: Int = much
    ) -> Bool {
      let sum = protections.reduce(0) { $0 | Int32($1.rawValue) }
      return sandbox_probe_result(probe, sum, bytes, limit) > 0
    }

    /// All that workers give up on this system.
    private static var all: [sandbox_protection] {
      [protection_limits] + (system.landlock ? [protection_landlock] : [])
        + (system.filter ? [protection_filter] : [])
    }

    @Test func `memory within the limit is granted`() {
      #expect(!Self.isRefused(probe_private_memory, by: Self.all, bytes: 64 << 20))
    }

    // Sanitizers keep so much memory of their own that none is bounded.
    @Test(
      .disabled(if: !photoprep_limits_memory(), "this build bounds no memory"),
      arguments: [
        probe_private_memory, probe_shared_memory, probe_growing_memory, probe_moved_stack,
      ])
    func `no kind of memory can exceed the limit`(probe: sandbox_probe) {
      #expect(Self.isRefused(probe, by: Self.all))
    }

    /// Everything that code in a worker might try, but to compute.
    private static let attempts = [
      probe_executable_memory, probe_written_code, probe_opened_file, probe_new_file,
      probe_new_folder, probe_removed_file, probe_local_socket, probe_connection, probe_listening,
      probe_program, probe_process, probe_tracing, probe_foreign_memory, probe_signal,
      probe_descriptor, probe_memory_file, probe_namespace, probe_limits,
    ]

    @Test(.enabled(if: system.filter, "this system has no filter of calls"), arguments: attempts)
    func `the system call filter alone refuses everything except computation`(probe: sandbox_probe)
    {
      #expect(Self.isRefused(probe, by: [protection_filter]))
    }

    @Test(
      .enabled(if: system.filter, "this system has no filter of calls"),
      arguments: [probe_shared_memory, probe_growing_memory])
    func `memory that the limit does not cover is refused at any size`(probe: sandbox_probe) {
      #expect(Self.isRefused(probe, by: [protection_filter], bytes: 4096))
    }

    /// A filter may be missing where the processor is neither x86-64 nor arm64.
    @Test(
      .enabled(if: system.landlock, "this system has no Landlock"),
      arguments: [
        probe_opened_file, probe_new_file, probe_new_folder, probe_program,
        probe_tracing, probe_foreign_memory,
      ])
    func `Landlock alone refuses access to files, programs and other processes`(
      probe: sandbox_probe
    ) {
      #expect(Self.isRefused(probe, by: [protection_landlock]))
    }

    /// Else a refusal would say nothing.
    @Test(arguments: [
      probe_executable_memory, probe_written_code, probe_opened_file, probe_new_file,
      probe_new_folder, probe_removed_file, probe_local_socket, probe_connection, probe_listening,
      probe_program, probe_process, probe_signal, probe_descriptor, probe_memory_file,
    ])
    func `an unrestricted process can do all of this`(probe: sandbox_probe) {
      #expect(!Self.isRefused(probe, by: []))
    }
  }
#endif
