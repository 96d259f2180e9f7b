package import PhotoStore
import HostPlatform

extension ContentDigest {
  package init(of bytes: [UInt8]) {
    let text = SHA256.hash(bytes).map(Hexadecimal.digits).joined()
    guard let digest = ContentDigest(text) else {
      preconditionFailure("A SHA-256 has 64 hexadecimal digits.")
    }
    self = digest
  }
}

extension StoredFile {
  package init(name: StoredFileName, of bytes: [UInt8], size: PixelSize, quality: Int?) {
    self.init(
      name: name, byteCount: bytes.count, digest: ContentDigest(of: bytes), size: size,
      quality: quality)
  }
}

extension Recipe {
  /// The recipe's name, from the SHA-256 of its JSON on one line with sorted names.
  package var id: RecipeID { RecipeID(ContentDigest(of: json.compactBytes)) }
}
