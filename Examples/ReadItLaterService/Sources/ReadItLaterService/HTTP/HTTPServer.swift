import CMicroHTTPD
import Foundation
import Synchronization

/// A server on the loopback address that answers requests on worker threads.
///
/// The thread that accepts connections suspends each one until its answer is available, so it never
/// waits for a database.
package final class HTTPServer: Sendable {
  /// The port on which it listens.
  package let port: Int
  private let core: ServerCore
  private let daemon: Daemon

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - port: The port on which to listen; 0 for any free port.
  ///   - pool: The threads that answer requests.
  ///   - limits: The limits for clients.
  ///   - checks: The checks that each request must pass, in this order.
  ///   - respond: Answers a request that passes all checks, on a thread of the pool.
  /// - Throws: `HTTPServerError` if the port is in use.
  package init(
    port: UInt16, pool: WorkerPool, limits: HTTPLimits = HTTPLimits(), checks: [any RequestCheck],
    respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) throws {
    core = ServerCore(pool, limits, checks, respond)
    let started = readitlater_http_start(
      port, UInt32(limits.connectionCount), limits.silence,
      { context, target, connection in
        guard let context, let target, let connection else { return nil }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let exchange = core.receive(target, connection)
        readitlater_http_hide_query(target)
        return Unmanaged.passRetained(exchange).toOpaque()
      },
      { context, connection, path, method, version, bytes, count, slot in
        guard let context, let connection, let path, let method, let version, let count,
          let known = slot?.pointee
        else { return readitlater_http_no }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
        guard exchange.hasBegun else {
          let head = RawHead(connection, method: method, target: path, version: version)
          return core.begin(exchange, connection, String(cString: method), head)
        }
        let upload = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count.pointee)
        count.pointee = 0
        return core.goOn(exchange, connection, upload)
      },
      { context, _, slot, _ in
        guard let context, let known = slot?.pointee else { return }
        Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
          .end(Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue())
      },
      { context, connection, _, event in
        guard let context, let connection else { return }
        Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
          .connection(readitlater_http_socket(connection), isOpen: event == readitlater_http_opened)
      }, Unmanaged.passUnretained(core).toOpaque())
    guard let started else {
      core.deadlines.stop()
      throw HTTPServerError(port: Int(port))
    }
    daemon = Daemon(pointer: started)
    self.port = Int(readitlater_http_port(started))
  }

  /// The number of requests in progress.
  package var requestCount: Int { core.exchangeCount.withLock { $0 } }

  /// Stops accepting connections, waits for requests in progress, and stops.
  ///
  /// - Parameter limit: How long to wait; requests that take longer get no answer.
  package func stop(within limit: Duration = .seconds(30)) {
    core.isStopping.withLock { $0 = true }
    let listener = MHD_quiesce_daemon(daemon.pointer)
    if listener >= 0 { close(listener) }
    let end = ContinuousClock.now.advanced(by: limit)
    while requestCount > 0, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.005) }
    MHD_stop_daemon(daemon.pointer)
    core.deadlines.stop()
  }

  private struct Daemon: @unchecked Sendable {
    // `@unchecked`: libmicrohttpd's functions may be called by any thread.
    let pointer: OpaquePointer
  }
}

/// The reason that a server could not be started.
package struct HTTPServerError: LocalizedError {
  let port: Int

  package var errorDescription: String? { "The server cannot listen on port \(port)." }
  package var recoverySuggestion: String? {
    "Check whether another program uses the port, or give another one with --port."
  }
}

/// A request and its response.
private final class Exchange: @unchecked Sendable {
  // `@unchecked`: the connection thread fills the request before it passes it to a worker, and
  // continues with the connection after the worker resumes it; the response is passed under a lock.

  /// The path and the query as they were sent, up to a NUL.
  let target: [UInt8]
  let socket: Int32
  /// Whether all headers have arrived.
  var hasBegun = false
  var request = HTTPRequest("", "")
  var body: BodyBuffer
  let response = Mutex<HTTPResponse?>(nil)

  init(_ target: [UInt8], _ socket: Int32, _ limits: HTTPLimits) {
    (self.target, self.socket, body) = (target, socket, BodyBuffer(limits))
  }
}

/// Implements the callbacks of libmicrohttpd.
private final class ServerCore: Sendable {
  let pool: WorkerPool
  let respond: @Sendable (HTTPRequest) -> HTTPResponse
  let exchangeCount = Mutex(0)
  let isStopping = Mutex(false)

  let deadlines: ConnectionDeadlines
  private let limits: HTTPLimits
  private let checks: [any RequestCheck]

  init(
    _ pool: WorkerPool, _ limits: HTTPLimits, _ checks: [any RequestCheck],
    _ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    (self.pool, self.limits, self.respond) = (pool, limits, respond)
    self.checks = checks
    deadlines = ConnectionDeadlines(limits)
  }

  /// A connection that is suspended until its response is available.
  private struct Suspended: @unchecked Sendable {
    // `@unchecked`: any thread may resume a connection.
    let connection: OpaquePointer
  }

  /// Records that a connection was opened, or that it is about to be closed.
  func connection(_ socket: Int32, isOpen: Bool) {
    if isOpen { deadlines.begin(.idle, socket) } else { deadlines.end(socket) }
  }

  /// Begins a request whose first line has arrived.
  func receive(_ target: UnsafePointer<CChar>, _ connection: OpaquePointer) -> Exchange {
    let bytes = UnsafeRawBufferPointer(start: target, count: strlen(target))
    let socket = readitlater_http_socket(connection)
    deadlines.begin(.receiving, socket)
    return Exchange(Array(bytes), socket, limits)
  }

  /// Checks a request whose headers have arrived.
  ///
  /// A rejected request is answered when its body has arrived.
  ///
  /// If the library has no memory for a response, or the end of the body is unknown, the response
  /// closes the connection.
  func begin(
    _ exchange: Exchange, _ connection: OpaquePointer, _ method: String, _ head: RawHead
  ) -> MHD_Result {
    exchange.hasBegun = true
    exchangeCount.withLock { $0 += 1 }
    do throws(HTTPRefusal) {
      try checkSize(exchange, head)
      exchange.request.method = method
      exchange.request.headers = try head.headers()
      try HeaderCheck().check(exchange.request)
      if let length = exchange.request.headers["Content-Length"].flatMap({ Int($0) }),
        length > limits.bodySize + limits.discardedSize
      {
        throw exchange.body.refusal
      }
    } catch {
      return refuse(exchange, error)
    }
    do throws(HTTPRefusal) {
      try parse(exchange, head)
    } catch {
      exchange.response.withLock { $0 = error.response }
    }
    return readitlater_http_yes
  }

  private func checkSize(_ exchange: Exchange, _ head: RawHead) throws(HTTPRefusal) {
    guard exchange.target.count <= limits.targetSize else {
      throw HTTPRefusal(
        414, "address-too-long", at: "path",
        "The address has more than \(limits.targetSize / 1024) KiB. Send a shorter one.")
    }
    guard head.size <= limits.headerSize else {
      throw HTTPRefusal(
        431, "headers-too-large", at: "headers",
        "The headers have more than \(limits.headerSize / 1024) KiB in total. Send shorter ones.")
    }
    guard head.fieldCount <= limits.headerCount else {
      throw HTTPRefusal(
        431, "too-many-headers", at: "headers",
        "The request has more than \(limits.headerCount) headers. Send fewer.")
    }
  }

  private func parse(_ exchange: Exchange, _ head: RawHead) throws(HTTPRefusal) {
    guard !head.firstLineContainsNUL(targetSize: exchange.target.count) else {
      throw .controlCharacter(at: "path")
    }
    guard let target = String(validating: exchange.target, as: UTF8.self) else {
      throw HTTPRefusal(
        400, "invalid-target", at: "path", "The address is not in UTF-8. Escape it with “%”.")
    }
    let (method, headers) = (exchange.request.method, exchange.request.headers)
    exchange.request = try HTTPRequest(
      method, target: target, parameterLimit: limits.parameterCount)
    exchange.request.headers = headers
    for check in checks { try check.check(exchange.request) }
  }

  /// Sends the response without the library, which then closes the connection.
  private func refuse(_ exchange: Exchange, _ refusal: HTTPRefusal) -> MHD_Result {
    refusal.response.bytes.withUnsafeBytes {
      readitlater_http_send(exchange.socket, $0.baseAddress, $0.count)
    }
    return readitlater_http_no
  }

  /// Processes a part of a body.
  ///
  /// When the whole body has arrived, it submits the request to the pool; when the response is
  /// available, it sends it.
  func goOn(
    _ exchange: Exchange, _ connection: OpaquePointer, _ upload: UnsafeRawBufferPointer
  ) -> MHD_Result {
    guard upload.isEmpty else {
      guard exchange.body.append(upload) else { return refuse(exchange, exchange.body.refusal) }
      return readitlater_http_yes
    }
    if let response = exchange.response.withLock({ $0 }) {
      return queue(response, exchange, connection)
    }
    if exchange.body.isTooLarge {
      return queue(exchange.body.refusal.response, exchange, connection)
    }
    exchange.request.body = exchange.body.bytes
    deadlines.begin(.answering, exchange.socket)
    let suspended = Suspended(connection: connection)
    MHD_suspend_connection(connection)
    let isTaken = pool.submit { [self] in
      let response = respond(exchange.request)
      exchange.response.withLock { $0 = response }
      MHD_resume_connection(suspended.connection)
    }
    if !isTaken {
      exchange.response.withLock {
        $0 =
          HTTPRefusal(
            503, "overloaded", "Too many requests are waiting. Try again in a moment."
          ).response
      }
      MHD_resume_connection(connection)
    }
    return readitlater_http_yes
  }

  /// Counts a request as finished, whatever its result.
  func end(_ exchange: Exchange) {
    if exchange.hasBegun { exchangeCount.withLock { $0 -= 1 } }
    deadlines.begin(.idle, exchange.socket)
  }

  private func queue(
    _ response: HTTPResponse, _ exchange: Exchange, _ connection: OpaquePointer
  ) -> MHD_Result {
    deadlines.begin(.sending, exchange.socket)
    let made = response.body.withUnsafeBytes {
      readitlater_http_response($0.baseAddress, $0.count)
    }
    guard let made else { return readitlater_http_no }
    defer { MHD_destroy_response(made) }
    for (name, value) in response.allHeaders { MHD_add_response_header(made, name, value) }
    if isStopping.withLock({ $0 }) { MHD_add_response_header(made, "Connection", "close") }
    return MHD_queue_response(connection, UInt32(response.status), made)
  }
}
