import PostgresDriver
import SQLCore

/// What is known of one replica.
struct ReplicaState: Sendable {
  /// Why a replica is left alone.
  enum Reason: Sendable {
    /// It cannot be reached, or fails.
    case failure
    /// It is too far behind.
    case lag

    var firstDelay: Duration { self == .failure ? .seconds(1) : .milliseconds(100) }
    var longestDelay: Duration { self == .failure ? .seconds(30) : .seconds(2) }
  }

  /// The timeline that it was found to follow.
  var timeline: UInt32?
  private var retry: ContinuousClock.Instant?
  private var delay: Duration = .zero

  /// Whether somebody may try it; of those who ask after it was left alone, one.
  mutating func mayBeTried(at now: ContinuousClock.Instant) -> Bool {
    guard let time = retry else { return true }
    guard now >= time else { return false }
    retry = now + max(delay, .milliseconds(100))
    return true
  }

  /// Takes note that it was not fit, so that it is left alone for twice as long as the last time.
  mutating func leaveAlone(_ reason: Reason, at now: ContinuousClock.Instant) {
    if reason == .failure { timeline = nil }
    delay = min(max(delay * 2, reason.firstDelay), reason.longestDelay)
    retry = now + delay
  }

  mutating func noteFit() { (retry, delay) = (nil, .zero) }
}

extension PostgresConnection {
  /// How far a replica has carried out the log; one roundtrip.
  ///
  /// - Parameter withTimeline: Whether to ask which timeline it follows, of which it takes note from time to time: a
  ///   replica of a server that has just taken over may tell the former one.
  /// - Returns: How far, and the timeline where it was asked for.
  /// - Throws: `SQLError`, of kind `notReady` for a server that is no replica.
  func replayedPosition(
    withTimeline: Bool
  ) throws(SQLError) -> (offset: UInt64, timeline: UInt32?) {
    let row = try rows(withTimeline ? Self.positionAndTimeline : Self.position).first ?? []
    guard row.first?.text == "true", row.count > 1,
      let offset = row[1].text.flatMap({ PostgresLogPosition.offset($0) })
    else {
      throw SQLError(kind: .notReady, code: 0, message: "The server is no replica")
    }
    return (offset, row.count > 2 ? row[2].text.flatMap { UInt32($0) } : nil)
  }

  private static let position =
    "SELECT pg_is_in_recovery()::text, pg_last_wal_replay_lsn()::text"

  private static let positionAndTimeline = """
    SELECT pg_is_in_recovery()::text, pg_last_wal_replay_lsn()::text, \
    (SELECT greatest(c.timeline_id, r.min_recovery_end_timeline)::text \
    FROM pg_control_checkpoint() c, pg_control_recovery() r)
    """
}
