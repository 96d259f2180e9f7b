internal import Foundation
internal import Imaging
package import PhotoCatalog
package import PhotoStore
internal import SystemPackage

struct PropertyListRequest: WorkerRequest {
  static let name = "property-list"

  enum Answer: Codable, Hashable {
    case list(PropertyListValue)
    /// Why it was not read, in a sentence.
    case refused(String)
  }

  @Bytes var bytes: [UInt8]
  /// The numbers of bytes and values of the list, from our own walk over it.
  private let byteCount, valueCount: Int

  init(_ bytes: [UInt8], weight: PropertyListWeight? = nil) {
    self.bytes = bytes
    (byteCount, valueCount) = (weight?.bytes ?? 0, weight?.values ?? 0)
  }

  /// A byte of a text has up to six in JSON, and a value its kind, quotes and a comma; and a sentence.
  var answerLimit: Int { (64 << 10) + 6 * byteCount + 8 * valueCount }

  var textLimit: Int { answerLimit }

  var libraries: Set<Decoders.Library> { [] }

  func product(_ setup: WorkerSetup, _ times: StepTimes) throws -> Answer {
    do {
      return .list(try LocalPropertyListReader().value(of: bytes))
    } catch {
      return .refused(error.fact)
    }
  }

  /// The most bytes of a sentence; our choice, the longest has some 80.
  private static let factLimit = 1024

  func accepts(_ product: Answer) -> Bool {
    if case .refused(let fact) = product { fact.utf8.count <= Self.factLimit } else { true }
  }
}

extension PropertyListValue: Codable {
  package init(from decoder: any Decoder) throws {
    let one = try decoder.singleValueContainer()
    if one.decodeNil() {
      self = .other
    } else if let text = try? one.decode(String.self) {
      let rest = text.utf8.dropFirst()
      switch text.utf8.first {
      case UInt8(ascii: "t"): self = .text(String(decoding: rest, as: UTF8.self))
      case UInt8(ascii: "d"):
        self = .data([UInt8](try decoder.sensible(Data(base64Encoded: Data(rest)))))
      default: throw DecodingError.dataCorruptedError(in: one, debugDescription: "No kind.")
      }
    } else if let values = try? one.decode([PropertyListValue].self) {
      self = .array(values)
    } else {
      self = .dictionary(try one.decode([String: PropertyListValue].self))
    }
  }

  /// A text with `t` before it, the Base64 of data with `d`, and `null` for values that no reader needs.
  package func encode(to encoder: any Encoder) throws {
    var one = encoder.singleValueContainer()
    switch self {
    case .text(let text): try one.encode("t" + text)
    case .data(let bytes): try one.encode("d" + Data(bytes).base64EncodedString())
    case .array(let values): try one.encode(values)
    case .dictionary(let values): try one.encode(values)
    case .other: try one.encodeNil()
    }
  }
}

extension PhotoWorkers: PropertyListReader {
  package func value(of bytes: [UInt8]) throws(PropertyListRefusal) -> PropertyListValue {
    try value(of: bytes) { _ in }
  }

  /// Reads a property list in a worker, after our own walk over it; `note` is called when no worker can be started.
  ///
  /// - Throws: `PropertyListRefusal` that says why it is not read.
  func value(
    of bytes: [UInt8], onUnavailable note: (IsolationError) -> Void
  ) throws(PropertyListRefusal) -> PropertyListValue {
    let request = PropertyListRequest(bytes, weight: try PropertyListGuard.weight(of: bytes))
    let answer: PropertyListRequest.Answer
    do { answer = try product(of: request, path: FilePath()) } catch let rejection as Rejection {
      throw PropertyListRefusal(rejection.message)
    } catch let reason as IsolationError {
      note(reason)
      throw PropertyListRefusal(reason.message)
    } catch {
      throw PropertyListRefusal("The command was interrupted before this was read.")
    }
    switch answer {
    case .list(let value): return value
    case .refused(let fact): throw PropertyListRefusal(fact.displayText)
    }
  }
}

extension StoreEnvironment {
  /// The same environment, but an app's preferences are read in a worker process, which is started when there are any;
  /// without isolation, in this process; and with the waits of ``until(_:)``.
  package func readingPropertyLists(
    in isolation: IsolationSettings?, until interruption: Interruption
  ) -> StoreEnvironment {
    var environment = until(interruption)
    if let isolation {
      environment.propertyLists = PhotoWorkers(
        isolation, reading: .decodingOnly(), interruption: interruption)
    }
    return environment
  }
}
