/// The pages of an SQLite database or of its write-ahead log.
///
/// A value that is too long for its page goes on in others: behind its first piece, and in the first four bytes of each
/// further page, is the number of the next (https://sqlite.org/fileformat2.html, 1.6 and 4).
enum DatabasePages {
  /// The most bytes of a piece that are taken: twice as many as a file's name has, for UTF-16.
  private static let reach = 160

  /// The end of each piece of a value with the beginning of the next, for names that a database divides; about as many bytes
  /// as it has at most.
  static func seams(in bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBufferPointer(seams) }

  private static func seams(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard bytes.count >= 512 else { return [] }
    func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) } }
    let isLog = number(0) & ~1 == 0x377F_0682
    guard isLog || bytes.starts(with: "SQLite format 3\0".utf8) else { return [] }
    // Page 1 says 65,536 as 1.
    let size = isLog ? number(8) : Int(bytes[16]) << 8 | Int(bytes[17]) << 16
    guard size >= 512 else { return [] }
    let (header, apart) = isLog ? (32, 24) : (0, 0)
    var (starts, count) = ([Int: Int](), 0)
    for start in stride(from: header + apart, through: bytes.count - size, by: size + apart) {
      // What a log had before it began anew has other salts.
      if isLog, !bytes[start - 16..<start - 8].elementsEqual(bytes[16..<24]) { break }
      count += 1
      starts[isLog ? number(start - apart) : count] = start
    }
    // Page 1 says how many bytes at the end of each are unused: 12 on Apple's systems, otherwise none.
    let ends = starts[1].map { [size - Int(bytes[$0 + 20])] } ?? [size, size - 12]
    let last = starts.keys.max() ?? 0
    var seams: [UInt8] = []
    for start in starts.values {
      for place in start...start + size - 4 where bytes[place] == 0 {
        let number = number(place)
        guard number > 1, number <= last, let next = starts[number] else { continue }
        for end in place == start ? ends.map({ start + $0 }) : [place] {
          let pieces = [
            bytes[max(start, end - reach)..<end], bytes[next + 4..<next + 4 + reach],
          ]
          // A name has nothing below "-" and above "z"; UTF-16 has a zero byte beside each.
          let isName = [pieces[0].suffix(2), pieces[1].prefix(2)].allSatisfy { beside in
            beside.contains { (0x2D...0x7A).contains($0) }
          }
          guard isName else { continue }
          if seams.count > bytes.count { return seams }
          for piece in pieces { seams += piece }
          seams.append(0)
        }
      }
    }
    return seams
  }
}
