#if MICROHTTPD
  import CMicroHTTPD
  import Foundation
  import Synchronization

  /// Implements the callbacks of libmicrohttpd.
  final class ServerCore: Sendable {
    let limits: WebLimits
    let deadlines: ConnectionDeadlines
    /// The requests in progress.
    let exchanges = Mutex<[ObjectIdentifier: Exchange]>([:])
    private let pool: WorkerPool
    private let routes: RouteTable
    private let isStopping = Mutex(false)

    init(_ pool: WorkerPool, _ limits: WebLimits, _ routes: RouteTable) {
      (self.pool, self.limits, self.routes) = (pool, limits, routes)
      deadlines = ConnectionDeadlines(limits)
      let ticks = Mutex(0)
      deadlines.start { [weak self] in
        let count = ticks.withLock { ticks in
          ticks += 1
          return ticks
        }
        if count.isMultiple(of: 10) { self?.sendSignsOfLife() }
      }
    }

    /// The streams of events that clients receive.
    private var streams: [EventStream] {
      exchanges.withLock { $0.values.compactMap(\.response?.events) }
    }

    /// Finds out which clients are still there.
    private func sendSignsOfLife() { for stream in streams { stream.sendSignOfLife() } }

    /// Ends streams of events; connections are closed after their response.
    func beginToStop() {
      isStopping.withLock { $0 = true }
      for stream in streams { stream.end() }
    }

    /// Answers requests that still wait for their response.
    func refuseWaitingRequests() {
      let response = WebRefusal(503, "stopping", "The server stops. Try again in a moment.")
        .response
      for exchange in exchanges.withLock({ Array($0.values) }) { exchange.finish(response) }
    }

    /// Records that a connection was opened, or that it is about to be closed.
    func connection(_ socket: Int32, isOpen: Bool) {
      if isOpen { deadlines.begin(.idle, socket) } else { deadlines.end(socket) }
    }

    /// Begins a request whose first line has arrived.
    func receive(_ target: UnsafePointer<CChar>, _ connection: OpaquePointer) -> Exchange {
      let bytes = UnsafeRawBufferPointer(start: target, count: strlen(target))
      let exchange = Exchange(Array(bytes), connection, limits)
      deadlines.begin(.receiving, exchange.socket)
      return exchange
    }

    /// Checks a request whose headers have arrived.
    ///
    /// A rejected request is answered when its body has arrived, on a thread of the pool.
    ///
    /// If the library has no memory for a response, or the end of the body is unknown, the response
    /// closes the connection.
    func begin(_ exchange: Exchange, _ method: String, _ head: RawHead) -> MHD_Result {
      exchange.hasBegun = true
      exchanges.withLock { $0[ObjectIdentifier(exchange)] = exchange }
      do throws(WebRefusal) {
        try checkSize(exchange, head)
        exchange.request.method = method
        exchange.request.headers = try head.headers()
        try HeaderCheck().check(exchange.request)
      } catch {
        return refuse(exchange, error)
      }
      do throws(WebRefusal) {
        try parse(exchange, head)
      } catch {
        exchange.refusal = error
      }
      if let length = exchange.request.headers["Content-Length"].flatMap({ Int($0) }),
        length > exchange.body.limit + limits.discardedSize
      {
        return refuse(exchange, exchange.body.refusal)
      }
      return webserver_yes
    }

    private func checkSize(_ exchange: Exchange, _ head: RawHead) throws(WebRefusal) {
      guard exchange.target.count <= limits.targetSize else {
        throw WebRefusal(
          414, "address-too-long", at: "path",
          "The address has more than \(limits.targetSize / 1024) KiB. Send a shorter one.")
      }
      guard head.size <= limits.headerSize else {
        throw WebRefusal(
          431, "headers-too-large", at: "headers",
          "The headers have more than \(limits.headerSize / 1024) KiB in total. Send shorter ones.")
      }
      guard head.fieldCount <= limits.headerCount else {
        throw WebRefusal(
          431, "too-many-headers", at: "headers",
          "The request has more than \(limits.headerCount) headers. Send fewer.")
      }
    }

    private func parse(_ exchange: Exchange, _ head: RawHead) throws(WebRefusal) {
      guard !head.firstLineContainsNUL(targetSize: exchange.target.count) else {
        throw .controlCharacter(at: "path")
      }
      guard let target = String(validating: exchange.target, as: UTF8.self) else {
        throw WebRefusal(
          400, "invalid-target", at: "path", "The address is not in UTF-8. Escape it with “%”.")
      }
      let (method, headers) = (exchange.request.method, exchange.request.headers)
      exchange.request = try WebRequest(
        method, target: target, parameterLimit: limits.parameterCount)
      exchange.request.headers = headers
      for check in routes.checks { try check.check(exchange.request) }
      exchange.body.limit = routes.bodySize(of: exchange.request) ?? limits.bodySize
    }

    /// Sends the response without the library, which then closes the connection.
    private func refuse(_ exchange: Exchange, _ refusal: WebRefusal) -> MHD_Result {
      refusal.response.bytes.withUnsafeBytes {
        webserver_send(exchange.socket, $0.baseAddress, $0.count)
      }
      return webserver_no
    }

    /// Processes a part of a body.
    ///
    /// When the whole body has arrived, it submits the request to the pool; when the response is
    /// available, it sends it.
    func goOn(_ exchange: Exchange, _ upload: UnsafeRawBufferPointer) -> MHD_Result {
      guard upload.isEmpty else {
        guard exchange.body.append(upload) else { return refuse(exchange, exchange.body.refusal) }
        return webserver_yes
      }
      if let response = exchange.response { return queue(response, exchange) }
      if exchange.body.isTooLarge { exchange.refusal = exchange.refusal ?? exchange.body.refusal }
      exchange.request.body = exchange.body.bytes
      deadlines.begin(.answering, exchange.socket)
      exchange.suspend()
      // A page that reports a refusal may read a database, too.
      let isTaken = pool.submit { [routes] in
        exchange.finish(
          exchange.refusal.map { routes.response(to: $0, exchange.request) }
            ?? routes.respond(to: exchange.request))
      }
      if !isTaken {
        let refusal = WebRefusal(
          503, "overloaded", "Too many requests are waiting. Try again in a moment.")
        exchange.finish(refusal.response)
      }
      return webserver_yes
    }

    /// Counts a request as finished, whatever its result.
    func end(_ exchange: Exchange) {
      let key = ObjectIdentifier(exchange)
      exchanges.withLock { $0[key] = nil }
      // The client may have disconnected before the response was sent.
      exchange.response?.events?.end()
      deadlines.begin(.idle, exchange.socket)
    }

    private func queue(_ response: WebResponse, _ exchange: Exchange) -> MHD_Result {
      deadlines.begin(response.events == nil ? .sending : .answering, exchange.socket)
      guard let made = make(response, exchange) else { return webserver_no }
      defer { MHD_destroy_response(made) }
      for (name, value) in response.allHeaders { MHD_add_response_header(made, name, value) }
      if isStopping.withLock({ $0 }) { MHD_add_response_header(made, "Connection", "close") }
      return MHD_queue_response(exchange.connection, UInt32(response.status), made)
    }

    private func make(_ response: WebResponse, _ exchange: Exchange) -> OpaquePointer? {
      guard let events = response.events, exchange.request.method != "HEAD" else {
        return response.body.withUnsafeBytes { webserver_response($0.baseAddress, $0.count) }
      }
      if isStopping.withLock({ $0 }) { events.end() }
      return StreamedResponse(events, exchange.connection).makeResponse()
    }
  }
#endif
