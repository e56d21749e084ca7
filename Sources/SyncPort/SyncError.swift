/// Why a sync could not go on.
public struct SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, which decides what the engine does.
  public enum Kind: String, Hashable, Sendable {
    /// The server cannot be reached, or did not answer; tried again.
    case offline
    /// The server asks for fewer requests; tried again when it says.
    case throttled
    /// The server failed; tried again.
    case serverFailed
    /// The answer is none that the server should give; tried again.
    case badAnswer
    /// The answer has more bytes, or more values, than are read at once; what was asked for is not tried again.
    case answerTooLarge
    /// Nobody is signed in, or the server refuses the account.
    case notSignedIn
    /// The account may not do this.
    case notPermitted
    /// Another account is signed in than the one that the store was synced with.
    case accountChanged
    /// The server does not know the cursor any more; everything is compared anew.
    case cursorExpired
    /// The server lost changes that it had acknowledged: it was put back to a backup, emptied or replaced.
    case serverReset
    /// A record is larger than the server takes.
    case recordTooLarge
    /// The account's room at the server is used up.
    case quotaExceeded
    /// The record cannot be read with the key that was given.
    case keyMismatch
    /// What was asked for is none that the server or the store can do.
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
  /// What to do about it, in a sentence; nil where there is nothing to be done.
  public var advice: String?
  /// In how many seconds the server wants to be asked again, where it says so.
  public var retryAfter: Double?
  /// The record that it is about; nil for none in particular.
  public var record: String?
  /// The property of the record that it is about; nil for none in particular.
  public var property: String?

  /// Makes an error.
  public init(
    _ kind: Kind, _ message: String, advice: String? = nil, retryAfter: Double? = nil,
    record: String? = nil
  ) {
    (self.kind, self.message, self.advice) = (kind, message, advice)
    (self.retryAfter, self.record) = (retryAfter, record)
  }

  /// Whether the same may succeed later without anybody's doing.
  public var isTransient: Bool {
    switch kind {
    case .offline, .throttled, .serverFailed, .badAnswer, .busy, .cursorExpired: true
    default: false
    }
  }

  /// What happened, and what to do about it.
  public var description: String { advice.map { "\(message) \($0)" } ?? message }
}
