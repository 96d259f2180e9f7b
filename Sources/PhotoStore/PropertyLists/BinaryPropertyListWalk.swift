/// Walks over a binary property list, whose form is in Apple's CFBinaryPList.c, version 00.
struct BinaryPropertyListWalk {
  private let bytes: [UInt8]
  private let table: Int
  private let offsetWidth: Int
  private let referenceWidth: Int
  private var states: [State]
  /// How many references were visited.
  private var references = 0

  private enum State {
    case unseen
    /// Its own values are being visited, so that a reference to it is a cycle.
    case open
    case done(PropertyListWeight)
  }

  /// An object at its place in the file.
  private struct Object {
    let kind: UInt8
    let count: Int
    /// Where its contents begin.
    let start: Int
  }

  private static let (data, ascii, utf16, array, dictionary): (UInt8, UInt8, UInt8, UInt8, UInt8) =
    (0x4, 0x5, 0x6, 0xA, 0xD)

  static func weight(of bytes: [UInt8]) throws(PropertyListRefusal) -> PropertyListWeight {
    var (walk, top) = try opened(bytes)
    return try walk.weight(of: top, depth: 1)
  }

  private static func opened(_ bytes: [UInt8]) throws(PropertyListRefusal) -> (Self, top: Int) {
    let end = bytes.count - 32
    guard bytes.starts(with: "bplist0".utf8), end > 8 else { throw .noList }
    let (offsetWidth, referenceWidth) = (Int(bytes[end + 6]), Int(bytes[end + 7]))
    guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth),
      let count = bytes.number(at: end + 8, width: 8), count > 0,
      let top = bytes.number(at: end + 16, width: 8), top < count,
      let table = bytes.number(at: end + 24, width: 8), (9..<end).contains(table),
      count <= (end - table) / offsetWidth
    else { throw .noList }
    // Every object of an honest list is a value of it.
    guard count <= PropertyListGuard.valueLimit else { throw .values }
    let walk = Self(
      bytes: bytes, table: table, offsetWidth: offsetWidth, referenceWidth: referenceWidth,
      states: Array(repeating: .unseen, count: count))
    return (walk, top)
  }

  /// Returns the weight of an object; each is examined once, however often it is referred to.
  private mutating func weight(
    of index: Int, depth: Int
  ) throws(PropertyListRefusal) -> PropertyListWeight {
    guard depth <= PropertyListGuard.depthLimit else { throw .depth }
    switch states[index] {
    case .done(let weight): return weight
    case .open: throw PropertyListRefusal("The property list holds a value that is inside itself.")
    case .unseen: states[index] = .open
    }
    let object = try object(index)
    var weight = PropertyListWeight(values: 1)
    switch object.kind {
    case Self.data, Self.ascii: weight.bytes = object.count
    case Self.utf16: weight.bytes = 2 * object.count
    case Self.array: try add(object.count, of: object, to: &weight, depth)
    case Self.dictionary:
      try add(2 * object.count, of: object, to: &weight, depth)
      for key in 0..<object.count { try checkKey(reference(key, of: object)) }
    default: break
    }
    states[index] = .done(weight)
    return weight
  }

  private mutating func add(
    _ count: Int, of object: Object, to weight: inout PropertyListWeight, _ depth: Int
  ) throws(PropertyListRefusal) {
    // Containers may overlap, so that all their references may be more than the bytes.
    references += count
    guard references <= PropertyListGuard.valueLimit else { throw .values }
    for place in 0..<count {
      let index = try reference(place, of: object)
      try weight.add(try self.weight(of: index, depth: depth + 1))
    }
  }

  private func reference(_ place: Int, of object: Object) throws(PropertyListRefusal) -> Int {
    let index = bytes.number(at: object.start + place * referenceWidth, width: referenceWidth)
    guard let index, index < states.count else { throw .noList }
    return index
  }

  private func checkKey(_ index: Int) throws(PropertyListRefusal) {
    let kind = try object(index).kind
    guard kind == Self.ascii || kind == Self.utf16 else {
      throw PropertyListRefusal("The property list has a key that is not a text.")
    }
  }

  /// Returns an object whose bytes are all before the table; only kinds that occur in preferences and projects are
  /// accepted.
  private func object(_ index: Int) throws(PropertyListRefusal) -> Object {
    let offset = bytes.number(at: table + index * offsetWidth, width: offsetWidth)
    guard let offset, (8..<table).contains(offset) else { throw .noList }
    let (kind, low, start) = (bytes[offset] >> 4, Int(bytes[offset] & 15), offset + 1)
    let width: Int
    switch (kind, low) {
    case (0x0, 0), (0x0, 8), (0x0, 9): width = 0
    case (0x1, 0...4), (0x2, 2...3), (0x3, 3): width = 1 << low
    case (Self.data, _), (Self.ascii, _), (Self.utf16, _), (Self.array, _), (Self.dictionary, _):
      return try counted(kind, low, start)
    default:
      throw PropertyListRefusal(
        "The property list holds a set or another value that preferences do not have.")
    }
    guard width <= table - start else { throw .noList }
    if kind == 0x3, !date(at: start).isFinite {
      throw PropertyListRefusal("The property list holds a date that is not a number.")
    }
    return Object(kind: kind, count: 1, start: start)
  }

  private func date(at start: Int) -> Double {
    Double(bitPattern: bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
  }

  private func counted(
    _ kind: UInt8, _ low: Int, _ start: Int
  ) throws(PropertyListRefusal) -> Object {
    var (count, start) = (low, start)
    if low == 15 {
      guard start < table, (0x10...0x13).contains(bytes[start]) else { throw .noList }
      let width = 1 << Int(bytes[start] & 15)
      guard width < table - start, let long = bytes.number(at: start + 1, width: width) else {
        throw .noList
      }
      (count, start) = (long, start + 1 + width)
    }
    let unit =
      switch kind {
      case Self.utf16: 2
      case Self.array: referenceWidth
      case Self.dictionary: 2 * referenceWidth
      default: 1
      }
    guard count <= (table - start) / unit else { throw .noList }
    return Object(kind: kind, count: count, start: start)
  }
}

extension [UInt8] {
  /// A whole number, its highest byte first; `nil` if it is too large.
  fileprivate func number(at place: Int, width: Int) -> Int? {
    Int(exactly: self[place..<place + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
