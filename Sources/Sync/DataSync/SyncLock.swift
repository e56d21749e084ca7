import Foundation
import SyncPort

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file lock that lets only one process at a time sync a store.
///
/// The operating system releases it when the process ends for any reason.
struct SyncLock: ~Copyable {
  private let descriptor: Int32

  /// Acquires the lock; nil if another process has it.
  ///
  /// - Parameter path: The path of the lock file, which is created if needed and never deleted.
  /// - Throws: `SyncError` of the kind `storeFailed` if the file cannot be created.
  init?(_ path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw SyncError(
        .storeFailed,
        "Cannot create the file \(path), which prevents other processes from syncing at the same time.",
        advice: "Give the program write permission for its folder.")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}

/// Owns a lock, and releases it with the last reference.
final class SyncLockHolder {
  private let lock: SyncLock
  init(_ lock: consuming SyncLock) { self.lock = lock }
}
