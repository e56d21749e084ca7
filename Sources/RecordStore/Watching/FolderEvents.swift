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

/// Tells when files of a folder are written, as far as the platform tells it.
///
/// On Linux the kernel's inotify says so, on Apple's systems a dispatch source; neither costs anything while
/// nothing happens. It ends with the instance.
package final class FolderEvents: @unchecked Sendable {
  // `@unchecked`: sources may be cancelled from any thread, and nothing else is done with this one.

  private let source: any DispatchSourceProtocol

  /// Begins to listen; nil where the platform does not tell, or has nothing left to tell it with.
  ///
  /// - Parameters:
  ///   - path: The file; those beside it whose names begin with its own count too, and on other systems
  ///     than Linux the folder alone.
  ///   - queue: Where `handler` is called.
  ///   - handler: Called after something was written, once for many writes.
  package init?(
    beside path: String, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
  ) {
    guard let made = Self.makeSource(path, queue, handler) else { return nil }
    source = made
    made.activate()
  }

  deinit { source.cancel() }

  /// The folder of a file, and its name there.
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

    /// Takes what events there are, and says whether one is about a file whose name begins so.
    private static func concerns(_ descriptor: Int32, _ prefix: [UInt8]) -> Bool {
      var isConcerned = false
      withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          guard count > 0 else { return }
          var place = 0
          // Four numbers, of which the last is the length of the name that follows.
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
      // The log is there as long as somebody has the store open.
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
