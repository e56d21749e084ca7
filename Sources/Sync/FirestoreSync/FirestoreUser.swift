import Foundation
import Locks
import SyncHTTP
import SyncPort

/// A person who has signed in with Firebase Authentication.
///
/// A sign-in provides a token that is valid for an hour, and a refresh token for obtaining the next
/// ones. All providers of a sign-in share one instance.
public final class FirestoreUser: Sendable, CustomReflectable {
  private struct State {
    var refreshToken: String
    var kept: FirestoreKeptToken?
  }

  /// The answer to a sign-in or a renewal.
  private struct Answer {
    var token: FirestoreToken
    var refreshToken: String
    /// The lifetime in seconds.
    var lifetime: String

    /// Reads an answer, whose members have different names in each of the two services.
    init(
      _ json: JSONValue, token: String, refreshToken: String, lifetime: String, user: String
    ) throws {
      self.token = FirestoreToken(
        text: try json.member(token).string, owner: try json.member(user).string)
      self.refreshToken = try json.member(refreshToken).string
      self.lifetime = try json.member(lifetime).string
    }
  }

  private let apiKey: String
  private let state: Mutex<State>
  private let onRenewal: @Sendable (String) async throws -> Void

  /// Continues a sign-in.
  ///
  /// - Parameters:
  ///   - apiKey: The project's Web API key.
  ///   - refreshToken: The refresh token from signing in, or the one that was stored last.
  ///   - onRenewal: Stores each new refresh token; without it, the person may have to sign in again
  ///     when the program starts the next time.
  public init(
    apiKey: String, refreshToken: String,
    onRenewal: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) {
    self.apiKey = apiKey
    self.onRenewal = onRenewal
    state = Mutex(State(refreshToken: refreshToken))
  }

  /// Hides the tokens.
  public var customMirror: Mirror { Mirror(self, children: []) }

  private static let advice = "Ask the user to sign in again, and check the API key."

  /// Signs a person in with e-mail address and password.
  ///
  /// - Parameters:
  ///   - email: The e-mail address.
  ///   - password: The password, which is sent but not stored.
  ///   - apiKey: The project's Web API key.
  ///   - transport: Sends the request.
  ///   - onRenewal: Stores each new refresh token; the first one is ``refreshToken``.
  /// - Returns: The sign-in.
  /// - Throws: `SyncError`, of the kind `notSignedIn` if the credentials are refused.
  public static func signIn(
    email: String, password: String, apiKey: String,
    transport: any HTTPTransport = SystemTransport(),
    onRenewal: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) async throws -> FirestoreUser {
    let url = try FirestoreTokenServer.address(
      "identitytoolkit.googleapis.com", "/v1/accounts:signInWithPassword", key: apiKey)
    let body: JSONValue = ["email": .string(email), "password": .string(password)]
    let request = HTTPRequest(
      "POST", url, headers: ["content-type": "application/json", "accept": "application/json"],
      body: try body.data())
    let answer = try await FirestoreTokenServer.ask(
      request, "sign in", advice: advice, by: transport
    ) {
      try Answer(
        $0, token: "idToken", refreshToken: "refreshToken", lifetime: "expiresIn",
        user: "localId")
    }
    let user = FirestoreUser(
      apiKey: apiKey, refreshToken: answer.refreshToken, onRenewal: onRenewal)
    // The time of issue is not exactly known, which does not matter: a refused token is renewed.
    user.keep(answer, from: Date())
    return user
  }

  /// The refresh token with which the next sign-in continues.
  public var refreshToken: String { state.withLock { $0.refreshToken } }

  private func keep(_ answer: Answer, from now: Date) {
    let lifetime = HTTPResponse.wait(Double(answer.lifetime)) ?? 0
    let kept = FirestoreKeptToken(answer.token, from: now, lifetime: lifetime)
    state.withLock { $0 = State(refreshToken: answer.refreshToken, kept: kept) }
  }

  /// Returns a token that is valid for at least some minutes.
  func token(
    insteadOf refused: String?, at now: Date, by transport: any HTTPTransport
  ) async throws -> FirestoreToken {
    let (known, refreshToken) = state.withLock { ($0.kept, $0.refreshToken) }
    if let known, known.token.text != refused, now < known.end { return known.token }
    let url = try FirestoreTokenServer.address(
      "securetoken.googleapis.com", "/v1/token", key: apiKey)
    let request = FirestoreTokenServer.form(
      url, ["grant_type": "refresh_token", "refresh_token": refreshToken])
    let answer = try await FirestoreTokenServer.ask(
      request, "renew the token", advice: Self.advice, by: transport
    ) {
      try Answer(
        $0, token: "id_token", refreshToken: "refresh_token", lifetime: "expires_in",
        user: "user_id")
    }
    keep(answer, from: now)
    if answer.refreshToken != refreshToken { try await keepForLater(answer.refreshToken) }
    return answer.token
  }

  private func keepForLater(_ refreshToken: String) async throws {
    do {
      try await onRenewal(refreshToken)
    } catch {
      throw SyncError(
        .storeFailed, "Cannot store the new refresh token of Firebase: \(error)",
        advice:
          "Check the closure onRenewal. Without the token, the user may have to sign in again.")
    }
  }
}
