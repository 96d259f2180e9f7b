#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CNettle
#endif

/// SHA-256 (FIPS 180-4): by CryptoKit on Apple's systems, elsewhere by Nettle (decision 0618).
package struct SHA256 {
  #if canImport(CryptoKit)
    private var state = CryptoKit.SHA256()

    package init() {}

    package mutating func update(_ bytes: [UInt8]) { state.update(data: bytes) }

    /// Returns the digest of the bytes so far, 32 bytes.
    package func finalize() -> [UInt8] { Array(state.finalize()) }
  #else
    private var state = sha256_ctx()

    package init() { nettle_sha256_init(&state) }

    package mutating func update(_ bytes: [UInt8]) {
      nettle_sha256_update(&state, bytes.count, bytes)
    }

    package func finalize() -> [UInt8] {
      var state = state
      return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { digest, count in
        nettle_sha256_digest(&state, digest.count, digest.baseAddress)
        count = digest.count
      }
    }
  #endif

  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }
}
