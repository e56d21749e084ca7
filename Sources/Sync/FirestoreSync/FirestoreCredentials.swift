import Foundation
import SyncHTTP

/// The credentials for a database.
public enum FirestoreCredentials: Sendable, CustomReflectable {
  /// A service account, to which rules do not apply, with the documents of the given account.
  case serviceAccount(FirestoreServiceAccount, owner: String)
  /// A person who has signed in with Firebase Authentication, with their own documents.
  case user(FirestoreUser)
  /// A person at an emulator, to whom rules apply; an emulator requires no sign-in.
  case emulator(user: String)
  /// A user with all rights at an emulator, with the documents of the given account.
  case emulatorOwner(owner: String)

  /// Hides tokens and keys.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether the credentials must be kept secret.
  var areSecret: Bool {
    switch self {
    case .serviceAccount, .user: true
    case .emulator, .emulatorOwner: false
    }
  }

  /// Returns the token to send with requests.
  ///
  /// - Parameters:
  ///   - refused: A token that the server has refused; nil if there is none.
  ///   - project: The identifier of the project.
  ///   - now: The current time.
  ///   - transport: Sends requests for tokens.
  /// - Returns: A token that is valid for at least some minutes.
  /// - Throws: `SyncError`.
  func token(
    insteadOf refused: String?, project: String, at now: Date, by transport: any HTTPTransport
  ) async throws -> FirestoreToken {
    switch self {
    case .serviceAccount(let account, let owner):
      let text = try await account.token(insteadOf: refused, at: now, by: transport)
      return FirestoreToken(text: text, owner: owner)
    case .user(let user): return try await user.token(insteadOf: refused, at: now, by: transport)
    case .emulator(let user):
      let claims: JSONValue = [
        "sub": .string(user), "user_id": .string(user), "aud": .string(project),
        "iss": "https://securetoken.google.com/\(project)",
        "iat": FirestoreToken.time(now), "exp": FirestoreToken.time(now + 3_600),
      ]
      let text = try FirestoreToken.signed(["alg": "none", "typ": "JWT"], claims) { _ in Data() }
      return FirestoreToken(text: text, owner: user)
    case .emulatorOwner(let owner): return FirestoreToken(text: "owner", owner: owner)
    }
  }
}

/// The token to send with a request.
struct FirestoreToken: Hashable, Sendable {
  var text: String
  /// The account whose documents the token gives access to.
  var owner: String

  /// Returns a time in a token's format.
  static func time(_ date: Date) -> JSONValue {
    .integer(Int64(date.timeIntervalSince1970.rounded(.down)))
  }

  /// Returns a JSON Web Token.
  static func signed(
    _ header: JSONValue, _ claims: JSONValue, by sign: (Data) throws -> Data
  ) throws -> String {
    let parts = try [header, claims].map { FirestoreNames.base64URL(try $0.data()) }
    let text = parts.joined(separator: ".")
    return text + "." + FirestoreNames.base64URL(try sign(Data(text.utf8)))
  }
}

/// A token and the time until which it is used.
struct FirestoreKeptToken: Sendable {
  var token: FirestoreToken
  var end: Date

  /// Creates a new token that is valid for some seconds; it is used for a shorter time, so that it
  /// does not expire in transit.
  init(_ token: FirestoreToken, from now: Date, lifetime: Double) {
    self.token = token
    end = now.addingTimeInterval(lifetime - min(300, lifetime / 2))
  }
}
