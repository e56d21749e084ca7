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
    let (address, pem): (String, String)
    do {
      let file = try JSONValue(keyFile)
      email = try file.member("client_email").string
      keyID = try file["private_key_id"]?.string
      pem = try file.member("private_key").string
      address = try file["token_uri"]?.string ?? "https://oauth2.googleapis.com/token"
    } catch {
      throw SyncError(
        .invalid, "The key file is not that of a service account.",
        advice: "Create a key of the type JSON in the Google Cloud console, under IAM & Admin.")
    }
    guard let url = URL(string: address), HTTPAddress.isSafe(url) else {
      throw SyncError(
        .invalid, "The token_uri of the key file is not a secure address: \(address)",
        advice: "Use the file as downloaded from the Google Cloud console.")
    }
    tokenServer = url
    key = try RSASigningKey(pem: pem)
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
    let (text, lifetime) = try await FirestoreTokenServer.ask(
      request, "get a token",
      advice: "Check that the key of \(email) is still valid and that the clock is right.",
      by: transport
    ) { (try $0.member("access_token").string, try $0.member("expires_in").double) }
    let token = FirestoreToken(text: text, owner: "")
    let fresh = FirestoreKeptToken(token, from: now, lifetime: HTTPResponse.wait(lifetime) ?? 0)
    kept.withLock { $0 = fresh }
    return text
  }

  /// Returns the signed request for a token, which names the account and the scope.
  private func assertion(at now: Date) throws -> String {
    var header: [String: JSONValue] = ["alg": "RS256", "typ": "JWT"]
    header["kid"] = keyID.map(JSONValue.string)
    let claims: JSONValue = [
      "iss": .string(email), "scope": "https://www.googleapis.com/auth/datastore",
      "aud": .string(tokenServer.absoluteString), "iat": FirestoreToken.time(now),
      "exp": FirestoreToken.time(now + 3_600),
    ]
    return try FirestoreToken.signed(.object(header), claims) { try key.sign($0) }
  }
}
