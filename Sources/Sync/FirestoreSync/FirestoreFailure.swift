import Foundation
import SyncHTTP
import SyncPort

/// Firestore's description of a request that it did not carry out.
struct FirestoreFailure: Error {
  /// The error code, such as `ABORTED`.
  var code: String
  var message: String
  /// The seconds after which the server wants to be asked again.
  var retryAfter: Double?
  /// Whether the request was a commit.
  var isOfCommit = false

  /// Reads the failure from an answer; nil if it describes none.
  init?(_ response: HTTPResponse) {
    if (200..<300).contains(response.status) { return nil }
    let json = try? JSONValue(response.body)
    // If the request asks for a list, the failure is in a list, too.
    let bodies = (try? json?.array) ?? json.map { [$0] } ?? []
    if let error = bodies.lazy.compactMap({ $0["error"] }).first,
      let described = try? FirestoreFailure(error)
    {
      self = described
    } else {
      (code, message) = (Self.code(ofStatus: Int64(response.status)), "")
    }
    retryAfter = response.retryAfter()
  }

  /// Reads a failure from the member `error` of an answer, or of the last result of a list, which
  /// ends where the server failed.
  init(_ error: JSONValue) throws {
    let members = try error.object
    let status = try members["code"]?.integer
    code = try members["status"]?.string ?? Self.code(ofStatus: status ?? 0)
    message = HTTPResponse.excerpt(try members["message"]?.string ?? "")
  }

  private static func code(ofStatus status: Int64) -> String {
    switch status {
    case 401: "UNAUTHENTICATED"
    case 403: "PERMISSION_DENIED"
    case 404: "NOT_FOUND"
    case 409: "ABORTED"
    case 413: "PAYLOAD_TOO_LARGE"
    case 429: "RESOURCE_EXHAUSTED"
    case 500...: "UNAVAILABLE"
    default: "status \(status)"
    }
  }

  /// Whether the sign-in was refused, so that another token may help.
  var isSignInRefused: Bool { code == "UNAUTHENTICATED" }

  /// Whether security rules or roles forbid the request.
  var isDenied: Bool { code == "PERMISSION_DENIED" }

  /// Whether a commit conflicted with another one, or with documents that changed since they were
  /// read.
  var isRace: Bool {
    isOfCommit
      && ["ABORTED", "ALREADY_EXISTS", "FAILED_PRECONDITION", "NOT_FOUND"].contains(code)
  }

  /// Whether the failure may concern a single one of the documents sent.
  var isAboutContent: Bool {
    isOfCommit && ["INVALID_ARGUMENT", "PAYLOAD_TOO_LARGE"].contains(code)
  }

  private var kind: SyncError.Kind {
    switch code {
    case "UNAUTHENTICATED": .notSignedIn
    case "PERMISSION_DENIED": .notPermitted
    case "RESOURCE_EXHAUSTED": .throttled
    case "PAYLOAD_TOO_LARGE": .recordTooLarge
    case "NOT_FOUND", "INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE", "UNIMPLEMENTED":
      .invalid
    case "ABORTED", "ALREADY_EXISTS", "CANCELLED", "DATA_LOSS", "DEADLINE_EXCEEDED", "INTERNAL",
      "UNAVAILABLE", "UNKNOWN":
      .serverFailed
    default: .badAnswer
    }
  }

  private var advice: String? {
    switch code {
    case "UNAUTHENTICATED": "Ask the user to sign in again, or check the service account's key."
    case "PERMISSION_DENIED":
      "Check the database's security rules, or the role of the service account, which must be "
        + "Cloud Datastore User."
    case "RESOURCE_EXHAUSTED": "Check the project's quotas if this persists."
    case "NOT_FOUND": "Check that the project has a database with this identifier."
    case "FAILED_PRECONDITION":
      "Check that the database is in native mode, and that the indexes of the collection "
        + "records are enabled for the fields seq and deletedAt."
    case "PAYLOAD_TOO_LARGE":
      "Mark large properties with @Attribute(.externalStorage): their values are sent in pieces."
    default:
      (SyncError(kind, "").isTransient
        ? "\(SyncError.nextSyncTriesAgain) If this recurs, look up" : "Look up")
        + " the code in Firestore's reference."
    }
  }

  /// Returns the failure as an error for the engine.
  func error(_ what: String, record: String? = nil) -> SyncError {
    let said = message.isEmpty ? "" : ": \(message)"
    return SyncError(
      kind, "Cannot \(what): Firestore answered with \(code)\(said).", advice: advice,
      retryAfter: retryAfter, record: record)
  }
}
