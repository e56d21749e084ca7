/// Sends requests with the system's HTTP client, without cookies, caches or stored credentials.
///
/// On Apple's platforms, this is `URLSession`. Elsewhere it is libcurl, which uses no CPU time
/// while it waits, or Foundation's `URLSession` if the program was built without libcurl. Redirects
/// are not followed but returned as answers.
public final class SystemTransport: HTTPTransport {
  private let inner: any HTTPTransport

  /// Creates a transport.
  ///
  /// - Parameter timeout: The seconds to wait for the next part of an answer. A request takes at
  ///   most ten times as long with libcurl, plus a second for each KiB transferred; otherwise at
  ///   most a day.
  public init(timeout: Double = 60) {
    #if CURL
      inner = CurlTransport(timeout: timeout)
    #else
      inner = URLSessionTransport(timeout: timeout)
    #endif
  }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Returns: The answer, whatever its status.
  /// - Throws: `SyncError` of the kind `offline` if there was no answer, `answerTooLarge` if it
  ///   exceeded a limit, and `cancelled` if the task was cancelled.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await inner.send(request)
  }
}
