public import Foundation

/// Images of files through a cache: each decoded once, and only when there is room for it.
///
///     let loader = ImageLoader(decoder: ImageIODecoder(), limits: .widgetExtension)
///     let image = try await loader.image(at: url)
///
/// - Requests for an image that is being decoded wait for it; nothing is decoded twice at a time.
/// - Before an image is decoded, the cache makes room for it: what is held and what is being
///   decoded never occupy more than the limit together (decision 0502).
/// - An image that alone would break the limit is not decoded: see `image-too-large`.
///
/// Images that callers keep after the cache has dropped them are not counted.
public final class ImageLoader<Decoder: ImageDecoder>: Sendable {
  /// The type of image that a request returns.
  public typealias Image = Decoder.Image

  /// Where images are kept.
  public let cache: ImageCache<Image>
  private let decoder: Decoder
  private let queue: Locked<DecodeQueue<Image>>
  private let widthLimit: Int

  /// Makes a loader with a cache of its own.
  ///
  /// - Parameters:
  ///   - decoder: Decodes files.
  ///   - limits: The memory that cache and decoding may use together.
  ///   - width: The most images in work at once, at least 1; as many as the device has cores unless stated.
  ///   - clock: Where the cache reads the time.
  public init(
    decoder: Decoder, limits: CacheLimits,
    width: Int = ProcessInfo.processInfo.activeProcessorCount, clock: CacheClock = .continuous
  ) {
    precondition(width >= 1, "A width of \(width) would never decode anything.")
    self.decoder = decoder
    cache = ImageCache(limits: limits, clock: clock)
    queue = Locked(DecodeQueue())
    widthLimit = width
  }
}

extension ImageLoader {
  /// Returns the image of a file, decoded now or before.
  ///
  /// - Throws: `file-missing` when there is no regular file, `image-too-large` when the image alone
  ///   would break the cache's limit, `CancellationError`, and what the decoder throws.
  public func image(at file: URL) async throws -> Image {
    try await image(at: file, covering: nil)
  }

  /// Returns the image of a file with no more pixels than cover a slot, decoded now or before.
  ///
  /// - Throws: As ``image(at:)``.
  public func image(at file: URL, covering slot: PixelSize?) async throws -> Image {
    let key = try key(of: file, slot)
    if let image = cache.image(for: key) { return image }
    try Task.checkCancellation()
    let waiter = DecodeWaiter<Image>()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.onWake { continuation.resume() }
        request(key, file, waiter)
      }
    } onCancel: {
      cancel(key, waiter)
    }
    return try waiter.take()
  }

  /// Returns the image of a file, decoded now or before; waits for it on the calling thread.
  ///
  /// For a widget's view, which cannot suspend.
  ///
  /// - Throws: `file-missing`, `image-too-large`, and what the decoder throws.
  public func imageNow(at file: URL) throws -> Image {
    try imageNow(at: file, covering: nil)
  }

  /// Returns the image of a file with no more pixels than cover a slot, decoded now or before; waits for it on the
  /// calling thread.
  ///
  /// In a widget the slot is the view's own place, so that no image has more pixels than the system archives there
  /// (decision 0510).
  ///
  /// - Throws: As ``imageNow(at:)``.
  public func imageNow(at file: URL, covering slot: PixelSize?) throws -> Image {
    let key = try key(of: file, slot)
    if let image = cache.image(for: key) { return image }
    let waiter = DecodeWaiter<Image>()
    let isDone = DispatchSemaphore(value: 0)
    waiter.onWake { isDone.signal() }
    request(key, file, waiter)
    isDone.wait()
    return try waiter.take()
  }

  private func key(of file: URL, _ slot: PixelSize?) throws(PhotoprepError) -> ImageKey {
    guard var key = ImageKey(file) else { throw .fileMissing(file.path) }
    key.slot = slot
    return key
  }

  /// Wakes a request with an image, at once if it was decoded since the caller looked.
  private func request(_ key: ImageKey, _ file: URL, _ waiter: DecodeWaiter<Image>) {
    // An image enters the cache before it leaves the queue, so that one of the two has it.
    let (held, isFirst) = queue.withLock { queue in
      let held = cache.peek(key)
      return (held, held == nil && queue.join(key, file, waiter))
    }
    if let held {
      waiter.leave(.success(held))
      waiter.wake()
    }
    if isFirst { measure(key, file) }
  }

  /// Wakes a request with the error that it was cancelled.
  private func cancel(_ key: ImageKey, _ waiter: DecodeWaiter<Image>) {
    waiter.leave(.failure(CancellationError()))
    queue.withLock { $0.leave(key, waiter) }
    waiter.wake()
  }

  /// Reads the size of a decoded image, and queues the image or refuses it.
  private func measure(_ key: ImageKey, _ file: URL) {
    do {
      let cost = max(0, try decoder.byteCost(of: file, covering: key.slot))
      let limit = cache.limits.entryByteCost ?? 0
      guard cost <= limit else {
        throw PhotoprepError(
          .imageTooLarge, path: file.path,
          message: "The image occupies \(cost) bytes decoded; at most \(limit) may be held.",
          remedy: "Show a render instead of the photo or its master.")
      }
      queue.withLock { $0.enqueue(key, byteCost: cost) }
      startWaiting()
    } catch {
      finish(key) { throw error }
    }
  }

  private func startWaiting() {
    while let (key, file) = startNext() {
      DispatchQueue.global(qos: .userInitiated).async { [self] in
        finish(key) { try decode(key, file) }
        startWaiting()
      }
    }
  }

  private func startNext() -> (key: ImageKey, file: URL)? {
    queue.withLock { queue in
      let limit = cache.limits.byteCost
      guard let next = queue.start(byteLimit: limit, widthLimit: widthLimit) else { return nil }
      cache.trim(toCost: limit - queue.byteCost)
      return next
    }
  }

  private func decode(_ key: ImageKey, _ file: URL) throws -> Image {
    let decoded = try decoder.decode(file, covering: key.slot)
    cache.store(decoded.image, for: key, byteCost: decoded.byteCost)
    return decoded.image
  }

  /// Makes an image or an error, and wakes the requests for it.
  private func finish(_ key: ImageKey, _ make: () throws -> Image) {
    for waiter in settle(key, make) { waiter.wake() }
  }

  /// Gives the result of `make` to the requests for it; this thread's own reference ends here.
  private func settle(_ key: ImageKey, _ make: () throws -> Image) -> [DecodeWaiter<Image>] {
    let result = Result { try make() }
    let waiters = queue.withLock { $0.finish(key) }
    for waiter in waiters { waiter.leave(result) }
    return waiters
  }
}

extension PhotoprepError.Code {
  /// The image alone would occupy more than a cache may hold.
  public static let imageTooLarge = PhotoprepError.Code("image-too-large")
  /// There is no such file.
  public static let fileMissing = PhotoprepError.Code("file-missing")
}

extension PhotoprepError {
  static func fileMissing(_ path: String) -> PhotoprepError {
    PhotoprepError(
      .fileMissing, path: path, message: "There is no such file.",
      remedy: "Prepare the photo again.")
  }
}

/// Decodes image files: with ImageIO in an app, otherwise in tests and tools.
///
/// All methods may be called from any thread, several at a time.
public protocol ImageDecoder: Sendable {
  /// The decoded image.
  associatedtype Image: Sendable

  /// Returns the bytes of the decoded image, known from the file's first bytes alone.
  ///
  /// Room is made for this many bytes before ``decode(_:)`` is called.
  func byteCost(of file: URL) throws -> Int

  /// Decodes the whole image.
  func decode(_ file: URL) throws -> DecodedImage<Image>

  /// Returns the bytes of the image as ``decode(_:covering:)`` makes it, from the file's first bytes alone.
  ///
  /// A decoder that does not reduce images need not have it.
  func byteCost(of file: URL, covering slot: PixelSize?) throws -> Int

  /// Decodes the image with no more pixels than are needed to cover a slot, or whole without one.
  ///
  /// A decoder that does not reduce images need not have it.
  func decode(_ file: URL, covering slot: PixelSize?) throws -> DecodedImage<Image>
}

extension ImageDecoder {
  /// Returns the bytes of the whole image.
  public func byteCost(of file: URL, covering slot: PixelSize?) throws -> Int {
    try byteCost(of: file)
  }

  /// Decodes the whole image.
  public func decode(_ file: URL, covering slot: PixelSize?) throws -> DecodedImage<Image> {
    try decode(file)
  }
}

/// A decoded image and its size in bytes.
public struct DecodedImage<Image: Sendable>: Sendable {
  /// The image.
  public let image: Image
  /// The bytes of a row times the number of rows.
  public let byteCost: Int

  /// Makes the result of a decoder.
  public init(_ image: Image, byteCost: Int) {
    (self.image, self.byteCost) = (image, byteCost)
  }
}
