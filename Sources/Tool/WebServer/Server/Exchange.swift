#if MICROHTTPD
  import CMicroHTTPD
  import Synchronization

  /// A request and its response.
  final class Exchange: @unchecked Sendable {
    // `@unchecked`: the connection thread fills the request before it passes it to a worker, and
    // continues with the connection after the worker resumes it; the answer is passed under a lock.

    private struct Answer: @unchecked Sendable {
      // `@unchecked`: any thread may resume a connection.
      var response: WebResponse?
      /// The connection, while it is suspended until the response is available.
      var suspended: OpaquePointer?
    }

    /// The path and the query as they were sent, up to a NUL.
    let target: [UInt8]
    let connection: OpaquePointer
    let socket: Int32
    /// Whether all headers have arrived.
    var hasBegun = false
    var request = WebRequest("", "")
    /// Why the request is rejected; nil if it is not.
    var refusal: WebRefusal?
    var body: BodyBuffer
    private let answer = Mutex(Answer())

    init(_ target: [UInt8], _ connection: OpaquePointer, _ limits: WebLimits) {
      (self.target, self.connection, body) = (target, connection, BodyBuffer(limits))
      socket = webserver_socket(connection)
    }

    /// The response; nil until it is available.
    var response: WebResponse? { answer.withLock(\.response) }

    /// Suspends the connection until there is a response.
    func suspend() {
      answer.withLock { answer in
        guard answer.response == nil else { return }
        MHD_suspend_connection(connection)
        answer.suspended = connection
      }
    }

    /// Sets the response and resumes the connection; ignored if there is a response already.
    func finish(_ response: WebResponse) {
      answer.withLock { answer in
        guard answer.response == nil else {
          response.events?.end()
          return
        }
        answer.response = response
        guard let connection = answer.suspended else { return }
        answer.suspended = nil
        MHD_resume_connection(connection)
      }
    }
  }

  /// A stream of events and the connection that sends it.
  final class StreamedResponse: Sendable {
    private struct Connection: @unchecked Sendable {
      // `@unchecked`: any thread may resume a connection.
      let pointer: OpaquePointer
    }

    private let events: EventStream
    private let connection: Connection

    init(_ events: EventStream, _ connection: OpaquePointer) {
      (self.events, self.connection) = (events, Connection(pointer: connection))
    }

    /// The response of libmicrohttpd; nil if there is no memory for it.
    func makeResponse() -> OpaquePointer? {
      let context = Unmanaged.passRetained(self).toOpaque()
      let response = webserver_stream(
        { context, _, bytes, count in
          guard let context, let bytes else { return webserver_end_of_stream }
          let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: count)
          return Unmanaged<StreamedResponse>.fromOpaque(context).takeUnretainedValue()
            .read(into: buffer)
        }, context,
        { context in
          guard let context else { return }
          Unmanaged<StreamedResponse>.fromOpaque(context).release()
        })
      if response == nil { Unmanaged<StreamedResponse>.fromOpaque(context).release() }
      return response
    }

    /// Reads the next events; suspends the connection if there are none.
    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let next = events.read(into: buffer) {
        MHD_suspend_connection(connection.pointer)
        return { [connection] in MHD_resume_connection(connection.pointer) }
      }
      return switch next {
      case .bytes(let count): count
      case .wait: 0
      case .end: webserver_end_of_stream
      }
    }
  }
#endif
