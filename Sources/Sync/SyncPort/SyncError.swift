/// The reason why a sync failed.
public struct SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, which decides what the engine does.
  public enum Kind: String, Hashable, Sendable {
    /// The server cannot be reached or did not answer; the sync is tried again.
    case offline
    /// The server asks for fewer requests; the sync is tried again when the server allows it.
    case throttled
    /// The server failed; the sync is tried again.
    case serverFailed
    /// The server sent an invalid answer; the sync is tried again.
    case badAnswer
    /// The answer has more bytes or values than are read at once; the same request is not tried
    /// again.
    case answerTooLarge
    /// No account is signed in, or the server refuses the account.
    case notSignedIn
    /// The account lacks the permission.
    case notPermitted
    /// Another account is signed in than the one that the store was synced with.
    case accountChanged
    /// The server no longer knows the cursor; everything is compared anew.
    case cursorExpired
    /// The server lost changes that it had acknowledged: it was restored from a backup, emptied or
    /// replaced.
    case serverReset
    /// A record is larger than the server accepts.
    case recordTooLarge
    /// The account's storage on the server is full.
    case quotaExceeded
    /// The record cannot be read with the given key.
    case keyMismatch
    /// The server or the store cannot do what was requested.
    case invalid
    /// Another process is syncing the store.
    case busy
    /// The store could not be read or written.
    case storeFailed
    /// The task was cancelled.
    case cancelled
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// What happened, in a sentence.
  public var message: String
  /// What to do about it, in a sentence; nil if nothing can be done.
  public var advice: String?
  /// The seconds after which the server wants to be asked again, if it specifies a delay.
  public var retryAfter: Double?
  /// The record that the error is about; nil if it is not about a record.
  public var record: String?
  /// The property that the error is about; nil if it is not about a property.
  public var property: String?

  /// Creates an error.
  public init(
    _ kind: Kind, _ message: String, advice: String? = nil, retryAfter: Double? = nil,
    record: String? = nil
  ) {
    (self.kind, self.message, self.advice) = (kind, message, advice)
    (self.retryAfter, self.record) = (retryAfter, record)
  }

  /// Whether the same request may succeed later without intervention.
  public var isTransient: Bool {
    switch kind {
    case .offline, .throttled, .serverFailed, .badAnswer, .busy, .cursorExpired: true
    default: false
    }
  }

  /// Advice for failures after which only another sync helps.
  package static let nextSyncTriesAgain = "The next sync tries again."

  /// The error for a server that is asked too often.
  package static func throttled(by server: String, retryAfter: Double?) -> SyncError {
    SyncError(
      .throttled, "\(server) asks for fewer requests.",
      advice: "Sync less often if this recurs. \(nextSyncTriesAgain)", retryAfter: retryAfter)
  }

  /// What happened, and what to do about it; after a list, on a line of its own.
  public var description: String {
    guard let advice else { return message }
    let isList = message.split(separator: "\n").dropFirst().last?.hasPrefix("- ") == true
    return "\(message)\(isList ? "\n" : " ")\(advice)"
  }
}
