internal import Foundation
internal import PhotoPipeline
internal import HostPlatform
internal import SystemFiles
internal import SystemPackage

/// A socket in the file system that only its owner can open.
///
/// Each connection has a thread. When there are too many, the one that has waited longest for a request, or for its
/// client to receive an answer, is ended; if all are being answered, the one that has had the most answers, after its
/// next answer.
final class ServiceSocket: Sendable {
  /// The most connections at once; our choice: clients on one machine, each with its own.
  static let connectionLimit = 64

  /// How long a client may accept no byte of an answer, in seconds; our choice.
  private static let sendSeconds = 30

  private let path: FilePath
  private let listener: Int32
  /// The file at the path when the socket was bound.
  private let bound: FileStatus?
  private let connections = ServiceConnections(limit: connectionLimit)

  /// Makes the socket and listens on it.
  ///
  /// - Throws: A ``Rejection`` when something exists there already, or on an error of the system.
  init(_ path: FilePath) throws {
    self.path = path
    do { listener = try Self.listen(on: path) } catch {
      throw Self.rejection(path, error)
    }
    bound = Self.file(at: path)
  }

  deinit {
    close(listener)
    // Another file may have been put there meanwhile, which can have the number of the one that was removed.
    guard let bound, let file = Self.file(at: path), file.isOfSameFile(as: bound) else { return }
    if file.modified == bound.modified { unlink(path.string) }
  }

  private static func file(at path: FilePath) -> FileStatus? {
    // As it was bound: by its text.
    try? DiskFileSystem().status(of: FilePath(path.string), followingLinks: false)
  }

  /// Answers until the end; requests in progress then get most of a second.
  func run(_ service: PhotoService, until isOver: () -> Bool) {
    while !isOver() {
      var polled = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 50) > 0 else { continue }
      // A client without a place waits in the system's queue.
      if connections.makePlace() { accept(service) } else { usleep(5_000) }
    }
    connections.endIdle()
    let end = ContinuousClock.now + .milliseconds(700)
    while connections.areBusy, .now < end { usleep(10_000) }
  }

  private func accept(_ service: PhotoService) {
    let descriptor = Foundation.accept(listener, nil, nil)
    guard descriptor >= 0 else { return }
    Self.prepare(descriptor)
    let number = connections.add(descriptor)
    let connections = connections
    let error = ThreadStarter.system.start {
      let end = FileDescriptor(rawValue: descriptor)
      try? service.serve(LineChannel(input: end, output: end)) { isBusy in
        connections.note(number, isBusy: isBusy)
      } keepsServing: {
        connections.keepsPlace(number)
      }
      connections.remove(number)
    }
    if error != 0 { connections.remove(number) }
  }

  private static func listen(on path: FilePath) throws(Errno) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.length < room else { throw .fileNameTooLong }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.string.utf8) }
    // From the first moment only the owner has rights to the file.
    let mask = umask(0o177)
    defer { umask(mask) }
    return try StreamSocket.listening(at: address, of: AF_UNIX) {
      _ = fcntl($0, F_SETFD, FD_CLOEXEC)
    }
  }

  private static func rejection(_ path: FilePath, _ error: Errno) -> Rejection {
    switch error {
    case .addressInUse:
      Rejection(
        path: path, code: "already-exists", message: "There is a file already.",
        remedy: "Name another, or remove it when no 'photoprep serve' uses it.")
    case .fileNameTooLong:
      Rejection(
        path: path, code: "name-too-long",
        message: "The path has \(path.length) bytes; sockets take about 100.",
        remedy: "Name a shorter one.")
    default:
      Rejection(
        path: path, code: "not-listening",
        message: "The socket cannot be made: the system says '\(error.description)'.",
        remedy: "Name a path on a disk of this machine, in a folder where you may write.")
    }
  }

  /// Keeps a connection from being inherited by other programs, and limits waiting for its client.
  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var patience = timeval(tv_sec: sendSeconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
  }
}
