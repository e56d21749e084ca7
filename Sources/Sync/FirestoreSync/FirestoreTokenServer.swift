import Foundation
import SyncHTTP
import SyncPort

/// Requests tokens from the servers that issue them.
enum FirestoreTokenServer {
  private struct Refusal: Decodable {
    struct Reason: Decodable { var message: String? }
    /// The OAuth error code, which is a string; Google's other services return an object instead.
    var word: String?
    var reason: Reason?

    private enum CodingKeys: String, CodingKey { case error }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      word = try? container.decode(String.self, forKey: .error)
      reason = try? container.decode(Reason.self, forKey: .error)
    }
  }

  /// Sends a request and decodes the answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - what: The operation, such as “get a token”, for messages.
  ///   - advice: What to do if it is refused.
  ///   - transport: Sends the request.
  /// - Returns: The answer.
  /// - Throws: `SyncError`.
  static func ask<Answer: Decodable>(
    _ request: HTTPRequest, _ what: String, advice: String, by transport: any HTTPTransport
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
      let refusal = try? JSONDecoder().decode(Refusal.self, from: response.body)
      let said = refusal?.word ?? refusal?.reason?.message ?? "HTTP status \(response.status)"
      throw SyncError(
        .notSignedIn, "Cannot \(what): \(host) answered with \(HTTPResponse.excerpt(said)).",
        advice: advice)
    }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: response.body) else {
      throw SyncError(
        .badAnswer, "Cannot \(what): the answer of \(host) contains no token.",
        advice: "Check the address of the token server. The next sync tries again.")
    }
    return answer
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
