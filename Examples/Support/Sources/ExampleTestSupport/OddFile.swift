import Foundation

/// What a user may name where a file is expected.
package enum OddFile: String, CaseIterable, Sendable {
  case missing, folder, pipe, device, empty, binary
  /// A file whose bytes the disk does not give.
  case unreadable

  /// Makes it.
  /// - Parameter folder: Where to make it.
  /// - Returns: Its path.
  /// - Throws: What making it throws.
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
        // Rights keep nobody out who runs tests as root; this file has no first byte for anybody.
        return "/proc/self/mem"
      #else
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      #endif
    }
    return path
  }

  /// Whether a program that keeps a store has nothing to keep it in.
  package var cannotBeStore: Bool { self != .missing && self != .empty }
}
