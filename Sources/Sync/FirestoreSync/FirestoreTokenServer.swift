import Foundation
import SyncHTTP
import SyncPort

/// Requests tokens from the servers that issue them.
enum FirestoreTokenServer {
  /// Sends a request and reads the answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - what: The operation, such as “get a token”, for messages.
  ///   - advice: What to do if it is refused.
  ///   - transport: Sends the request.
  ///   - read: Reads the answer.
  /// - Returns: The result of `read`.
  /// - Throws: `SyncError`.
  static func ask<Answer>(
    _ request: HTTPRequest, _ what: String, advice: String, by transport: any HTTPTransport,
    reading read: (JSONValue) throws -> Answer
  ) async throws -> Answer {
    var request = request
    request.limits = AnswerLimits().forOthers
    let response = try await transport.send(request)
    // Addresses contain API keys, so messages name only the host.
    let host = request.url.host ?? "the token server"
    let retryAfter = response.retryAfter()
    switch response.status {
    case 200..<300: break
    case 429:
      throw SyncError.throttled(by: host, retryAfter: retryAfter)
    case 500...:
      throw SyncError(
        .serverFailed, "Cannot \(what): \(host) failed with HTTP status \(response.status).",
        advice: SyncError.nextSyncTriesAgain, retryAfter: retryAfter)
    default:
      // The OAuth error code is a string; Google's other services return an object instead.
      let error = (try? JSONValue(response.body))?["error"]
      let said = (try? (error?["message"] ?? error)?.string) ?? "HTTP status \(response.status)"
      throw SyncError(
        .notSignedIn, "Cannot \(what): \(host) answered with \(HTTPResponse.excerpt(said)).",
        advice: advice)
    }
    do {
      return try read(try JSONValue(response.body))
    } catch {
      throw SyncError(
        .badAnswer, "Cannot \(what): the answer of \(host) contains no token.",
        advice: "Check the address of the token server. The next sync tries again.")
    }
  }

  /// Returns a request with a form.
  static func form(_ url: URL, _ values: KeyValuePairs<String, String>) -> HTTPRequest {
    HTTPRequest(
      "POST", url,
      headers: [
        "content-type": "application/x-www-form-urlencoded", "accept": "application/json",
      ], body: FirestoreAddress.form(values))
  }

  /// Returns the address of one of Google's services, with the project's API key.
  static func address(_ host: String, _ path: String, key: String) throws -> URL {
    var parts = URLComponents()
    (parts.scheme, parts.host, parts.path) = ("https", host, path)
    parts.percentEncodedQuery = "key=\(FirestoreAddress.escaped(key))"
    guard let url = parts.url else {
      throw SyncError(
        .invalid, "The API key does not form a valid address.", advice: "Check the API key.")
    }
    return url
  }
}
