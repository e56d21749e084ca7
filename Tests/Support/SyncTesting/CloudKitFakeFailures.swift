// Part of a simulation of CloudKit that was never compared with Apple's server.

import Foundation

/// The reason that the simulation rejects a request.
struct CloudKitFakeRefusal: Error {
  let code: String
  let reason: String
  let retryAfter: Double?

  init(_ code: String, _ reason: String, retryAfter: Double? = nil) {
    (self.code, self.reason, self.retryAfter) = (code, reason, retryAfter)
  }

  static func badRequest(_ reason: String) -> CloudKitFakeRefusal {
    CloudKitFakeRefusal("BAD_REQUEST", reason)
  }

  /// The HTTP status according to the error table of the reference.
  var status: Int {
    switch code {
    case "ACCESS_DENIED": 403
    case "AUTHENTICATION_FAILED", "SIGN_IN_FAILED": 401
    case "AUTHENTICATION_REQUIRED": 421
    case "CONFLICT", "EXISTS", "UNIQUE_FIELD_ERROR": 409
    case "INTERNAL_ERROR", "UNKNOWN_ERROR": 500
    case "NOT_FOUND", "ZONE_NOT_FOUND": 404
    case "QUOTA_EXCEEDED": 413
    case "THROTTLED": 429
    case "TRY_AGAIN_LATER", "ZONE_BUSY": 503
    case "VALIDATING_REFERENCE_ERROR": 412
    default: 400
    }
  }

  var json: [String: Any] {
    var json: [String: Any] = ["serverErrorCode": code, "reason": reason]
    json["retryAfter"] = retryAfter
    if code == "AUTHENTICATION_REQUIRED" {
      json["redirectURL"] = "https://idmsa.example.org/signin"
    }
    return json
  }
}

/// A planned refusal.
struct CloudKitFakeFailure {
  var refusal: CloudKitFakeRefusal
  /// The operation, or the record; nil for any.
  var operation: String?
  var isForRecords: Bool
  var record: String?
  /// The number of successes before the failure.
  var skipped: Int
  var times: Int
}

extension CloudKitFakeServer {
  /// All codes in the reference and in CloudKit JS, those added later, and an invented one.
  package static let codes = [
    "ACCESS_DENIED", "ATOMIC_ERROR", "AUTHENTICATION_FAILED", "AUTHENTICATION_REQUIRED",
    "BAD_REQUEST", "CONFLICT", "EXISTS", "INTERNAL_ERROR", "NOT_FOUND", "QUOTA_EXCEEDED",
    "SIGN_IN_FAILED", "THROTTLED", "TRY_AGAIN_LATER", "VALIDATING_REFERENCE_ERROR",
    "UNIQUE_FIELD_ERROR", "ZONE_NOT_FOUND", "ZONE_BUSY", "UNKNOWN_ERROR", "EXPIRED",
    "SOMETHING_OF_TOMORROW",
  ]

  /// Makes requests fail.
  ///
  /// - Parameters:
  ///   - code: The error code.
  ///   - operation: The operation; nil for any.
  ///   - number: The number of requests that succeed first.
  ///   - times: The number of requests that fail.
  ///   - retryAfter: When to retry.
  package func failRequests(
    _ code: String, of operation: String? = nil, after number: Int = 0, times: Int = 1,
    retryAfter: Double? = nil
  ) {
    plannedFailures.append(
      CloudKitFakeFailure(
        refusal: CloudKitFakeRefusal(code, "as planned", retryAfter: retryAfter),
        operation: operation, isForRecords: false, skipped: number, times: times))
  }

  /// Makes writes of a record fail, or of any record if the name is nil.
  package func failRecords(
    _ code: String, named name: String? = nil, times: Int = 1, retryAfter: Double? = nil
  ) {
    plannedFailures.append(
      CloudKitFakeFailure(
        refusal: CloudKitFakeRefusal(code, "as planned", retryAfter: retryAfter),
        isForRecords: true, record: name, skipped: 0, times: times))
  }

  /// Invalidates all sync tokens.
  package func expireSyncTokens() {
    for (owner, database) in databases {
      for name in database.zones.keys { databases[owner]?.zones[name]?.generation += 1 }
    }
  }

  /// Deletes a zone, as users can in their settings.
  package func deleteZone(_ name: String, of user: String) {
    databases[user]?.zones[name] = nil
  }

  func failIfPlanned(_ operation: String) throws {
    for (index, failure) in plannedFailures.enumerated() where !failure.isForRecords {
      guard failure.operation == nil || failure.operation == operation else { continue }
      if failure.skipped > 0 {
        plannedFailures[index].skipped -= 1
        continue
      }
      use(index)
      throw failure.refusal
    }
  }

  func failIfPlanned(record name: String) throws {
    for (index, failure) in plannedFailures.enumerated() where failure.isForRecords {
      guard failure.record == nil || failure.record == name else { continue }
      use(index)
      throw failure.refusal
    }
  }

  private func use(_ index: Int) {
    plannedFailures[index].times -= 1
    if plannedFailures[index].times <= 0 { plannedFailures.remove(at: index) }
  }
}
