import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A connection to a server on the loopback address that sends one request after the other.
///
/// It uses plain sockets, because tests need hundreds of them at the same time.
package final class HTTPClient: @unchecked Sendable {
  // `@unchecked`: one thread receives; another may send meanwhile.

  private let descriptor: Int32
  private var received: [UInt8] = []

  #if canImport(Glibc)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let noSignal: Int32 = 0
  #endif

  package struct Answer {
    package var status: Int
    package var body: Data
    /// The headers, by name in lowercase.
    package var headers: [String: String]
    /// Whether the server will close the connection.
    package var closes: Bool
  }

  /// - Throws: `HTTPClientError` if no server is listening.
  package init(port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard descriptor >= 0, result == 0 else { throw HTTPClientError.cannotConnect(errno) }
  }

  deinit { close(descriptor) }

  /// Sends a request and waits for its answer.
  ///
  /// - Throws: `HTTPClientError` if there is no answer.
  package func send(
    _ method: String, _ path: String, _ body: String = "", headers: [String] = []
  ) throws -> Answer {
    try send(method, path, parts: [body], headers: headers)
  }

  /// Sends a request whose body is sent in parts, a moment apart, and waits for its answer.
  ///
  /// - Throws: `HTTPClientError` if there is no answer.
  package func send(
    _ method: String, _ path: String, parts: [String], headers: [String] = []
  ) throws -> Answer {
    let length = parts.reduce(0) { $0 + $1.utf8.count }
    func has(_ name: String) -> Bool { headers.contains { $0.lowercased().hasPrefix("\(name):") } }
    var lines = ["\(method) \(path) HTTP/1.1"]
    if !has("host") { lines.append("Host: localhost") }
    if !has("transfer-encoding") { lines.append("Content-Length: \(length)") }
    if method != "GET", !has("content-type") { lines.append("Content-Type: application/json") }
    lines += headers
    write(lines.joined(separator: "\r\n") + "\r\n\r\n" + (parts.first ?? ""))
    for part in parts.dropFirst() {
      Thread.sleep(forTimeInterval: 0.05)
      write(part)
    }
    return try answer(hasBody: method != "HEAD")
  }

  /// Sends a text unchanged, as far as the server accepts it.
  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Sends bytes unchanged, as far as the server accepts them.
  package func write(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Self.noSignal)
      }
      // The answer may have arrived before everything was sent.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Everything that the server sends until it closes the connection.
  package func rest() -> Data {
    while (try? receive()) != nil {}
    return Data(received)
  }

  /// Everything that the server sends until a text; it is removed from what was received.
  ///
  /// - Throws: `HTTPClientError` if the server does not send the text.
  package func text(until end: String) throws -> String {
    let end = Array(end.utf8)
    while true {
      if let range = received.firstRange(of: end) {
        defer { received.removeFirst(range.upperBound) }
        return String(decoding: received[..<range.upperBound], as: UTF8.self)
      }
      try receive()
    }
  }

  /// Waits for an answer.
  ///
  /// - Throws: `HTTPClientError` if there is no answer.
  package func answer(hasBody: Bool = true) throws -> Answer {
    let end = Array("\r\n\r\n".utf8)
    var head: Range<Int>?
    while head == nil {
      head = received.firstRange(of: end)
      if head == nil { try receive() }
    }
    guard let head else { throw HTTPClientError.isClosed }
    let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1)
      headers[sides[0].lowercased()] = sides.last?.trimmingCharacters(in: .whitespaces)
    }
    let length = hasBody ? headers["content-length"].flatMap { Int($0) } ?? 0 : 0
    while received.count < head.upperBound + length { try receive() }
    let body = Data(received[head.upperBound..<head.upperBound + length])
    received.removeFirst(head.upperBound + length)
    return Answer(
      status: status, body: body, headers: headers,
      closes: headers["connection"]?.lowercased() == "close")
  }

  private func receive() throws {
    var part = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &part, part.count, 0)
    guard count > 0 else {
      throw count == 0 ? HTTPClientError.isClosed : .noAnswer(errno)
    }
    received += part[..<count]
  }
}

package enum HTTPClientError: Error, Equatable {
  case cannotConnect(Int32)
  case isClosed
  case noAnswer(Int32)
}
