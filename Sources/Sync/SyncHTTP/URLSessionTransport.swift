import Foundation
import SyncPort

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with `URLSession`, without cookies, caches or stored credentials.
///
/// Redirects are not followed, so that credentials never reach another server. With the Foundation
/// of other platforms than Apple's, a waiting request keeps a processor busy; ``SystemTransport``
/// with libcurl does not.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let flights: Flights

  /// Creates a transport.
  ///
  /// - Parameter timeout: The seconds to wait for an answer.
  public init(timeout: Double = 60) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    // Limits how long a server that sends a byte now and then can keep a request waiting.
    configuration.timeoutIntervalForResource = 86_400
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    flights = Flights()
    session = URLSession(configuration: configuration, delegate: flights, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request and waits for the whole answer.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try request.check()
    var wanted = URLRequest(url: request.url)
    wanted.httpMethod = request.method
    wanted.httpBody = request.body
    for (name, value) in request.headers { wanted.setValue(value, forHTTPHeaderField: name) }
    let task = session.dataTask(with: wanted)
    let start = FlightStart(task)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        flights.add(Flight(request: request, continuation: continuation), task)
        start.run()
      }
    } onCancel: {
      start.cancel()
    }
  }
}

/// The start of a request, which can be cancelled.
///
/// Foundation does not report the end of a request that is cancelled before it has started.
private final class FlightStart: @unchecked Sendable {
  // `@unchecked`: the lock guards all mutable state.
  private let lock = NSLock()
  private let task: URLSessionTask
  private var hasBegun = false
  private var isCancelled = false

  init(_ task: URLSessionTask) { self.task = task }

  func run() {
    lock.withLock {
      hasBegun = true
      task.resume()
      if isCancelled { task.cancel() }
    }
  }

  func cancel() {
    lock.withLock {
      isCancelled = true
      if hasBegun { task.cancel() }
    }
  }
}

/// A running request.
private struct Flight {
  let request: HTTPRequest
  let continuation: CheckedContinuation<HTTPResponse, any Error>
  private var body = Data()
  /// The limit that the answer exceeded; nil if there is none.
  private var excess: SyncError?

  init(request: HTTPRequest, continuation: CheckedContinuation<HTTPResponse, any Error>) {
    (self.request, self.continuation) = (request, continuation)
  }

  /// Appends a part of the content; returns false if that exceeds the limit.
  mutating func take(_ data: Data, _ response: URLResponse?) -> Bool {
    guard excess == nil else { return false }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    let limit = request.limits.limit(ofStatus: status)
    guard body.count + data.count <= limit else {
      (excess, body) = (request.answeredTooMuch(limit), Data())
      return false
    }
    body.append(data)
    return true
  }

  func result(
    _ response: URLResponse?, _ error: (any Error)?
  ) -> Result<HTTPResponse, any Error> {
    if let excess { return .failure(excess) }
    if let response = response as? HTTPURLResponse, error == nil {
      var headers: [String: String] = [:]
      var headerCount = 0
      for (name, value) in response.allHeaderFields {
        headers["\(name)".lowercased()] = "\(value)"
        headerCount += "\(name): \(value)\r\n".utf8.count
      }
      guard headerCount <= AnswerLimits.headers else {
        return .failure(request.answeredTooManyHeaders)
      }
      return .success(HTTPResponse(status: response.statusCode, headers: headers, body: body))
    }
    if let error = error as? URLError, error.code == .cancelled {
      return .failure(request.cancelled)
    }
    return .failure(request.unanswered(error?.localizedDescription))
  }
}

/// The running requests, updated by the session's callbacks.
///
/// Refused passwords and redirects are returned as answers, because providers themselves put
/// credentials into headers.
private final class Flights: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // `@unchecked`: the lock guards all mutable state.
  private let lock = NSLock()
  private var flights: [Int: Flight] = [:]

  func add(_ flight: Flight, _ task: URLSessionTask) {
    lock.withLock { flights[task.taskIdentifier] = flight }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let response = dataTask.response
    let isTaken = lock.withLock {
      flights[dataTask.taskIdentifier]?.take(data, response) ?? false
    }
    if !isTaken { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let flight = lock.withLock({ flights.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    flight.continuation.resume(with: flight.result(task.response, error))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }

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
