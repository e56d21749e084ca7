import Foundation
import SyncHTTP
import SyncPort

/// Who uses a database.
public enum FirestoreCredentials: Sendable, CustomReflectable {
  /// A service account, which rules do not bind, with the documents of the account that is named.
  case serviceAccount(FirestoreServiceAccount, owner: String)
  /// A person who has signed in by Firebase Authentication, with documents of their own.
  case user(FirestoreUser)
  /// A person at an emulator, whom rules bind; nobody has to sign in there.
  case emulator(user: String)
  /// Whoever may do everything at an emulator, with the documents of the account that is named.
  case emulatorOwner(owner: String)

  /// Shows no tokens and keys.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether nobody else may get to know them.
  var areSecret: Bool {
    switch self {
    case .serviceAccount, .user: true
    case .emulator, .emulatorOwner: false
    }
  }

  /// What requests are sent with.
  ///
  /// - Parameters:
  ///   - refused: A token that the server has refused; nil for none.
  ///   - project: The identifier of the project.
  ///   - now: The time.
  ///   - transport: What carries requests for tokens.
  /// - Returns: A token that is good for some minutes at least.
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
      let claims: [String: FirestoreClaim] = [
        "sub": .text(user), "user_id": .text(user), "aud": .text(project),
        "iss": .text("https://securetoken.google.com/\(project)"),
        "iat": .time(now), "exp": .time(now.addingTimeInterval(3_600)),
      ]
      let text = try FirestoreClaim.signed(["alg": .text("none"), "typ": .text("JWT")], claims) {
        _ in Data()
      }
      return FirestoreToken(text: text, owner: user)
    case .emulatorOwner(let owner): return FirestoreToken(text: "owner", owner: owner)
    }
  }
}

/// What a request is sent with.
struct FirestoreToken: Hashable, Sendable {
  var text: String
  /// Whose documents it is for.
  var owner: String
}

/// A token and until when it is used.
struct FirestoreKeptToken: Sendable {
  var token: FirestoreToken
  var end: Date

  /// A token that was just given, good for some seconds; it is used for fewer, so that it does not end on the way.
  init(_ token: FirestoreToken, from now: Date, lifetime: Double) {
    self.token = token
    end = now.addingTimeInterval(lifetime - min(300, lifetime / 2))
  }
}

/// A part of a token that is JSON.
enum FirestoreClaim: Encodable {
  case text(String)
  /// Seconds since 1970.
  case time(Date)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .time(let date): try container.encode(Int64(date.timeIntervalSince1970.rounded(.down)))
    }
  }

  /// A JSON Web Token.
  static func signed(
    _ header: [String: FirestoreClaim], _ claims: [String: FirestoreClaim],
    by sign: (Data) throws -> Data
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let parts = try [header, claims].map { FirestoreNames.base64URL(try encoder.encode($0)) }
    let text = parts.joined(separator: ".")
    return text + "." + FirestoreNames.base64URL(try sign(Data(text.utf8)))
  }
}
