import Foundation

/// UUIDs of bytes in memory.
///
/// A tuple of 16 bytes would be taken apart and put together byte by byte, which takes 80 instructions,
/// so two words are taken for one. That a UUID is its bytes and nothing else, Foundation does not
/// promise: it is looked at once, and where it is otherwise the bytes go one by one.
package enum UUIDWords {
  /// Whether a UUID looks in memory as its bytes do.
  @usableFromInline package static let areKnown: Bool = {
    guard MemoryLayout<UUID>.size == MemoryLayout<uuid_t>.size else { return false }
    let bytes: uuid_t = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255)
    return withUnsafeBytes(of: bytes) {
      $0.elementsEqual(withUnsafeBytes(of: UUID(uuid: bytes), Array.init))
    }
  }()

  /// The UUID of the 16 bytes at `bytes`, which `areKnown` says to take for one.
  @inlinable @inline(__always)
  package static func uuid(
    _ bytes: UnsafeRawPointer, trusting areKnown: Bool = areKnown
  ) -> UUID {
    guard areKnown else { return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) }
    return unsafeBitCast(bytes.loadUnaligned(as: (UInt64, UInt64).self), to: UUID.self)
  }
}
