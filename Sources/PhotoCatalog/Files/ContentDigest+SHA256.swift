public import PhotoStore
import HostPlatform

extension ContentDigest {
  /// Makes the SHA-256 of some bytes.
  public init(of bytes: [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    let text = SHA256.hash(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    guard let digest = ContentDigest(String(decoding: text, as: UTF8.self)) else {
      preconditionFailure("A SHA-256 has 64 hexadecimal digits.")
    }
    self = digest
  }
}

extension StoredFile {
  /// Describes bytes that will be a file.
  package init(name: StoredFileName, of bytes: [UInt8], size: PixelSize, quality: Int?) {
    self.init(
      name: name, byteCount: bytes.count, digest: ContentDigest(of: bytes), size: size,
      quality: quality)
  }
}

extension Recipe {
  /// The recipe's name, from the SHA-256 of its JSON on one line with sorted names.
  public var id: RecipeID { RecipeID(ContentDigest(of: json.compactBytes)) }
}
