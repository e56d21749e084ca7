import Foundation

/// Properties of a file that change when the file is written to.
struct FileStamp: Equatable {
  private let number: UInt64
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Creates the stamp of a file; nil if it does not exist.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (number, size) = (UInt64(truncatingIfNeeded: status.st_ino), Int64(status.st_size))
    (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec))
  }
}
