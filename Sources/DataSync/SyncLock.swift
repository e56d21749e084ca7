import Foundation
import SyncPort

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sees to it that of all processes one at a time syncs a store.
///
/// The system takes it back when the process ends, however that comes.
struct SyncLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock; nil where somebody else has it.
  ///
  /// - Parameter path: The file of the lock, which is made and stays.
  /// - Throws: `SyncError` of the kind `storeFailed` where the file cannot be made.
  init?(_ path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw SyncError(
        .storeFailed,
        "The file \(path), which keeps other processes from syncing meanwhile, cannot be made.",
        advice: "Give the program the right to write there.")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}

/// Holds a lock until nobody refers to it.
final class SyncLockHolder {
  private let lock: SyncLock
  init(_ lock: consuming SyncLock) { self.lock = lock }
}
