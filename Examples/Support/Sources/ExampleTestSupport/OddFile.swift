import Foundation

/// Unexpected items that a user may specify instead of a file.
package enum OddFile: String, CaseIterable, Sendable {
  case missing, folder, pipe, device, empty, binary
  /// A file whose bytes cannot be read.
  case unreadable

  /// Creates the item.
  ///
  /// - Parameter folder: The folder in which to create it.
  /// - Returns: Its path.
  /// - Throws: Errors of creating it.
  package func make(in folder: URL) throws -> String {
    let path = folder.appendingPathComponent("odd \(rawValue)").path
    switch self {
    case .missing: break
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    case .pipe:
      guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    case .device: return "/dev/null"
    case .empty: try Data().write(to: URL(fileURLWithPath: path))
    case .binary:
      let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 7) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    case .unreadable:
      #if os(Linux)
        // Permissions do not stop tests that run as root; the first byte of this file cannot be
        // read by any user.
        return "/proc/self/mem"
      #else
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      #endif
    }
    return path
  }

  /// Whether a program cannot use the item as its store.
  package var cannotBeStore: Bool { self != .missing && self != .empty }
}
