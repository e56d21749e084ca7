import PostgresDriver

/// The log position from which a replica shows what the contexts of a store must see.
///
/// They must see what they have committed, what they have seen, and what others committed longer
/// ago than the maximum lag.
///
/// A sample is the server's write position at some time. A replica that has reached it lags by no
/// more than the sample's age, whatever the clocks of the two servers show.
struct ReadRequirement: Sendable {
  private struct Sample {
    let position: PostgresLogPosition
    let time: ContinuousClock.Instant
  }

  private let maximumLag: Duration?
  /// The position of what was committed or seen.
  private var position: PostgresLogPosition?
  /// How often something was committed or seen at an unknown log position, in total and up to the
  /// last sample.
  private var unknownCount: UInt64 = 1
  private var settledCount: UInt64 = 0
  /// The samples, oldest first.
  private var samples: [Sample] = []

  init(maximumLag: Duration?) { self.maximumLag = maximumLag }

  /// Records the position of a commit.
  mutating func note(_ committed: PostgresLogPosition) {
    position = max(position ?? committed, committed)
  }

  /// Records that something was committed or seen at an unknown position.
  mutating func noteUnknown() { unknownCount += 1 }

  /// Whether the server should be asked before a replica is read: because that is required, or
  /// because the samples are getting old.
  func wantsSample(at now: ContinuousClock.Instant) -> Bool {
    if mustSample(at: now) { return true }
    guard let maximumLag, let last = samples.last else { return false }
    return now - last.time > maximumLag / 4
  }

  /// Whether the server must be asked, because nothing known allows a replica to be judged.
  func mustSample(at now: ContinuousClock.Instant) -> Bool {
    if unknownCount != settledCount || position == nil { return true }
    guard let maximumLag else { return false }
    return samples.last.map { now - $0.time > maximumLag } ?? true
  }

  /// A ticket to pass to ``take(_:askedAt:_:)`` with the next sample.
  var ticket: UInt64 { unknownCount }

  /// Records the server's answer.
  ///
  /// - Parameters:
  ///   - sample: The server's write position.
  ///   - time: A time before the server was asked.
  ///   - ticket: The ticket at that time.
  mutating func take(
    _ sample: PostgresLogPosition, askedAt time: ContinuousClock.Instant, _ ticket: UInt64
  ) {
    if ticket > settledCount {
      settledCount = ticket
      note(sample)
    }
    guard let maximumLag else { return }
    samples.removeAll { time - $0.time > maximumLag }
    samples.append(Sample(position: sample, time: time))
  }

  /// The position that a replica must have reached; nil if a sample has to be taken first.
  func demand(at now: ContinuousClock.Instant) -> PostgresLogPosition? {
    guard unknownCount == settledCount, let position else { return nil }
    guard let maximumLag else { return position }
    // A sample that was taken for this read counts, however long it took.
    guard let sample = samples.first(where: { now - $0.time <= maximumLag }) ?? samples.last else {
      return nil
    }
    return max(position, sample.position)
  }
}
