import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Observes writes to the files of a folder, on platforms that support it.
///
/// It uses inotify on Linux and a dispatch source on Apple's platforms; both cost nothing while
/// nothing is written. Observation ends when the instance is deinitialized.
package final class FolderEvents: @unchecked Sendable {
  // `@unchecked`: the source may be canceled on any thread, and is not used otherwise.

  private let source: any DispatchSourceProtocol

  /// Starts observing; nil if the platform does not support it, or has no resources left.
  ///
  /// - Parameters:
  ///   - path: The path of the file. On Linux, files beside it whose names begin with its name are
  ///     included; on other platforms, only the file or its log is observed.
  ///   - queue: The queue on which `handler` is called.
  ///   - handler: Called after a write, once for many writes.
  package init?(
    beside path: String, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
  ) {
    guard let made = Self.makeSource(path, queue, handler) else { return nil }
    source = made
    made.activate()
  }

  deinit { source.cancel() }

  /// Returns the folder of a file, and its name in the folder.
  private static func parts(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = String(path[..<slash])
    return (folder.isEmpty ? "/" : folder, String(path[path.index(after: slash)...]))
  }

  #if os(Linux) || os(Android)
    private static func makeSource(
      _ path: String, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? {
      let (folder, name) = parts(path)
      let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      guard inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY | IN_MOVED_TO)) >= 0 else {
        close(descriptor)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      let prefix = Array(name.utf8)
      source.setEventHandler { if concerns(descriptor, prefix) { handler() } }
      source.setCancelHandler { close(descriptor) }
      return source
    }

    /// Reads all pending events, and returns whether one concerns a file whose name begins with
    /// `prefix`.
    private static func concerns(_ descriptor: Int32, _ prefix: [UInt8]) -> Bool {
      var isConcerned = false
      withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          guard count > 0 else { return }
          var place = 0
          // Each event consists of four numbers, the last of which is the length of the name that
          // follows.
          while place + 16 <= count {
            let length = Int(buffer.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
            let name = buffer[(place + 16)..<min(place + 16 + length, count)]
            if name.starts(with: prefix) { isConcerned = true }
            place += 16 + length
          }
        }
      }
      return isConcerned
    }
  #elseif canImport(Darwin)
    private static func makeSource(
      _ path: String, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? {
      // The log exists as long as a connection has the store open.
      let descriptor = [path + "-wal", path].lazy.map { open($0, O_EVTONLY | O_CLOEXEC) }
        .first { $0 >= 0 }
      guard let descriptor else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend], queue: queue)
      source.setEventHandler(handler: handler)
      source.setCancelHandler { close(descriptor) }
      return source
    }
  #else
    private static func makeSource(
      _ path: String, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? { nil }
  #endif
}
