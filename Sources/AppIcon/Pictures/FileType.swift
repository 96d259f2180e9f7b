import Foundation
import Imaging

/// The type of a file, by its first bytes and not by its name.
enum FileType: String, Sendable {
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"
  case webP = "WebP"
  case tiff = "TIFF"
  case heif = "HEIF or AVIF"
  case svg = "SVG"
  case pdf = "PDF"
  case icns = "Apple icon image"
  case html = "HTML"
  case lfsPointer = "a Git LFS pointer"
  case empty = "empty"
  case unknown = "unknown"
}

extension FileType {
  /// Determines the type of a file from its start.
  init(_ data: Data) {
    self = Self.byMagic(data.prefix(64)) ?? Self.byText(data.prefix(1024)) ?? .unknown
  }

  /// A PNG whose signature was damaged in transfer still counts: IHDR is at its place.
  private static func byMagic(_ head: Data) -> FileType? {
    if head.isEmpty { return .empty }
    let bytes = [UInt8](head)
    if bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) { return .lfsPointer }
    func has(_ text: String, at offset: Int) -> Bool {
      bytes.dropFirst(offset).starts(with: Array(text.utf8))
    }
    if bytes.starts(with: PNGStructure.signature) || has("IHDR", at: 12) || has("IHDR", at: 11) {
      return .png
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if has("GIF8", at: 0) { return .gif }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return .webP }
    if has("II*\0", at: 0) || has("MM\0*", at: 0) { return .tiff }
    if has("ftyp", at: 4) { return .heif }
    if has("%PDF", at: 0) { return .pdf }
    return has("icns", at: 0) ? .icns : nil
  }

  private static func byText(_ head: Data) -> FileType? {
    let text = String(decoding: head, as: UTF8.self).lowercased()
    if text.contains("<svg") { return .svg }
    return text.contains("<html") || text.contains("<!doctype html") ? .html : nil
  }
}
