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
  public init(timeout: Double = 60) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    // A server that says a byte now and then is not waited for longer.
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
  private var body = Data()
  /// Which limit the answer passed; nil for none.
  private var excess: SyncError?

  init(request: HTTPRequest, continuation: CheckedContinuation<HTTPResponse, any Error>) {
    (self.request, self.continuation) = (request, continuation)
  }

  /// Takes a part of the content; false where it is too much.
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

/// The requests under way, of which the session tells.
///
/// A refused password comes back as an answer, since providers put credentials into headers themselves; so does a
/// redirection.
private final class Flights: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // `@unchecked`: the lock guards all that varies.
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
