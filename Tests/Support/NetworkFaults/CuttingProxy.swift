import Foundation
import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A proxy between a client and a server on this machine that cuts a connection after a number of
/// bytes, as networks do.
package final class CuttingProxy: Sendable {
  /// The direction of bytes.
  package enum Direction: String, CaseIterable, Sendable { case request, answer }

  /// A fault to cause.
  package struct Cut: Sendable {
    package var direction: Direction
    /// The number of bytes to pass on in that direction first, over all connections.
    package var count: Int
    /// Whether both ends get a reset error; otherwise they see a normal end of the stream.
    package var isReset: Bool

    package init(_ direction: Direction, after count: Int, isReset: Bool) {
      (self.direction, self.count, self.isReset) = (direction, count, isReset)
    }
  }

  private struct State {
    var cut: Cut?
    var counts: [Direction: Int] = [:]
  }

  /// The port of the loopback address on which the proxy listens.
  package let port: Int
  private let listener: Int32
  private let state = Mutex(State())

  /// Listens as long as the proxy exists.
  ///
  /// - Parameter serverPort: The port of the loopback address to which connections are forwarded.
  /// - Throws: `POSIXError` if there is no free port.
  package init(toPort serverPort: Int) throws {
    let serverPort = UInt16(clamping: serverPort)
    (listener, port) = try Loopback.listen()
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else {
          if client >= 0 { close(client) }
          close(listener)
          return
        }
        self.join(client, serverPort)
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Schedules the cut of one connection.
  package func cut(_ cut: Cut) { state.withLock { ($0.cut, $0.counts) = (cut, [:]) } }

  /// Whether the scheduled cut has happened.
  package var hasCut: Bool { state.withLock { $0.cut == nil } }

  /// The number of bytes in each direction since the last call or the last `cut(_:)`.
  package func takeCounts() -> [Direction: Int] {
    state.withLock { state in
      defer { state.counts = [:] }
      return state.counts
    }
  }

  /// Connects a client to the server.
  private func join(_ client: Int32, _ port: UInt16) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let connection = ProxyConnection(client, server)
    var address = Loopback.address(port)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { return }
    for direction in Direction.allCases {
      Thread.detachNewThread { [weak self] in
        connection.carry(direction) { self?.pass($0, direction) }
      }
    }
  }

  /// The number of bytes to pass on, and the cut that follows; nil if the proxy no longer exists.
  private func pass(_ count: Int, _ direction: Direction) -> (count: Int, cut: Cut?) {
    state.withLock { state in
      let former = state.counts[direction] ?? 0
      guard let cut = state.cut, cut.direction == direction, former + count > cut.count else {
        state.counts[direction] = former + count
        return (count, nil)
      }
      state.cut = nil
      return (max(0, cut.count - former), cut)
    }
  }
}

/// Two sockets, which are closed when no thread forwards bytes between them any more.
private final class ProxyConnection: Sendable {
  private let client: Int32
  private let server: Int32

  init(_ client: Int32, _ server: Int32) { (self.client, self.server) = (client, server) }

  deinit {
    close(client)
    close(server)
  }

  /// Forwards bytes in one direction until the sender ends or the connection is cut.
  func carry(
    _ direction: CuttingProxy.Direction,
    _ pass: (Int) -> (count: Int, cut: CuttingProxy.Cut?)?
  ) {
    let (source, target) = direction == .request ? (client, server) : (server, client)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(source, &bytes, bytes.count, 0)
      guard count > 0, let (passing, cut) = pass(count) else { break }
      guard deliver(bytes, passing, to: target) else { break }
      guard let cut else { continue }
      if cut.isReset { reset() }
      shutdown(source, Int32(SHUT_RDWR))
      break
    }
    shutdown(target, Int32(SHUT_RDWR))
  }

  /// Makes closing the sockets an error at their other ends.
  private func reset() {
    var hard = linger(l_onoff: 1, l_linger: 0)
    for end in [client, server] {
      setsockopt(end, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
    }
  }

  private func deliver(_ bytes: [UInt8], _ count: Int, to target: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < count {
        let written = send(
          target, buffer.baseAddress?.advanced(by: done), count - done, Int32(MSG_NOSIGNAL)
        )
        guard written > 0 else { return false }
        done += written
      }
      return true
    }
  }
}
