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

  /// The settings of the workers.
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
    switch try product(request) {
    case .needsMemory: throw .memory(limit: PNGDecoder.memoryLimit)
    case .noDrawings: throw .noDrawings
    case .refused(let words) where request.wish == .drawing: throw .drawing(words.displayText)
    case .refused(let words): throw .decoder(words.displayText)
    case let answer: return answer
    }
  }

  private func product(_ request: PNGRequest) throws(PNGRefusal) -> PNGRequest.Answer {
    do {
      return try workers.product(of: request, path: FilePath())
    } catch let rejection as Rejection {
      throw .reading(rejection.message)
    } catch {
      if let reason = error as? IsolationError { ending.withLock { $0 = reason } }
      throw .reading("It was not read.")
    }
  }

  private func pixels(
    _ wish: PNGRequest.Wish, _ data: Data, _ structure: PNGStructure
  ) throws(PNGRefusal) -> PNGPixels {
    let header = try PNGDecoder.permitted(structure)
    return try pixels(wish, data, PixelSize(width: header.width, height: header.height))
  }

  private func pixels(
    _ wish: PNGRequest.Wish, _ data: Data, _ size: PixelSize
  ) throws(PNGRefusal) -> PNGPixels {
    switch try answer(PNGRequest(wish, [UInt8](data), size: size)) {
    case .pixels(let bytes): return PNGPixels(size: size, bytes: bytes.wrappedValue)
    case .needsMemory, .noDrawings, .refused, .verified, .profile:
      throw .reading("It was not read.")
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
    _ = try PNGDecoder.permitted(structure)
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
