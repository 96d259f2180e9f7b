import Testing
import _CSandboxProbes
import _TestSupport

/// Processes that compute without an end, and whose owner is gone.
@Suite("Workers without an owner")
struct OwnerTests {
  /// One after the other, as ``owned_probe_result`` asks for.
  @Test(
    .disabled(
      if: Sanitizer.watchesThreads, "that sanitizer holds signals back while a process computes"))
  func `a worker ends with its owner, whatever it is doing and however soon`() {
    for end in [owner_gone_before, owner_gone_while_computing, owner_gone_amid_message] {
      for isSealed in [false, true] {
        #expect(owned_probe_result(end, isSealed, 60) == 0, "\(end), sealed: \(isSealed)")
      }
    }
  }
}
