import Foundation

/// The SHA-2 hash functions (FIPS 180-4) that Core Data's version hashes are made of.
package enum SHA2 {
  /// The 32 bytes of SHA-256 over `message`.
  package static func sha256(_ message: Data) -> Data { SHA256.hash(message) }

  /// The 64 bytes of SHA-512 over `message`.
  package static func sha512(_ message: Data) -> Data { SHA512.hash(message) }

  /// The message, a one bit, zeros, and the length in bits, in whole blocks.
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
