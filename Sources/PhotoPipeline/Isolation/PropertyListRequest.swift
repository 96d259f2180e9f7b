internal import Foundation
internal import Imaging
package import PhotoCatalog
internal import PhotoStore
internal import SystemPackage

/// The request to read a property list.
struct PropertyListRequest: WorkerRequest {
  static let name = "property-list"

  let bytes: [UInt8]
  /// How much the list holds, as our own walk over it says; `nil` in a worker.
  let weight: PropertyListWeight?

  /// A byte of a text has up to six in JSON, and a value its kind, quotes and a comma; and a sentence.
  var answerLimit: Int { (64 << 10) + 6 * (weight?.bytes ?? 0) + 8 * (weight?.values ?? 0) }

  var parts: [[UInt8]] { [bytes] }

  init(_ bytes: [UInt8], weight: PropertyListWeight? = nil) {
    (self.bytes, self.weight) = (bytes, weight)
  }

  init?(parts: [[UInt8]]) {
    guard parts.count == 1 else { return nil }
    self.init(parts[0])
  }

  func product(
    _ setup: WorkerSetup, _ times: StepTimes
  ) throws(PhotoprepError) -> Result<PropertyListValue, PropertyListRefusal> {
    Result { () throws(PropertyListRefusal) in try LocalPropertyListReader().value(of: bytes) }
  }

  static func pack(_ product: Result<PropertyListValue, PropertyListRefusal>) -> PackedProduct {
    switch product {
    case .success(let value): PackedProduct(values: .object(["list": value.json]), files: [])
    case .failure(let refusal):
      PackedProduct(values: .object(["refusal": .string(refusal.fact)]), files: [])
    }
  }

  /// The most bytes of a sentence; our choice, the longest has some 80.
  private static let factLimit = 1024

  func unpack(_ packed: PackedProduct) -> Result<PropertyListValue, PropertyListRefusal>? {
    guard let values = packed.values.object, values.count == 1, packed.files.isEmpty else {
      return nil
    }
    if let fact = values["refusal"]?.string {
      return fact.utf8.count > Self.factLimit
        ? nil : .failure(PropertyListRefusal(fact.displayText))
    }
    return values["list"].flatMap(PropertyListValue.init(json:)).map { .success($0) }
  }
}

extension PropertyListValue {
  /// A text with `t` before it, the Base64 of data with `d`, and `null` for what nobody asks for.
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string("t" + text)
    case .data(let bytes): .string("d" + Data(bytes).base64EncodedString())
    case .array(let values): .array(values.map(\.json))
    case .dictionary(let values): .object(values.mapValues(\.json))
    case .other: .null
    }
  }

  /// `nil` where any value is none that ``json`` gives.
  fileprivate init?(json: JSONValue) {
    switch json {
    case .null: self = .other
    case .string(let text) where text.utf8.first == UInt8(ascii: "t"):
      self = .text(String(decoding: text.utf8.dropFirst(), as: UTF8.self))
    case .string(let text) where text.utf8.first == UInt8(ascii: "d"):
      guard let data = Data(base64Encoded: Data(text.utf8.dropFirst())) else { return nil }
      self = .data([UInt8](data))
    case .array(let elements):
      let values = elements.compactMap(PropertyListValue.init(json:))
      guard values.count == elements.count else { return nil }
      self = .array(values)
    case .object(let members):
      let values = members.compactMapValues(PropertyListValue.init(json:))
      guard values.count == members.count else { return nil }
      self = .dictionary(values)
    case .bool, .number, .string: return nil
    }
  }
}

extension PhotoWorkers: PropertyListReader {
  func value(of bytes: [UInt8]) throws(PropertyListRefusal) -> PropertyListValue {
    try value(of: bytes) { _ in }
  }

  /// Reads a property list in a worker, after our own walk over it.
  ///
  /// - Parameters:
  ///   - bytes: The list.
  ///   - note: Told when no worker can be started.
  /// - Returns: What the list holds.
  /// - Throws: `PropertyListRefusal` that says why it is not read.
  func value(
    of bytes: [UInt8], onUnavailable note: (IsolationError) -> Void
  ) throws(PropertyListRefusal) -> PropertyListValue {
    let request = PropertyListRequest(bytes, weight: try PropertyListGuard.weight(of: bytes))
    let answer: Result<PropertyListValue, PropertyListRefusal>
    do throws(WorkFailure) { answer = try product(of: request, path: FilePath()) } catch {
      switch error {
      case .rejected(let rejection): throw PropertyListRefusal(rejection.message)
      case .unavailable(let reason):
        note(reason)
        throw PropertyListRefusal(reason.message)
      case .abandoned:
        throw PropertyListRefusal("The command was interrupted before this was read.")
      }
    }
    return try answer.get()
  }
}

extension StoreEnvironment {
  /// The same, with an app's preferences read in a worker process, which is started when there are any.
  ///
  /// - Parameters:
  ///   - isolation: The process; `nil` for this one.
  ///   - interruption: Ends the wait for it.
  /// - Returns: The environment.
  package func readingPropertyLists(
    in isolation: IsolationSettings?, until interruption: Interruption
  ) -> StoreEnvironment {
    var environment = self
    if let isolation {
      environment.propertyLists = PhotoWorkers(
        isolation, reading: .decodingOnly(), interruption: interruption)
    }
    return environment
  }
}
