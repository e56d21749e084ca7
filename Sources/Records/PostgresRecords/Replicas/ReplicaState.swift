/// The availability of one replica.
struct ReplicaState: Sendable {
  /// Why a replica is avoided.
  enum Reason: Sendable {
    /// The replica cannot be reached, or fails.
    case failure
    /// The replica is too far behind.
    case lag

    var firstDelay: Duration { self == .failure ? .seconds(1) : .milliseconds(100) }
    var longestDelay: Duration { self == .failure ? .seconds(30) : .seconds(2) }
  }

  private var retry: ContinuousClock.Instant?
  private var delay: Duration = .zero

  /// Whether the caller may try the replica; while it is avoided, only one caller may after each
  /// delay.
  mutating func mayBeTried(at now: ContinuousClock.Instant) -> Bool {
    guard let time = retry else { return true }
    guard now >= time else { return false }
    retry = now + max(delay, .milliseconds(100))
    return true
  }

  /// Records that the replica was not suitable; it is avoided for twice as long as the last time.
  mutating func leaveAlone(_ reason: Reason, at now: ContinuousClock.Instant) {
    delay = min(max(delay * 2, reason.firstDelay), reason.longestDelay)
    retry = now + delay
  }

  mutating func noteFit() { (retry, delay) = (nil, .zero) }
}
