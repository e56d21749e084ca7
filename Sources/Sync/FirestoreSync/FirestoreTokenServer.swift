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
  ///   - what: The thing requested, such as “token”, for messages.
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
    let host = request.url.host ?? "the server of tokens"
    let retryAfter = response.retryAfter()
    switch response.status {
    case 200..<300: break
    case 429:
      throw SyncError(.throttled, "\(host) asks for fewer requests.", retryAfter: retryAfter)
    case 500...:
      throw SyncError(
        .serverFailed, "\(host) failed (\(response.status)) in giving \(what).",
        retryAfter: retryAfter)
    default:
      let refusal = try? JSONDecoder().decode(Refusal.self, from: response.body)
      let said = refusal?.word ?? refusal?.reason?.message ?? "status \(response.status)"
      throw SyncError(
        .notSignedIn, "\(host) gives no \(what): \(HTTPResponse.excerpt(said)).", advice: advice)
    }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: response.body) else {
      throw SyncError(
        .badAnswer, "\(host) answered without \(what).",
        advice: "Look at the address of the server of tokens; it is tried again.")
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
      throw SyncError(.invalid, "The API key makes no address.", advice: "Look at the API key.")
    }
    return url
  }
}
