import Foundation

/// The SHA-2 hash functions (FIPS 180-4), which Core Data uses for version hashes.
package enum SHA2 {
  /// Returns the 32 bytes of the SHA-256 hash of `message`.
  package static func sha256(_ message: Data) -> Data { SHA256.hash(message) }

  /// Returns the 64 bytes of the SHA-512 hash of `message`.
  package static func sha512(_ message: Data) -> Data { SHA512.hash(message) }

  /// Returns the message, a one bit, zeros, and the length in bits, padded to whole blocks.
  static func padded(_ message: Data, blockSize: Int) -> [UInt8] {
    // The length takes an eighth of a block; its upper half, in SHA-512, is zero for any message
    // that fits in memory.
    let lengthSize = blockSize / 8
    let blocks = (message.count + 1 + lengthSize + blockSize - 1) / blockSize
    var bytes: [UInt8] = []
    bytes.reserveCapacity(blocks * blockSize)
    bytes.append(contentsOf: message)
    bytes.append(0x80)
    let zeros = blocks * blockSize - 8 - bytes.count
    bytes.append(contentsOf: repeatElement(0, count: zeros))
    withUnsafeBytes(of: (UInt64(message.count) * 8).bigEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }
}
