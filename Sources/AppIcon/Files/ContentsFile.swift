import Foundation
import PhotoStore

/// A folder's `Contents.json`, as far as it can be read.
enum ContentsFile: Sendable {
  case object(JSONValue)
  case missing
  /// It is not a JSON object, or cannot be read; the reason, and the remedy if one is known.
  case unreadable(String, remedy: String? = nil)

  /// The most bytes to read, our choice, a thousand times what Xcode writes.
  private static let sizeLimit = 4 << 20

  init(inFolder folder: String) { self.init(jsonFile: folder + "/Contents.json") }

  /// Reads any JSON file that must hold an object; a byte order mark is skipped, as Apple's readers do.
  init(jsonFile path: String) {
    do {
      let data = try BoundedFile.read(path, limit: Self.sizeLimit)
      if data.isPointer { throw PhotoprepError.pointer(path) }
      let value = try JSONParser.parse(Array(JSONParser.withoutByteOrderMark([UInt8](data))))
      guard case .object = value else {
        self = .unreadable("holds no JSON object")
        return
      }
      self = .object(value)
    } catch let error as PhotoprepError where error.code == .fileMissing {
      self = .missing
    } catch let error as PhotoprepError where error.code == .fileUnreadable {
      self = .unreadable("cannot be read", remedy: error.remedy)
    } catch let error as PhotoprepError {
      self = .unreadable(error.message, remedy: error.remedy)
    } catch {
      self = .unreadable("is not valid JSON")
    }
  }

  var value: JSONValue? {
    guard case .object(let value) = self else { return nil }
    return value
  }
}

extension Data {
  /// Whether it is a pointer of Git LFS, which stands where a file was not fetched.
  var isPointer: Bool { starts(with: "version https://git-lfs.github.com/spec/".utf8) }
}

/// Reads whole files up to a limit.
enum BoundedFile {
  /// Returns the bytes of a regular file.
  ///
  /// - Throws: ``PhotoprepError`` with code `file-missing`, `file-unreadable` or `file-too-large`.
  static func read(_ path: String, limit: Int) throws(PhotoprepError) -> Data {
    let status = try status(of: path)
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
    let size = Int(status.st_size)
    guard size <= limit else { throw .fileTooLarge(path, size: size, limit: limit) }
    do {
      return try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    } catch {
      throw .fileUnreadable(path)
    }
  }

  /// Returns the content of a regular file as text; `nil` if it cannot be read.
  static func text(_ path: String, limit: Int) -> String? {
    (try? read(path, limit: limit)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the system's status of a file or folder, following links.
  ///
  /// - Throws: ``PhotoprepError`` with code `file-missing`; `file-unreadable` if there is no status.
  static func status(of path: String) throws(PhotoprepError) -> stat {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw isMissing ? PhotoprepError.fileMissing(path) : PhotoprepError.fileUnreadable(path)
    }
    return status
  }
}
