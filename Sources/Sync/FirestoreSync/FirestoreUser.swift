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

  private struct Renewal: Decodable {
    var id_token: String
    var refresh_token: String
    var expires_in: String
    var user_id: String
  }

  private struct SignIn: Decodable {
    var idToken: String
    var refreshToken: String
    var expiresIn: String
    var localId: String
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
    let body: [String: FirestoreClaim] = ["email": .text(email), "password": .text(password)]
    let request = HTTPRequest(
      "POST", url, headers: ["content-type": "application/json", "accept": "application/json"],
      body: try JSONEncoder().encode(body))
    let answer: SignIn = try await FirestoreTokenServer.ask(
      request, "sign in", advice: advice, by: transport)
    let user = FirestoreUser(
      apiKey: apiKey, refreshToken: answer.refreshToken, onRenewal: onRenewal)
    // The time of issue is not exactly known, which does not matter: a refused token is renewed.
    user.keep(
      FirestoreToken(text: answer.idToken, owner: answer.localId), answer.refreshToken,
      from: Date(), lifetime: answer.expiresIn)
    return user
  }

  /// The refresh token with which the next sign-in continues.
  public var refreshToken: String { state.withLock { $0.refreshToken } }

  private func keep(
    _ token: FirestoreToken, _ refreshToken: String, from now: Date, lifetime: String
  ) {
    let lifetime = HTTPResponse.wait(Double(lifetime)) ?? 0
    let kept = FirestoreKeptToken(token, from: now, lifetime: lifetime)
    state.withLock { $0 = State(refreshToken: refreshToken, kept: kept) }
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
    let answer: Renewal = try await FirestoreTokenServer.ask(
      request, "renew the token", advice: Self.advice, by: transport)
    let token = FirestoreToken(text: answer.id_token, owner: answer.user_id)
    keep(token, answer.refresh_token, from: now, lifetime: answer.expires_in)
    if answer.refresh_token != refreshToken { try await keepForLater(answer.refresh_token) }
    return token
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
