import CMicroHTTPD
import Foundation
import Synchronization

/// A server on the loopback address whose answers come from threads of their own.
///
/// The thread that waits for connections sets each aside until its answer is there, and so waits for no database.
package final class HTTPServer: Sendable {
  /// Where it listens.
  package let port: Int
  private let core: ServerCore
  private let daemon: Daemon

  /// How many connections there may be at once.
  package static let connectionLimit = 1_000
  /// How many seconds a connection may be silent.
  private static let silenceLimit: UInt32 = 30

  /// Starts it.
  ///
  /// - Parameters:
  ///   - port: Where to listen; 0 for any free port.
  ///   - pool: What answers requests.
  ///   - respond: Answers one, on a thread of the pool.
  /// - Throws: `HTTPServerError` where the port is taken.
  package init(
    port: UInt16, pool: WorkerPool, respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) throws {
    core = ServerCore(pool, respond)
    let started = readitlater_http_start(
      port, UInt32(Self.connectionLimit), Self.silenceLimit,
      { _, target, _ in
        guard let target else { return nil }
        let exchange = Exchange(target: String(cString: target), length: strlen(target))
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
          return core.begin(
            exchange, connection, String(cString: method),
            targetLength: Int(readitlater_http_target_length(path, version)))
        }
        let upload = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count.pointee)
        count.pointee = 0
        return core.goOn(exchange, connection, upload)
      },
      { context, _, slot, _ in
        guard let context, let known = slot?.pointee else { return }
        Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
          .end(Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue())
      }, Unmanaged.passUnretained(core).toOpaque())
    guard let started else { throw HTTPServerError(port: Int(port)) }
    daemon = Daemon(pointer: started)
    self.port = Int(readitlater_http_port(started))
  }

  /// How many requests are under way.
  package var requestCount: Int { core.exchangeCount.withLock { $0 } }

  /// Takes no more connections, lets requests that are under way end, and stops.
  ///
  /// - Parameter limit: How long they may take; what takes longer gets no answer.
  package func stop(within limit: Duration = .seconds(30)) {
    core.isStopping.withLock { $0 = true }
    let listener = MHD_quiesce_daemon(daemon.pointer)
    if listener >= 0 { close(listener) }
    let end = ContinuousClock.now.advanced(by: limit)
    while requestCount > 0, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.005) }
    MHD_stop_daemon(daemon.pointer)
  }

  private struct Daemon: @unchecked Sendable {
    // `@unchecked`: libmicrohttpd's functions may be called by any thread.
    let pointer: OpaquePointer
  }
}

/// Why a server could not be started.
package struct HTTPServerError: LocalizedError {
  let port: Int

  package var errorDescription: String? { "Nothing can listen at port \(port)." }
  package var recoverySuggestion: String? { "Give another one with --port." }
}

/// A request and what it is answered with.
private final class Exchange: @unchecked Sendable {
  // `@unchecked`: the thread of the connections fills the request before it gives it to a worker, and goes on
  // with the connection when that has resumed it; the answer passes under a lock.

  /// The path and the parameters as they were sent, up to a NUL.
  let target: String
  /// How many bytes they are.
  let length: Int
  /// Whether all headers have arrived.
  var hasBegun = false
  var request = HTTPRequest("", "")
  var isTooLarge = false
  let response = Mutex<HTTPResponse?>(nil)

  init(target: String, length: Int) { (self.target, self.length) = (target, length) }
}

/// What libmicrohttpd calls.
private final class ServerCore: Sendable {
  let pool: WorkerPool
  let respond: @Sendable (HTTPRequest) -> HTTPResponse
  let exchangeCount = Mutex(0)
  let isStopping = Mutex(false)

  private static let bodyLimit = 1 << 16
  /// The library has 32 KiB for each connection; with a half of it left an answer can be made.
  private static let headerLimit = 1 << 14
  private static let targetLimit = 1 << 13

  init(_ pool: WorkerPool, _ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse) {
    (self.pool, self.respond) = (pool, respond)
  }

  /// A connection that is set aside until its answer is there.
  private struct Suspended: @unchecked Sendable {
    // `@unchecked`: any thread may resume a connection.
    let connection: OpaquePointer
  }

  /// Records a request whose headers have arrived; one that is too large is answered, and ends its connection.
  func begin(
    _ exchange: Exchange, _ connection: OpaquePointer, _ method: String, targetLength: Int
  ) -> MHD_Result {
    exchange.hasBegun = true
    exchangeCount.withLock { $0 += 1 }
    if exchange.length > Self.targetLimit {
      return refuse(connection, .failure(414, "address-too-long", "An address has at most 8 KiB."))
    }
    if readitlater_http_header_size(connection) > Self.headerLimit {
      return refuse(
        connection, .failure(431, "headers-too-large", "All headers have at most 16 KiB together."))
    }
    do {
      // What the library takes for the end of the target is a NUL within it.
      guard targetLength == exchange.length else { throw HTTPRequest.TargetError.containsNUL }
      exchange.request = try HTTPRequest(method, target: exchange.target)
    } catch {
      let response = (error as? HTTPRequest.TargetError ?? .containsNUL).response
      exchange.response.withLock { $0 = response }
    }
    return readitlater_http_yes
  }

  /// Answers without the library, which then closes the connection.
  private func refuse(_ connection: OpaquePointer, _ response: HTTPResponse) -> MHD_Result {
    response.bytes.withUnsafeBytes { readitlater_http_send(connection, $0.baseAddress, $0.count) }
    return readitlater_http_no
  }

  /// Takes a part of a body; when all has arrived has the request answered, and then answers.
  func goOn(
    _ exchange: Exchange, _ connection: OpaquePointer, _ upload: UnsafeRawBufferPointer
  ) -> MHD_Result {
    guard upload.isEmpty else {
      // Once it is too large, it stays so, whatever else arrives.
      if exchange.request.body.count + upload.count > Self.bodyLimit { exchange.isTooLarge = true }
      if !exchange.isTooLarge { exchange.request.body.append(contentsOf: upload) }
      return readitlater_http_yes
    }
    if exchange.isTooLarge {
      return queue(.failure(413, "too-large", "A body has at most 64 KiB."), connection)
    }
    if let response = exchange.response.withLock({ $0 }) { return queue(response, connection) }
    let suspended = Suspended(connection: connection)
    MHD_suspend_connection(connection)
    let isTaken = pool.submit { [self] in
      let response = respond(exchange.request)
      exchange.response.withLock { $0 = response }
      MHD_resume_connection(suspended.connection)
    }
    if !isTaken {
      exchange.response.withLock {
        $0 = .failure(503, "overloaded", "Too much is waiting. Try again in a moment.")
      }
      MHD_resume_connection(connection)
    }
    return readitlater_http_yes
  }

  /// Counts a request that has ended, whatever became of it.
  func end(_ exchange: Exchange) {
    if exchange.hasBegun { exchangeCount.withLock { $0 -= 1 } }
  }

  private func queue(_ response: HTTPResponse, _ connection: OpaquePointer) -> MHD_Result {
    let made = response.body.withUnsafeBytes {
      readitlater_http_response($0.baseAddress, $0.count)
    }
    guard let made else { return readitlater_http_no }
    defer { MHD_destroy_response(made) }
    MHD_add_response_header(made, "Content-Type", response.contentType)
    if isStopping.withLock({ $0 }) { MHD_add_response_header(made, "Connection", "close") }
    return MHD_queue_response(connection, UInt32(response.status), made)
  }
}
