import PostgresDriver

/// From which state on a replica shows what the contexts of a store must see: what they have committed, what they have
/// seen, and what was committed longer ago than a replica may be behind.
///
/// A sample is what the server itself said of how far it has written. A replica that has come to it is behind by no
/// more than the sample is old, whatever the clocks of the two say.
struct ReadRequirement: Sendable {
  private struct Sample {
    let position: PostgresLogPosition
    let time: ContinuousClock.Instant
  }

  private let maximumLag: Duration?
  /// What was committed or seen.
  private var position: PostgresLogPosition?
  /// How often something was committed or seen of which is not known where in the log it is, and how often by the time
  /// of the last sample.
  private var unknownCount: UInt64 = 1
  private var settledCount: UInt64 = 0
  /// Oldest first.
  private var samples: [Sample] = []

  init(maximumLag: Duration?) { self.maximumLag = maximumLag }

  /// Takes note of how far was committed.
  mutating func note(_ committed: PostgresLogPosition) {
    position = max(position ?? committed, committed)
  }

  /// Takes note that something was committed or seen, and nobody knows how far.
  mutating func noteUnknown() { unknownCount += 1 }

  /// Whether the server has to be asked before a replica may be read: it must, or else the samples are getting old.
  func wantsSample(at now: ContinuousClock.Instant) -> Bool {
    if mustSample(at: now) { return true }
    guard let maximumLag, let last = samples.last else { return false }
    return now - last.time > maximumLag / 4
  }

  /// Whether nothing is known by which a replica could be judged.
  func mustSample(at now: ContinuousClock.Instant) -> Bool {
    if unknownCount != settledCount || position == nil { return true }
    guard let maximumLag else { return false }
    return samples.last.map { now - $0.time > maximumLag } ?? true
  }

  /// To be given back with the sample that is asked for next.
  var ticket: UInt64 { unknownCount }

  /// Takes what the server said.
  ///
  /// - Parameters:
  ///   - sample: How far it had written.
  ///   - time: When it was not yet asked.
  ///   - ticket: The ticket of that time.
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

  /// What a replica must have come to; nil where a sample has to be taken before.
  func demand(at now: ContinuousClock.Instant) -> PostgresLogPosition? {
    guard unknownCount == settledCount, let position else { return nil }
    guard let maximumLag else { return position }
    // A sample that was taken for this reading counts, whatever time that took.
    guard let sample = samples.first(where: { now - $0.time <= maximumLag }) ?? samples.last else {
      return nil
    }
    return max(position, sample.position)
  }
}
