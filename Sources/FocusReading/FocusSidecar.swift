package import PhotoStore
package import SystemFiles
package import SystemPackage

/// A file beside a photo in which a person marks what every crop must keep.
///
///     {"focus": [{"x": 0.3, "y": 0.4}, {"x": 0.5, "y": 0.1, "width": 0.2, "height": 0.2, "kind": "face"}]}
///
/// Points and rectangles are fractions of the upright photo from its top left. The file of
/// `beach.jpg` is `beach.jpg.focus.json` or else `beach.focus.json`.
package enum FocusSidecar {
  static let ending = ".focus.json"
  /// The most bytes; our choice: room for hundreds of places.
  package static let byteLimit = 64 << 10
  /// The most places; the same as for the regions of metadata.
  static let mostAreas = 64

  package static func isName(_ path: FilePath) -> Bool {
    path.lastComponent.map { $0.bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8) }
      ?? false
  }

  /// Returns the given places, or if there are none those in the file beside a photo (decision 0133); empty when there
  /// is no such file.
  ///
  /// Each photo needs two status calls, and a read when there is a file.
  ///
  /// - Throws: Why an existing file cannot be read or understood: a person marked something on purpose, so a crop that
  ///   ignores it would be wrong.
  package static func areas(
    _ given: [FocusArea] = [], beside photo: FilePath, in fileSystem: any FileSystem
  ) throws(PhotoprepError) -> [FocusArea] {
    if !given.isEmpty { return given }
    for path in names(beside: photo) {
      do {
        if let bytes = try bytes(of: path, in: fileSystem) { return try areas(in: bytes) }
      } catch {
        throw PhotoprepError(
          PhotoprepError.Code("broken-focus"), path: path.string,
          message: "Its sidecar '\(path.lastComponent?.string ?? "")' \(error.message)",
          remedy: error.remedy ?? "Remove the sidecar to let the crops be chosen without it.")
      }
    }
    return []
  }

  /// The possible names of the file; the first one that exists is used.
  private static func names(beside photo: FilePath) -> [FilePath] {
    let full = FilePath(bytes: photo.bytes + ending.utf8)
    guard photo.extension != nil else { return [full] }
    var short = photo
    short.extension = nil
    return [full, FilePath(bytes: short.bytes + ending.utf8)]
  }

  /// Whether no photo with one of some endings, in lower case, is beside a sidecar by its name; `false` also if the
  /// folder cannot be read.
  package static func isStray(
    _ sidecar: FilePath, _ endings: some Sequence<String>, in fileSystem: any FileSystem
  ) -> Bool {
    let photo = FilePath(bytes: sidecar.bytes.dropLast(ending.utf8.count))
    guard let name = photo.lastComponent else { return true }
    func isNone(_ names: [FilePath.Component]) -> Bool {
      let statuses = try? fileSystem.statuses(of: names, in: sidecar.removingLastComponent())
      return statuses?.allSatisfy { $0 == nil } ?? false
    }
    // Most sidecars have the photo's whole name.
    guard isNone([name]) else { return false }
    let spellings = endings.flatMap {
      [$0, $0.uppercased(), $0.prefix(1).uppercased() + $0.dropFirst()]
    }
    return isNone(
      spellings.compactMap { FilePath(bytes: photo.bytes + ".\($0)".utf8).lastComponent })
  }

  private static func bytes(
    of path: FilePath, in fileSystem: any FileSystem
  ) throws(PhotoprepError) -> [UInt8]? {
    do {
      guard try fileSystem.status(of: path, followingLinks: true) != nil else { return nil }
      return try fileSystem.readFile(at: path, limit: byteLimit, followingLinks: true).bytes
    } catch {
      // A photo whose own name is nearly as long as possible cannot have one.
      if error.code == .nameTooLong { return nil }
      throw PhotoprepError(
        error.code, path: path.string, message: "cannot be read: \(error.message)",
        remedy: error.remedy)
    }
  }
}

extension PhotoprepError {
  /// The error of wrong contents, as the end of a sentence about the sidecar.
  fileprivate static func nonsense(_ fact: String) -> PhotoprepError {
    PhotoprepError(
      PhotoprepError.Code("broken-focus"), path: "", message: "\(fact).",
      remedy: "Correct the sidecar, or remove it to let the crops be chosen without it.")
  }
}

extension FocusSidecar {
  /// Reads the places.
  ///
  /// A byte order mark, which editors on Windows write, is skipped.
  static func areas(in file: [UInt8]) throws(PhotoprepError) -> [FocusArea] {
    let bytes = Array(JSONParser.withoutByteOrderMark(file))
    let document: JSONValue
    do { document = try JSONParser.parse(bytes) } catch {
      throw .nonsense("is not JSON: at byte \(error.offset) of \(bytes.count), \(error.fact)")
    }
    guard let object = document.object, let list = object["focus"]?.array else {
      throw .nonsense("has no list named 'focus'")
    }
    if let other = object.keys.sorted().first(where: { $0 != "focus" }) {
      throw .nonsense("has the key '\(other)'; it may only have 'focus'")
    }
    guard (1...mostAreas).contains(list.count) else {
      throw .nonsense("lists \(list.count) places; it must list 1 to \(mostAreas)")
    }
    var areas: [FocusArea] = []
    for (index, value) in list.enumerated() { areas.append(try area(value, number: index + 1)) }
    return areas
  }

  private static let keys: Set = ["x", "y", "width", "height", "kind"]

  private static func area(_ value: JSONValue, number: Int) throws(PhotoprepError) -> FocusArea {
    guard let object = value.object else {
      throw .nonsense("has a place \(number) that is not an object")
    }
    if let other = object.keys.sorted().first(where: { !keys.contains($0) }) {
      throw .nonsense(
        "has a place \(number) with the key '\(other)'; "
          + "known are x, y, width, height and kind")
    }
    let kind = try kind(object["kind"], number)
    let x = try fraction("x", of: object, number)
    let y = try fraction("y", of: object, number)
    if object["width"] == nil, object["height"] == nil {
      // The numbers were checked one by one, so this is never empty.
      return try place(FocusArea(x: x, y: y, kind: kind), number)
    }
    let width = try fraction("width", of: object, number)
    let height = try fraction("height", of: object, number)
    let rect = NormalizedRect(x: x, y: y, width: width, height: height)
    return try place(FocusArea(rect, kind: kind), number)
  }

  private static func place(_ area: FocusArea?, _ number: Int) throws(PhotoprepError) -> FocusArea {
    guard let area else {
      throw .nonsense("has a place \(number) that has no area or reaches beyond the photo's edge")
    }
    return area
  }

  private static func fraction(
    _ key: String, of object: [String: JSONValue], _ number: Int
  ) throws(PhotoprepError) -> Double {
    guard let value = object[key] else { throw .nonsense("has no '\(key)' in place \(number)") }
    guard let fraction = value.double, (0...1).contains(fraction) else {
      throw .nonsense(
        "has \(key) = \(value.shortText) in place \(number); it must be from 0 to 1")
    }
    return fraction
  }

  private static func kind(
    _ value: JSONValue?, _ number: Int
  ) throws(PhotoprepError) -> FocusArea.Kind {
    guard let value else { return .region }
    if let kind = value.string.flatMap(FocusArea.Kind.init) { return kind }
    let known = FocusArea.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    throw .nonsense("has a place \(number) whose kind is \(value.shortText); known are \(known)")
  }
}

extension JSONValue {
  /// The value on one line, cut off if it is long.
  fileprivate var shortText: String {
    let text = compactText
    return text.count <= 40 ? text : text.prefix(40) + "…"
  }
}
