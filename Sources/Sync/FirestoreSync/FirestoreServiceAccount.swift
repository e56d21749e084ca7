import Foundation
import Locks
import SyncHTTP
import SyncPort

/// A service account of a project, which uses its own key to obtain tokens that are valid for an
/// hour.
///
/// Security rules do not apply to it, so it belongs on servers, and never into an app that is
/// distributed. All providers of an account may share one instance.
public final class FirestoreServiceAccount: Sendable, CustomReflectable {
  private struct KeyFile: Decodable {
    var client_email: String
    var private_key: String
    var private_key_id: String?
    var token_uri: String?
  }

  private struct Answer: Decodable {
    var access_token: String
    var expires_in: Double
  }

  /// The name of the account, such as `sync@spots.iam.gserviceaccount.com`.
  public let email: String
  private let keyID: String?
  private let key: RSASigningKey
  private let tokenServer: URL
  private let kept = Mutex<FirestoreKeptToken?>(nil)

  /// Hides the key.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Reads a key file from Google's console.
  ///
  /// - Parameter keyFile: The file's contents, in JSON.
  /// - Throws: `SyncError` of the kind `invalid` if it is not such a key.
  public init(keyFile: Data) throws {
    guard let file = try? JSONDecoder().decode(KeyFile.self, from: keyFile) else {
      throw SyncError(
        .invalid, "The key file is not that of a service account.",
        advice: "Create a key of the type JSON in the Google Cloud console, under IAM & Admin.")
    }
    let address = file.token_uri ?? "https://oauth2.googleapis.com/token"
    guard let url = URL(string: address), HTTPAddress.isSafe(url) else {
      throw SyncError(
        .invalid, "The token_uri of the key file is not a secure address: \(address)",
        advice: "Use the file as downloaded from the Google Cloud console.")
    }
    (email, keyID, tokenServer) = (file.client_email, file.private_key_id, url)
    key = try RSASigningKey(pem: file.private_key)
  }

  /// Returns a token that is valid for at least some minutes.
  func token(
    insteadOf refused: String?, at now: Date, by transport: any HTTPTransport
  ) async throws -> String {
    if let kept = kept.withLock({ $0 }), kept.token.text != refused, now < kept.end {
      return kept.token.text
    }
    let request = FirestoreTokenServer.form(
      tokenServer,
      [
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "assertion": try assertion(at: now),
      ])
    let answer: Answer = try await FirestoreTokenServer.ask(
      request, "get a token",
      advice: "Check that the key of \(email) is still valid and that the clock is right.",
      by: transport)
    let token = FirestoreToken(text: answer.access_token, owner: "")
    let lifetime = HTTPResponse.wait(answer.expires_in) ?? 0
    let fresh = FirestoreKeptToken(token, from: now, lifetime: lifetime)
    kept.withLock { $0 = fresh }
    return token.text
  }

  /// Returns the signed request for a token, which names the account and the scope.
  private func assertion(at now: Date) throws -> String {
    var header: [String: FirestoreClaim] = ["alg": .text("RS256"), "typ": .text("JWT")]
    if let keyID { header["kid"] = .text(keyID) }
    let claims: [String: FirestoreClaim] = [
      "iss": .text(email), "scope": .text("https://www.googleapis.com/auth/datastore"),
      "aud": .text(tokenServer.absoluteString), "iat": .time(now),
      "exp": .time(now.addingTimeInterval(3_600)),
    ]
    return try FirestoreClaim.signed(header, claims) { try key.sign($0) }
  }
}
