import Foundation
import SyncPort

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries requests by `URLSession`, without cookies, caches or stored credentials.
///
/// Redirections are not followed, so that credentials never reach another server. Where Foundation is not Apple's, a
/// request that waits for its answer uses a processor; `SystemTransport` does not.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let flights: Flights

  /// Makes a transport.
  ///
  /// - Parameter timeout: How many seconds to wait for an answer.
  public convenience init(timeout: Double = 60) {
    self.init(timeout: timeout, limit: HTTPRequest.answerLimit)
  }

  /// Makes a transport that takes answers of so many bytes.
  package init(timeout: Double, limit: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    flights = Flights(limit: limit)
    session = URLSession(configuration: configuration, delegate: flights, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request, and waits for the whole answer.
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

/// The start of a request, which a task that is cancelled ends: Foundation tells nobody of a request that is cancelled
/// before it has begun.
private final class FlightStart: @unchecked Sendable {
  // `@unchecked`: the lock guards all.
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

/// A request under way.
private struct Flight {
  let request: HTTPRequest
  let continuation: CheckedContinuation<HTTPResponse, any Error>
  var body = Data()
  var isTooLong = false

  func result(
    _ response: URLResponse?, _ error: (any Error)?, _ limit: Int
  ) -> Result<HTTPResponse, any Error> {
    if isTooLong { return .failure(request.answeredTooMuch(limit)) }
    if let response = response as? HTTPURLResponse, error == nil {
      var headers: [String: String] = [:]
      for (name, value) in response.allHeaderFields {
        headers["\(name)".lowercased()] = "\(value)"
      }
      return .success(HTTPResponse(status: response.statusCode, headers: headers, body: body))
    }
    if let error = error as? URLError, error.code == .cancelled {
      return .failure(request.cancelled)
    }
    return .failure(request.unanswered(error?.localizedDescription))
  }
}

/// The requests under way, of which the session tells.
///
/// A refused password comes back as an answer, since providers put credentials into headers themselves; so does a
/// redirection.
private final class Flights: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // `@unchecked`: the lock guards all that varies.
  private let lock = NSLock()
  private var flights: [Int: Flight] = [:]
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func add(_ flight: Flight, _ task: URLSessionTask) {
    lock.withLock { flights[task.taskIdentifier] = flight }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = lock.withLock {
      let number = dataTask.taskIdentifier
      guard let count = flights[number]?.body.count, count + data.count <= limit else {
        flights[number]?.isTooLong = true
        return true
      }
      flights[number]?.body.append(data)
      return false
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let flight = lock.withLock({ flights.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    flight.continuation.resume(with: flight.result(task.response, error, limit))
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
