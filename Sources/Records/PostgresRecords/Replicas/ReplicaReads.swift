import Foundation
import Locks
import PostgresDriver
import SQLCore

/// The replicas of a store's server, and the choice of the one that its contexts read from.
///
/// All contexts read from the same replica as long as it is suitable, so that none sees an older
/// state than another has seen. A suitable replica answers, and has caught up with what was
/// committed and seen. One that is not suitable is avoided for a while, longer each time; another
/// one or the server itself is used instead.
final class ReplicaReads: Sendable {
  /// Queries a server's write position; `waiting` limits the wait for a connection, nil for the
  /// usual limit.
  typealias Sample = @Sendable (_ waiting: Duration?) throws -> PostgresLogPosition

  private let options: PostgresReplicaOptions
  /// The identifier of the store that the replicas must have.
  private let storeIdentifier: String
  /// The schema of that store.
  private let schema: String
  private let pools: [PostgresPool]
  /// Queries the write position of the server itself.
  private let sample: Sample
  /// Makes the server record its timeline.
  private let noteTimeline: @Sendable () throws -> Void
  private let state: Mutex<State>

  private struct State {
    var requirement: ReadRequirement
    var replicas: [ReplicaState]
    /// The index of the replica that is read from.
    var current: Int
    /// A counter that changes whenever another replica is chosen.
    var epoch = 0
    /// Whether something was read from the current replica.
    var isRead = false
    /// When to ask the server again after it did not answer.
    var nextSample: ContinuousClock.Instant?
    /// The timeline that was recorded last.
    var notedTimeline: UInt32?
    var metrics = PostgresReplicaMetrics()
  }

  /// - Parameters:
  ///   - options: The locations of the replicas.
  ///   - storeIdentifier: The identifier of the store that they must have.
  ///   - schema: The schema of that store.
  ///   - pools: A pool of connections for each.
  ///   - sample: Queries the write position of the server itself.
  ///   - noteTimeline: Makes the server record its timeline.
  init(
    _ options: PostgresReplicaOptions, of storeIdentifier: String, in schema: String,
    _ pools: [PostgresPool], sample: @escaping Sample,
    noteTimeline: @escaping @Sendable () throws -> Void
  ) {
    (self.options, self.pools, self.sample) = (options, pools, sample)
    (self.storeIdentifier, self.schema, self.noteTimeline) = (
      storeIdentifier, schema, noteTimeline
    )
    // The first replica is chosen at random, so that not all programs begin with the same one.
    state = Mutex(
      State(
        requirement: ReadRequirement(maximumLag: options.maximumLag),
        replicas: pools.map { _ in ReplicaState() }, current: Int.random(in: 0..<pools.count)))
  }

  var metrics: PostgresReplicaMetrics { state.withLock { $0.metrics } }

  /// Records the position of a commit.
  func note(_ committed: PostgresLogPosition) {
    state.withLock { $0.requirement.note(committed) }
  }

  /// Records that something was committed or seen at an unknown position.
  func noteUnknown() { state.withLock { $0.requirement.noteUnknown() } }

  /// Borrows a connection to a replica that is suitable for reading.
  ///
  /// - Returns: The connection, to be returned with ``checkIn(_:)``; nil if the server itself must
  ///   be used.
  func checkOut() -> ReplicaLoan? {
    let deadline = ContinuousClock.now + options.catchUpWait
    var tried: Set<Int> = []
    while let (index, isOther) = nextCandidate(without: tried) {
      tried.insert(index)
      // What was read from one replica is no newer than what the server has now.
      if isOther { noteUnknown() }
      guard let demand = demand() else { break }
      if let loan = connect(index, demand, deadline) { return loan }
    }
    state.withLock { $0.metrics.fallbacks += 1 }
    return nil
  }

  /// Whether a connection that is still in use may be used for another read.
  func isFit(_ loan: ReplicaLoan) -> Bool {
    let now = ContinuousClock.now
    return state.withLock { state in
      guard loan.epoch == state.epoch, !state.requirement.wantsSample(at: now),
        let demand = state.requirement.demand(at: now)
      else { return false }
      guard demand.timeline == loan.position.timeline,
        demand.isReached(by: loan.position.offset)
      else { return false }
      state.metrics.reads += 1
      return true
    }
  }

  /// Returns a connection.
  func checkIn(_ loan: ReplicaLoan) {
    state.withLock { state in
      // Sessions that switched to another replica did not take into account what was read from this
      // one.
      if loan.epoch != state.epoch { state.requirement.noteUnknown() }
    }
    pools[loan.index].checkIn(loan.connection)
  }

  /// Records that a replica failed to run a statement, which is now sent to the server itself.
  ///
  /// An error in the statement, or one that only occurs on replicas, is no reason to avoid the
  /// replica.
  func noteFailure(_ loan: ReplicaLoan, _ error: SQLError) {
    guard error.isLossOfServer || error.kind == .inputOutput || error.kind == .corrupt else {
      return state.withLock { $0.metrics.failures += 1 }
    }
    loan.connection.isGivenUp = true
    noteFailure(loan.index)
  }

  private func noteFailure(_ index: Int) {
    state.withLock { state in
      state.metrics.failures += 1
      state.replicas[index].leaveAlone(.failure, at: .now)
    }
  }

  /// Stops lending connections, and waits until all borrowed ones are returned.
  ///
  /// - Returns: Whether all were returned in time.
  func close(waiting limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    var hasEnded = true
    for pool in pools {
      hasEnded = pool.drain(waiting: max(.zero, deadline - .now)) && hasEnded
    }
    return hasEnded
  }
}

// Finding a suitable replica.

extension ReplicaReads {
  /// The replica to try next, and whether a different one was read from before.
  private func nextCandidate(without tried: Set<Int>) -> (index: Int, isOther: Bool)? {
    let now = ContinuousClock.now
    return state.withLock { state in
      for step in state.replicas.indices {
        let index = (state.current + step) % state.replicas.count
        guard !tried.contains(index), state.replicas[index].mayBeTried(at: now) else { continue }
        return (index, state.isRead && index != state.current)
      }
      return nil
    }
  }

  /// The position that a replica must have reached; nil if the server had to be asked and does not
  /// answer.
  private func demand() -> PostgresLogPosition? {
    let now = ContinuousClock.now
    let (wants, must, ticket) = state.withLock { state in
      let must = state.requirement.mustSample(at: now)
      let mayAsk = state.nextSample.map { now >= $0 } ?? true
      return (
        must || (mayAsk && state.requirement.wantsSample(at: now)), must, state.requirement.ticket
      )
    }
    if wants {
      do {
        let position = try sample(must ? nil : .milliseconds(100))
        state.withLock { state in
          state.requirement.take(position, askedAt: now, ticket)
          state.nextSample = nil
        }
      } catch {
        // As long as its previous answer is valid, replicas are used.
        state.withLock { $0.nextSample = now + .seconds(1) }
        if must { return nil }
      }
    }
    return state.withLock { $0.requirement.demand(at: .now) }
  }

  private func connect(
    _ index: Int, _ demand: PostgresLogPosition, _ deadline: ContinuousClock.Instant
  ) -> ReplicaLoan? {
    guard let connection = try? pools[index].checkOut() else {
      noteFailure(index)
      return nil
    }
    guard let answer = try? catchUp(connection, demand, deadline) else {
      // The server may have been promoted, or may be shutting down.
      connection.isGivenUp = true
      pools[index].checkIn(connection)
      noteFailure(index)
      return nil
    }
    guard let offset = answer.offset else {
      pools[index].checkIn(connection)
      state.withLock { $0.replicas[index].leaveAlone(.lag, at: .now) }
      return nil
    }
    let position = PostgresLogPosition(timeline: demand.timeline, offset: offset)
    let epoch = state.withLock { state in
      state.replicas[index].noteFit()
      if state.current != index {
        state.current = index
        state.epoch += 1
      }
      state.isRead = true
      state.metrics.reads += 1
      if answer.hasWaited { state.metrics.waits += 1 }
      return state.epoch
    }
    return ReplicaLoan(connection: connection, index: index, position: position, epoch: epoch)
  }

  /// Makes the server record its timeline once, so that its replicas show it.
  private func noteTimeline(_ timeline: UInt32) {
    let isNoted = state.withLock { state in
      defer { state.notedTimeline = timeline }
      return state.notedTimeline == timeline
    }
    if !isNoted, (try? noteTimeline()) == nil { state.withLock { $0.notedTimeline = nil } }
  }

  /// Waits until a replica has reached a position.
  ///
  /// - Returns: Its position, nil if it did not get there in time; and whether the call waited for
  ///   it.
  /// - Throws: `SQLError`, also for a server that is not a replica.
  private func catchUp(
    _ connection: PostgresConnection, _ demand: PostgresLogPosition,
    _ deadline: ContinuousClock.Instant
  ) throws -> (offset: UInt64?, hasWaited: Bool) {
    var pause = 0.000_5
    var hasWaited = false
    while true {
      let offset = try connection.replayedOffset()
      if demand.isReached(by: offset) {
        if connection.followedTimeline == demand.timeline { return (offset, hasWaited) }
        if try connection.follows(timeline: demand.timeline, store: storeIdentifier, in: schema) {
          connection.followedTimeline = demand.timeline
          return (offset, hasWaited)
        }
        noteTimeline(demand.timeline)
      }
      guard ContinuousClock.now < deadline else { return (nil, hasWaited) }
      hasWaited = true
      Thread.sleep(forTimeInterval: pause)
      pause = min(pause * 2, 0.01)
    }
  }
}

/// A connection to a replica while a session reads from it.
final class ReplicaLoan {
  let connection: PostgresConnection
  let index: Int
  /// The least position that the replica has reached.
  let position: PostgresLogPosition
  /// The value of the epoch counter when the loan began.
  let epoch: Int

  init(connection: PostgresConnection, index: Int, position: PostgresLogPosition, epoch: Int) {
    (self.connection, self.index) = (connection, index)
    (self.position, self.epoch) = (position, epoch)
  }
}
