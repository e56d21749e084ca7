/// Carries requests by what the system has for it, without cookies, caches or stored credentials.
///
/// That is `URLSession` on Apple's platforms. Elsewhere it is libcurl, whose waiting costs nothing, or Foundation's
/// `URLSession` where the program was built without it. Redirections are not followed: an answer that is one comes
/// back as it is.
public final class SystemTransport: HTTPTransport {
  private let inner: any HTTPTransport

  /// Makes a transport.
  ///
  /// - Parameter timeout: How many seconds to wait for the next part of an answer. With libcurl a request takes ten times
  ///   as long at most, and a second for each kibibyte of it; elsewhere a day.
  public init(timeout: Double = 60) {
    #if CURL
      inner = CurlTransport(timeout: timeout)
    #else
      inner = URLSessionTransport(timeout: timeout)
    #endif
  }

  /// Sends a request, and waits for the whole answer.
  ///
  /// - Returns: The answer, whatever its status.
  /// - Throws: `SyncError` of the kind `offline` where there was none, and `cancelled` where the task was.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await inner.send(request)
  }
}
