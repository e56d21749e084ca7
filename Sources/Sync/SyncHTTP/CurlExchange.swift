#if CURL
  import CCurl
  import Foundation
  import Locks
  import SyncPort

  /// A request and the state of its answer.
  final class CurlExchange: @unchecked Sendable {
    // `@unchecked`: only the loop's thread uses mutable state, except the continuation, which a
    // lock guards.
    private let request: HTTPRequest
    private let timeout: Duration
    private let continuation = Mutex<CheckedContinuation<HTTPResponse, any Error>?>(nil)

    /// libcurl's handle; nil before the request has started.
    private(set) var easy: UnsafeMutableRawPointer?
    private var list: UnsafeMutablePointer<curl_slist>?
    private var sentCount = 0
    private var headers: [String: String] = [:]
    private var body = Data()
    private var headerCount = 0
    /// The limit that the answer exceeded; nil if there is none.
    private var excess: SyncError?
    private(set) var isOver = false
    /// The time at which the request fails unless bytes are transferred before.
    private(set) var deadline = ContinuousClock.now
    private var beginning = ContinuousClock.now
    /// The number of bytes sent and received.
    private var byteCount = 0

    /// The maximum duration of a request as a multiple of `timeout`, plus a second for each KiB
    /// transferred.
    ///
    /// A server that sends a byte now and then thus cannot keep a device waiting.
    static let patience = 10

    init(_ request: HTTPRequest, timeout: Duration) {
      (self.request, self.timeout) = (request, timeout)
    }

    deinit {
      if let easy { curl_easy_cleanup(easy) }
      curl_slist_free_all(list)
    }

    func start(_ continuation: CheckedContinuation<HTTPResponse, any Error>) {
      self.continuation.withLock { $0 = continuation }
    }

    private func end(_ result: Result<HTTPResponse, any Error>) {
      isOver = true
      let continuation = continuation.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }
      continuation?.resume(with: result)
    }

    /// Counts bytes that were sent or received, and extends the deadline.
    private func move(_ count: Int) {
      byteCount += count
      let end = beginning + timeout * Self.patience + .seconds(byteCount / 1024)
      deadline = min(.now + timeout, end)
    }
  }

  // The ways in which a request ends.
  extension CurlExchange {
    func cancel() { end(.failure(request.cancelled)) }

    func expire() {
      let elapsed = ContinuousClock.now - beginning
      let isSlow = byteCount > 0 && elapsed >= timeout * Self.patience
      fail(isSlow ? "only \(byteCount) B transferred in \(elapsed)" : "no data for \(timeout)")
    }

    func fail(_ reason: String) { end(.failure(request.unanswered(reason))) }

    func finish(_ code: CURLcode) {
      if let excess { return end(.failure(excess)) }
      guard code == CURLE_OK, let easy else {
        return fail(String(cString: curl_easy_strerror(code)))
      }
      end(
        .success(
          HTTPResponse(
            status: openswiftdata_curl_status(easy), headers: headers, body: body)))
    }
  }

  // The options and callbacks of libcurl.
  extension CurlExchange {
    /// Returns libcurl's handle for the request; nil if there is not enough memory.
    func prepare() -> UnsafeMutableRawPointer? {
      guard let easy = curl_easy_init() else { return nil }
      self.easy = easy
      beginning = .now
      move(0)
      openswiftdata_curl_set_text(easy, CURLOPT_URL, request.url.absoluteString)
      openswiftdata_curl_allow_http_alone(easy)
      for (option, value) in Self.options { openswiftdata_curl_set_number(easy, option, value) }
      // Accepts every encoding that libcurl can decompress.
      openswiftdata_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
      // The variable from which Foundation's `URLSession` reads the path of the CA certificates.
      if let path = ProcessInfo.processInfo.environment["URLSessionCertificateAuthorityInfoFile"] {
        openswiftdata_curl_set_text(easy, CURLOPT_CAINFO, path)
      }
      setMethod(easy)
      // Without this, libcurl would wait for permission to send a large body.
      list = curl_slist_append(list, "Expect:")
      for (name, value) in request.headers {
        list = curl_slist_append(list, value.isEmpty ? "\(name);" : "\(name): \(value)")
      }
      openswiftdata_curl_set_headers(easy, list)
      setFunctions(easy)
      return easy
    }

    private static let options: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
    ]

    private func setMethod(_ easy: UnsafeMutableRawPointer) {
      let method = request.method
      if method == "HEAD" { return _ = openswiftdata_curl_set_number(easy, CURLOPT_NOBODY, 1) }
      if request.body != nil || ["POST", "PUT", "PATCH"].contains(method) {
        openswiftdata_curl_set_number(easy, CURLOPT_UPLOAD, 1)
        openswiftdata_curl_set_size(
          easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(request.body?.count ?? 0))
      }
      openswiftdata_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, method)
    }

    private func setFunctions(_ easy: UnsafeMutableRawPointer) {
      // The loop retains the exchange as long as libcurl has the handle.
      openswiftdata_curl_set_functions(
        easy, Unmanaged.passUnretained(self).toOpaque(),
        { bytes, _, count, context in
          CurlExchange.of(context).take(header: UnsafeRawBufferPointer(start: bytes, count: count))
        },
        { bytes, _, count, context in
          CurlExchange.of(context).take(body: UnsafeRawBufferPointer(start: bytes, count: count))
        },
        { bytes, _, count, context in
          CurlExchange.of(context).give(UnsafeMutableRawBufferPointer(start: bytes, count: count))
        },
        { context, offset, origin in
          CurlExchange.of(context).seek(to: Int(offset), origin) ? 0 : 1
        })
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlExchange {
      guard let context else { preconditionFailure("libcurl lost the context of its request") }
      return Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    }

    /// Returns a smaller count than given to make libcurl abort the transfer.
    private func take(header bytes: UnsafeRawBufferPointer) -> Int {
      move(bytes.count)
      headerCount += bytes.count
      guard headerCount <= AnswerLimits.headers else {
        excess = request.answeredTooManyHeaders
        return 0
      }
      let line = String(decoding: bytes, as: UTF8.self)
      if line.hasPrefix("HTTP/") {
        // A new answer starts; the one before was preliminary.
        headers = [:]
      } else if let colon = line.firstIndex(of: ":") {
        let name = line[..<colon].lowercased()
        let value = line[line.index(after: colon)...].trimmingCharacters(
          in: .whitespacesAndNewlines)
        // Appends in place, so that a header that is repeated thousands of times is not copied each
        // time.
        if headers[name] == nil { headers[name] = value } else { headers[name]? += ", \(value)" }
      }
      return bytes.count
    }

    private func take(body bytes: UnsafeRawBufferPointer) -> Int {
      move(bytes.count)
      let limit = request.limits.limit(ofStatus: easy.map(openswiftdata_curl_status) ?? 0)
      guard body.count + bytes.count <= limit else {
        (excess, body) = (request.answeredTooMuch(limit), Data())
        return 0
      }
      body.append(contentsOf: bytes)
      return bytes.count
    }

    private func give(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
      guard let body = request.body else { return 0 }
      let count = min(bytes.count, body.count - sentCount)
      move(count)
      let start = body.startIndex + sentCount
      body.copyBytes(to: bytes, from: start..<(start + count))
      sentCount += count
      return count
    }

    /// Rewinds the body, because libcurl sends it again if the server had closed the connection.
    private func seek(to offset: Int, _ origin: Int32) -> Bool {
      guard origin == SEEK_SET, (0...(request.body?.count ?? 0)).contains(offset) else {
        return false
      }
      sentCount = offset
      return true
    }
  }
#endif
