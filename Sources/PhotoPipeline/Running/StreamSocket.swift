internal import Foundation
internal import HostPlatform
package import SystemPackage

/// Sockets that accept connections.
package enum StreamSocket {
  /// How many connections may wait to be accepted: `SOMAXCONN` of macOS, and of Linux before 5.4.
  private static let backlog: Int32 = 128

  /// Makes a socket that listens at an address, a `sockaddr_in` or its like, and returns its descriptor; `prepare` is
  /// called with it before it is bound.
  ///
  /// - Throws: The system's error; then no socket is left open.
  package static func listening<Address>(
    at address: Address, of family: Int32, prepare: (Int32) -> Void
  ) throws(Errno) -> Int32 {
    let descriptor = photoprep_stream_socket(family)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    prepare(descriptor)
    let result = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard result == 0, listen(descriptor, backlog) == 0 else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw error
    }
    return descriptor
  }
}
