package import Foundation
package import Imaging
package import PhotoStore
internal import SystemPackage

/// Reads the PNGs of icons, and the projects they belong to, in worker processes.
public final class PNGWorkers: Sendable {
  private let workers: PhotoWorkers
  private let ending = Locked<IsolationError?>(nil)

  /// Makes workers.
  ///
  /// - Parameters:
  ///   - isolation: The processes.
  ///   - startsAhead: Whether the first one is started before there is a PNG.
  public init(_ isolation: IsolationSettings, startsAhead: Bool = true) {
    workers = PhotoWorkers(isolation, reading: Self.reading, interruption: Interruption())
    if startsAhead { workers.startAhead() }
  }

  static var reading: ReadingSettings { .decodingOnly() }

  /// What worker processes are not prevented from on this system, one sentence each.
  public var isolationGaps: [String] { workers.protection?.gaps ?? [] }

  /// Ends all workers.
  public func close() { workers.close() }

  /// Runs a body that reads PNGs.
  ///
  /// - Throws: Errors of `body`; an ``IsolationError`` when no worker could be started, even if `body` handled that
  ///   error.
  public func use<Value>(_ body: () throws -> Value) throws -> Value {
    let result = Result { try body() }
    if let failure = ending.withLock({ $0 }) { throw failure }
    return try result.get()
  }

  private func answer(_ request: PNGRequest) throws(PNGRefusal) -> PNGRequest.Answer {
    let answer: PNGRequest.Answer
    do {
      answer = try workers.product(of: request, path: FilePath())
    } catch let rejection as Rejection {
      throw .reading(rejection.message)
    } catch {
      if let reason = error as? IsolationError { ending.withLock { $0 = reason } }
      throw .reading("Reading it was stopped.")
    }
    switch answer {
    case .needsMemory: throw .memory(limit: LocalPNGReader.memoryLimit)
    case .noDrawings: throw .noDrawings
    case .refused(let words) where request.wish == .drawing: throw .drawing(words.displayText)
    case .refused(let words): throw .decoder(words.displayText)
    case .pixels, .verified, .profile: return answer
    }
  }

  private func pixels(
    _ wish: PNGRequest.Wish, _ data: Data, _ structure: PNGStructure
  ) throws(PNGRefusal) -> PNGPixels {
    let header = try LocalPNGReader.permitted(structure)
    return try pixels(wish, data, PixelSize(width: header.width, height: header.height))
  }

  private func pixels(
    _ wish: PNGRequest.Wish, _ data: Data, _ size: PixelSize
  ) throws(PNGRefusal) -> PNGPixels {
    switch try answer(PNGRequest(wish, [UInt8](data), size: size)) {
    case .pixels(let bytes): return PNGPixels(size: size, bytes: bytes.wrappedValue)
    case .needsMemory, .noDrawings, .refused, .verified, .profile:
      throw .reading("Reading it was stopped.")
    }
  }
}

extension PNGWorkers: PNGReader {
  package func pixels(
    of data: Data, structure: PNGStructure
  ) throws(PNGRefusal) -> PNGPixels { try pixels(.pixels, data, structure) }

  package func pixelsInSRGB(
    of data: Data, structure: PNGStructure
  ) throws(PNGRefusal) -> PNGPixels { try pixels(.pixelsInSRGB, data, structure) }

  package func pixels(
    ofDrawing data: Data, size: PixelSize
  ) throws(PNGRefusal) -> PNGPixels { try pixels(.drawing, data, size) }

  package func verify(_ data: Data, structure: PNGStructure) throws(PNGRefusal) {
    _ = try LocalPNGReader.permitted(structure)
    _ = try answer(PNGRequest(.verification, [UInt8](data)))
  }

  package func profile(inChunk data: Data) -> PNGProfile? {
    guard case .profile(let profile) = try? answer(PNGRequest(.profile, [UInt8](data))) else {
      return nil
    }
    return profile
  }
}

extension PNGWorkers: PropertyListReader {
  package func value(of bytes: [UInt8]) throws(PropertyListRefusal) -> PropertyListValue {
    try workers.value(of: bytes) { reason in ending.withLock { $0 = reason } }
  }
}

/// The request to read a PNG of an icon.
struct PNGRequest: WorkerRequest {
  static let name = "png"

  enum Wish: String, Codable {
    case pixels
    case pixelsInSRGB
    case verification
    /// The pixels of an SVG drawing.
    case drawing
    /// The contents of an iCCP chunk; the data is the chunk's.
    case profile
  }

  enum Answer: Codable, Hashable, Sendable {
    /// Four bytes a pixel.
    case pixels(Bytes)
    case verified
    case profile(PNGProfile?)
    /// libvips was built without a library for drawings.
    case noDrawings
    /// Reading it needs more memory than allowed.
    case needsMemory
    /// The message of the library that refused it.
    case refused(String)
  }

  let wish: Wish
  @Bytes var data: [UInt8]
  /// The picture's size from our own walk over its chunks, or a drawing's as the owner computed it; `nil` for a
  /// profile.
  var size: PixelSize?

  init(_ wish: Wish, _ data: [UInt8], size: PixelSize? = nil) {
    (self.wish, self.data, self.size) = (wish, data, size)
  }

  /// Four bytes a pixel, or a sentence.
  var answerLimit: Int { (64 << 10) + 4 * (wantsPixels ? size?.area ?? 0 : 0) }

  /// libpng reads everything except colours of other spaces and drawings.
  var libraries: Set<Decoders.Library> {
    wish == .pixelsInSRGB || wish == .drawing ? [.libvips] : []
  }

  private var wantsPixels: Bool { [.pixels, .pixelsInSRGB, .drawing].contains(wish) }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> Answer {
    let (reader, data) = (LocalPNGReader(), Data(data))
    do throws(PNGRefusal) {
      switch wish {
      case .pixels:
        let pixels = try reader.pixels(of: data, structure: PNGStructure(data))
        return .pixels(Bytes(wrappedValue: pixels.bytes))
      case .pixelsInSRGB:
        let pixels = try reader.pixelsInSRGB(of: data, structure: PNGStructure(data))
        return .pixels(Bytes(wrappedValue: pixels.bytes))
      case .verification:
        try reader.verify(data, structure: PNGStructure(data))
        return .verified
      case .drawing:
        // The answer's limit depends on the size.
        guard let size else { throw PNGRefusal.drawing("no size") }
        return .pixels(
          Bytes(wrappedValue: try reader.pixels(ofDrawing: data, size: size).bytes))
      case .profile: return .profile(reader.profile(inChunk: data))
      }
    } catch {
      return switch error {
      case .memory: .needsMemory
      case .noDrawings: .noDrawings
      case .decoder(let words): .refused(words)
      case .drawing(let words): .refused(String(words.prefix(Self.wordsLimit / 4)))
      default: .refused(error.description)
      }
    }
  }

  /// The most bytes of libpng's words: its own message buffer has fewer.
  private static let wordsLimit = 1024

  func accepts(_ product: Answer) -> Bool {
    switch product {
    case .pixels(let bytes): wantsPixels && bytes.wrappedValue.count == size.map { 4 * $0.area }
    case .verified: wish == .verification
    case .profile: wish == .profile
    case .noDrawings: wish == .drawing
    case .needsMemory: wish != .profile && wish != .drawing
    case .refused(let words): wish != .profile && words.utf8.count <= Self.wordsLimit
    }
  }
}
