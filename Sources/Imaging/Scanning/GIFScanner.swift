/// The walk through a GIF's blocks: GIF 89a specification, sections 17 to 27.
struct GIFScanner {
  let file: ByteView

  func scan() throws(ScanProblem) -> PhotoScan {
    guard let width = little(6), let height = little(8), let flags = file.u8(at: 10) else {
      throw endOfFile
    }
    var result = PhotoScan(width: width, height: height)
    var frameCount = 0
    var offset = 13 + colourTable(flags)
    while let block = file.u8(at: offset), block != 0x3B {
      do throws(ScanProblem) {
        switch block {
        case 0x2C: offset = try frame(at: offset, isFirst: frameCount == 0, into: &result)
        case 0x21: offset = try subBlocksEnd(from: offset + 2)
        default:
          throw .corrupt("The GIF block at byte \(offset) has the unknown type \(block).")
        }
      } catch {
        // Browsers show the frames before a fault, and here only the first one counts.
        guard frameCount > 0 else { throw error }
        break
      }
      if block == 0x2C { frameCount += 1 }
      try MetadataTally("GIF").check(frameCount, "frames")
    }
    guard frameCount > 0 else {
      if file.u8(at: offset) == nil { throw endOfFile }
      throw .corrupt("The GIF file has no picture.")
    }
    if file.u8(at: offset) != 0x3B {
      (result.decodable, result.flags) = (Array(file.prefix(offset)) + [0x3B], [.missingEnd])
    }
    return result
  }

  private var endOfFile: ScanProblem {
    .truncated("The GIF file ends after \(file.count) bytes without its end byte (3B).")
  }

  private func little(_ offset: Int) -> Int? {
    file.number(at: offset, bytes: 2, bigEndian: false)
  }

  /// The bytes of a colour table, by the flags before it.
  private func colourTable(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1)
  }

  /// Reads one image descriptor; the canvas is enlarged to the first frame, as in decoders.
  private func frame(
    at offset: Int, isFirst: Bool, into scan: inout PhotoScan
  ) throws(ScanProblem) -> Int {
    guard let left = little(offset + 1), let top = little(offset + 3),
      let width = little(offset + 5), let height = little(offset + 7),
      let flags = file.u8(at: offset + 9)
    else { throw endOfFile }
    if isFirst {
      scan.width = max(scan.width, left + width)
      scan.height = max(scan.height, top + height)
    }
    return try subBlocksEnd(from: offset + 10 + colourTable(flags) + 1)
  }

  private func subBlocksEnd(from start: Int) throws(ScanProblem) -> Int {
    var offset = start
    while let length = file.u8(at: offset) {
      offset += 1 + length
      if length == 0 { return offset }
    }
    throw endOfFile
  }
}
