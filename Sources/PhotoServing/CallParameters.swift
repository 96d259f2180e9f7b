internal import PhotoPipeline
internal import PhotoStore

/// The parameters of a request; each is removed when it is read by name.
struct CallParameters {
  /// Why parameters are refused.
  typealias Fault = CropOutputFault

  /// The most entries of each list; our choice, far above what a page of an album needs.
  static let listLimit = 64

  private var values: [String: JSONValue]
  private let method: String

  /// Takes the parameters of a method from an object; the error about anything else names those that are needed.
  init(_ params: JSONValue?, of method: String, naming need: String) throws {
    guard let values = params?.object else {
      throw Fault(message: "'params' must be an object that names \(need).")
    }
    (self.values, self.method) = (values, method)
  }

  /// Takes a value of one kind.
  mutating func option<Value>(
    _ name: String, _ what: String, _ read: (JSONValue) -> Value?
  ) throws -> Value? {
    guard let value = values.removeValue(forKey: name) else { return nil }
    guard let read = read(value) else { throw Fault(message: "'\(name)' must be \(what).") }
    return read
  }

  /// Takes true or false.
  mutating func flag(_ name: String) throws -> Bool {
    try option(name, "true or false") { if case .bool(let flag) = $0 { flag } else { nil } }
      ?? false
  }

  /// Takes one of several words.
  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String
  ) throws -> Choice? {
    try option(name, Choice.allCases.map(\.rawValue).joined(separator: ", ")) {
      $0.string.flatMap(Choice.init(rawValue:))
    }
  }

  /// Takes a list; an empty one if the parameter is missing.
  mutating func list<Element>(
    _ name: String, _ what: String, _ element: (JSONValue) -> Element?
  ) throws -> [Element] {
    try option(name, "a list of \(Self.listLimit) \(what) at most") { value -> [Element]? in
      guard let list = value.array, list.count <= Self.listLimit else { return nil }
      let elements = list.compactMap(element)
      return elements.count == list.count ? elements : nil
    } ?? []
  }

  /// Takes the name of a file or folder.
  mutating func name(_ name: String, _ what: String) throws -> String? {
    try option(name, what) { value in
      value.string.flatMap { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }
    }
  }

  /// Refuses parameters that were not taken.
  func end() throws {
    guard let name = values.keys.min() else { return }
    throw Fault(message: "'\(name.displayText)' is not a parameter of '\(method)'.")
  }

  /// There is a file that may not be replaced.
  static func wouldReplace(_ name: String) -> Fault {
    Fault(
      message: "\(name.displayText): There is a file already. Name another, or add "
        + "\"force\": true.")
  }
}
