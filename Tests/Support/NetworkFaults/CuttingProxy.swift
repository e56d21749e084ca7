import Foundation
import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Stands between a client and a server on this machine, and cuts a connection after so many bytes, as a network does.
package final class CuttingProxy: Sendable {
  /// Which way bytes go.
  package enum Direction: String, CaseIterable, Sendable { case request, answer }

  /// What goes wrong.
  package struct Cut: Sendable {
    package var direction: Direction
    /// How many bytes go that way before, on whatever connections.
    package var count: Int
    /// Whether both ends are told of an error; else that the other one has said all.
    package var isReset: Bool

    package init(_ direction: Direction, after count: Int, isReset: Bool) {
      (self.direction, self.count, self.isReset) = (direction, count, isReset)
    }
  }

  private struct State {
    var cut: Cut?
    var counts: [Direction: Int] = [:]
  }

  /// The port of the loopback address that it listens at.
  package let port: Int
  private let listener: Int32
  private let state = Mutex(State())

  /// Listens for as long as somebody has the proxy.
  ///
  /// - Parameter serverPort: The port of the loopback address that connections lead to.
  /// - Throws: `POSIXError` where there is no port to listen at.
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

  /// Has one connection end.
  package func cut(_ cut: Cut) { state.withLock { ($0.cut, $0.counts) = (cut, [:]) } }

  /// Whether the connection that was to be cut has been.
  package var hasCut: Bool { state.withLock { $0.cut == nil } }

  /// How many bytes went each way since this was last asked, or a connection was to be cut.
  package func takeCounts() -> [Direction: Int] {
    state.withLock { state in
      defer { state.counts = [:] }
      return state.counts
    }
  }

  /// Leads a client to the server.
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

  /// How many of some bytes go on, and what happens then; nothing where the proxy is gone.
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

/// Two sockets, which are closed when nobody carries anything from one to the other any more.
private final class ProxyConnection: Sendable {
  private let client: Int32
  private let server: Int32

  init(_ client: Int32, _ server: Int32) { (self.client, self.server) = (client, server) }

  deinit {
    close(client)
    close(server)
  }

  /// Carries bytes one way until one end has said all, or the connection is cut.
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

  /// Has closing the sockets be an error at their other ends.
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
