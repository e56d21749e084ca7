import Foundation
import SyncPort

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries requests by `URLSession`, without cookies, caches or stored credentials.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession

  /// Makes a transport.
  ///
  /// - Parameter timeout: How many seconds to wait for an answer.
  public init(timeout: Double = 60) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(
      configuration: configuration, delegate: ChallengeRefusal(), delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request, and waits for the whole answer.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var wanted = URLRequest(url: request.url)
    wanted.httpMethod = request.method
    wanted.httpBody = request.body
    for (name, value) in request.headers { wanted.setValue(value, forHTTPHeaderField: name) }
    let flight = Flight()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = session.dataTask(with: wanted) { data, response, error in
          continuation.resume(with: Self.result(data, response, error, request))
        }
        flight.start(task)
      }
    } onCancel: {
      flight.cancel()
    }
  }

  private static func result(
    _ data: Data?, _ response: URLResponse?, _ error: (any Error)?, _ request: HTTPRequest
  ) -> Result<HTTPResponse, any Error> {
    if let response = response as? HTTPURLResponse, error == nil {
      var headers: [String: String] = [:]
      for (name, value) in response.allHeaderFields {
        headers["\(name)".lowercased()] = "\(value)"
      }
      return .success(
        HTTPResponse(status: response.statusCode, headers: headers, body: data ?? Data()))
    }
    let host = request.url.host ?? request.url.absoluteString
    if let error = error as? URLError, error.code == .cancelled {
      return .failure(SyncError(.cancelled, "The request to \(host) was cancelled."))
    }
    let reason = error.map { " (\($0.localizedDescription))" } ?? ""
    return .failure(
      SyncError(
        .offline, "\(host) did not answer\(reason).",
        advice: "Look whether the address is right and the network is there; it is tried again."))
  }
}

/// A request under way, which a task that is cancelled ends.
private final class Flight: @unchecked Sendable {
  // `@unchecked`: the lock guards all.
  private let lock = NSLock()
  private var task: URLSessionTask?
  private var isCancelled = false

  func start(_ task: URLSessionTask) {
    let mayStart = lock.withLock {
      self.task = task
      return !isCancelled
    }
    task.resume()
    if !mayStart { task.cancel() }
  }

  func cancel() {
    let task = lock.withLock {
      isCancelled = true
      return self.task
    }
    task?.cancel()
  }
}

/// Has a refused password come back as an answer: providers put credentials into headers themselves.
private final class ChallengeRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?)
      -> Void
  ) {
    let isServerTrust =
      challenge.protectionSpace.authenticationMethod == "NSURLAuthenticationMethodServerTrust"
    completionHandler(isServerTrust ? .performDefaultHandling : .rejectProtectionSpace, nil)
  }
}
