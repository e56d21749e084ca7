import Foundation
import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An HTTP server on this machine whose answers a test defines, with a thread for each connection.
package final class LoopbackServer: Sendable {
  /// A request of a client.
  package struct Request: Hashable, Sendable {
    package var method: String
    package var path: String
    /// The headers, by name in lowercase.
    package var headers: [String: String] = [:]
    package var body = Data()
  }

  /// Answers a request on its connection; returns whether to keep the connection open.
  package typealias Answering = @Sendable (Request, LoopbackConnection) -> Bool

  /// The port of the loopback address on which the server listens.
  package let port: Int
  private let listener: Int32
  private let received = Mutex<[Request]>([])

  /// Listens as long as the server exists.
  ///
  /// - Throws: `POSIXError` if there is no free port.
  package init(_ answer: @escaping Answering) throws {
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
        self.serve(LoopbackConnection(client), answer)
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// The requests received so far.
  package var requests: [Request] { received.withLock { $0 } }

  /// Waits until a number of requests have been received.
  package func waitForRequests(_ count: Int) async throws {
    while received.withLock({ $0.count }) < count { try await Task.sleep(for: .milliseconds(2)) }
  }

  /// The URL of a path.
  package func address(_ path: String = "/") -> URL {
    URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(fileURLWithPath: "/")
  }

  private func serve(_ connection: LoopbackConnection, _ answer: @escaping Answering) {
    Thread.detachNewThread { [weak self] in
      while let request = connection.readRequest() {
        self?.received.withLock { $0.append(request) }
        guard answer(request, connection) else { return }
      }
    }
  }
}

/// A connection of a client, which is closed when it is released.
package final class LoopbackConnection: @unchecked Sendable {
  // `@unchecked`: only the thread of the connection reads from it.
  private let handle: Int32
  private var buffer = Data()

  init(_ handle: Int32) { self.handle = handle }

  deinit { close(handle) }

  /// Sends an answer with its length.
  @discardableResult
  package func answer(
    _ status: String = "200 OK", _ headers: [String] = [], _ body: Data = Data()
  ) -> Bool {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
    return send(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }

  /// Sends some bytes; returns whether the client accepted them.
  @discardableResult
  package func send(_ bytes: Data) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let start = buffer.baseAddress?.advanced(by: done)
        #if canImport(Darwin)
          let written = Darwin.send(handle, start, buffer.count - done, 0)
        #elseif canImport(Musl)
          let written = Musl.send(handle, start, buffer.count - done, Int32(MSG_NOSIGNAL))
        #else
          let written = Glibc.send(handle, start, buffer.count - done, Int32(MSG_NOSIGNAL))
        #endif
        guard written > 0 else { return false }
        done += written
      }
      return true
    }
  }

  /// Waits until the client closes the connection, without answering.
  package func waitForEnd() { while fill() {} }

  /// Makes closing the connection an error for the client.
  package func reset() {
    var hard = linger(l_onoff: 1, l_linger: 0)
    setsockopt(handle, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
  }

  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(handle, &bytes, bytes.count, 0)
    if count > 0 { buffer.append(contentsOf: bytes[..<count]) }
    return count > 0
  }

  /// Reads the next request; returns nil if the client closed the connection.
  fileprivate func readRequest() -> LoopbackServer.Request? {
    let end = Data("\r\n\r\n".utf8)
    while buffer.range(of: end) == nil { guard fill() else { return nil } }
    guard let range = buffer.range(of: end) else { return nil }
    let lines = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    var request = LoopbackServer.Request(method: words[0], path: words[1])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      request.headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    buffer = Data(buffer[range.upperBound...])
    let count = request.headers["content-length"].flatMap(Int.init) ?? 0
    while buffer.count < count { guard fill() else { return nil } }
    request.body = Data(buffer.prefix(count))
    buffer = Data(buffer.dropFirst(count))
    return request
  }
}
