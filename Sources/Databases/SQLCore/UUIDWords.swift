import Foundation

/// Creates UUIDs from bytes in memory.
///
/// A tuple of 16 bytes would be copied byte by byte, which takes 80 instructions, so it is loaded
/// as two words. Foundation does not promise that a UUID consists only of its bytes. That is
/// checked once, and if it does not hold, the bytes are copied one by one.
package enum UUIDWords {
  /// Whether a UUID has the same memory layout as its bytes.
  @usableFromInline package static let areKnown: Bool = {
    guard MemoryLayout<UUID>.size == MemoryLayout<uuid_t>.size else { return false }
    let bytes: uuid_t = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255)
    return withUnsafeBytes(of: bytes) {
      $0.elementsEqual(withUnsafeBytes(of: UUID(uuid: bytes), Array.init))
    }
  }()

  /// The UUID of the 16 bytes at `bytes`; `areKnown` selects the fast path.
  @inlinable @inline(__always)
  package static func uuid(
    _ bytes: UnsafeRawPointer, trusting areKnown: Bool = areKnown
  ) -> UUID {
    guard areKnown else { return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) }
    return unsafeBitCast(bytes.loadUnaligned(as: (UInt64, UInt64).self), to: UUID.self)
  }
}
