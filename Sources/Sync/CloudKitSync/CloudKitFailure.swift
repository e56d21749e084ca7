import SyncHTTP
import SyncPort

/// CloudKit's description of a request, or part of a request, that it did not carry out.
struct CloudKitFailure: Error {
  /// The error code, such as `CONFLICT`.
  var code: String
  var reason: String
  var retryAfter: Double?
  /// The address at which the person can sign in.
  var redirectURL: String?

  /// Reads a failure from an object of an answer; nil if it describes none.
  init?(_ json: JSONValue, retryAfter: Double? = nil) {
    guard let code = try? json["serverErrorCode"]?.string else { return nil }
    self.code = code
    reason = HTTPResponse.excerpt((try? json["reason"]?.string) ?? "")
    self.retryAfter = HTTPResponse.wait(json["retryAfter"]?.lenientDouble) ?? retryAfter
    redirectURL = try? json["redirectURL"]?.string
  }

  /// The kind of error that the failure is for an engine.
  var kind: SyncError.Kind {
    switch code {
    case "ACCESS_DENIED": .notPermitted
    case "AUTHENTICATION_FAILED", "AUTHENTICATION_REQUIRED", "SIGN_IN_FAILED", "AUTH_PERSIST_ERROR":
      .notSignedIn
    case "BAD_REQUEST", "NOT_FOUND", "ZONE_NOT_FOUND", "VALIDATING_REFERENCE_ERROR",
      "UNIQUE_FIELD_ERROR":
      .invalid
    case "QUOTA_EXCEEDED": .quotaExceeded
    case "THROTTLED": .throttled
    case "ATOMIC_ERROR", "INTERNAL_ERROR", "TRY_AGAIN_LATER", "ZONE_BUSY", "UNKNOWN_ERROR":
      .serverFailed
    case "EXPIRED": .cursorExpired
    // Codes that are not expected in these answers, and codes added to CloudKit later.
    default: .badAnswer
    }
  }

  /// Whether the zone must be created.
  var isZoneMissing: Bool { code == "ZONE_NOT_FOUND" }

  private var advice: String? {
    switch code {
    case "ACCESS_DENIED": "Check the security roles of the record type in CloudKit Console."
    case "AUTHENTICATION_FAILED", "SIGN_IN_FAILED", "AUTH_PERSIST_ERROR":
      "Ask the user to sign in again, or check the API token or the server-to-server key."
    case "AUTHENTICATION_REQUIRED":
      redirectURL.map {
        "Ask the user to sign in at \($0), and create a provider with the resulting ckWebAuthToken."
      } ?? "Ask the user to sign in, and create a provider with the resulting ckWebAuthToken."
    case "BAD_REQUEST":
      "Check that the container's schema has all fields of the record, with the same types. "
        + "The production schema accepts no other fields."
    case "NOT_FOUND", "ZONE_NOT_FOUND": "Check the names of the container and of the zone."
    case "UNIQUE_FIELD_ERROR": "Remove the uniqueness of the field in the container's schema."
    case "VALIDATING_REFERENCE_ERROR": "Check the references to the record in the container."
    case "QUOTA_EXCEEDED": "Free storage in the iCloud account, or buy more."
    case "EXPIRED": "The engine compares everything again."
    default:
      "\(SyncError.nextSyncTriesAgain) If this recurs, look up the code in CloudKit's reference."
    }
  }

  /// Whether the same request may succeed later.
  var isTransient: Bool { SyncError(kind, "").isTransient }

  /// Returns the failure as an error for the engine.
  func error(_ what: String, record: String? = nil) -> SyncError {
    let said = reason.isEmpty ? "" : ": \(reason)"
    return SyncError(
      kind, "Cannot \(what): CloudKit answered with \(code)\(said).", advice: advice,
      retryAfter: retryAfter, record: record)
  }
}
