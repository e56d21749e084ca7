import Foundation
import Locks
import PostgresDriver
import SQLCore

/// The replicas of a store's server, and which of them its contexts read from.
///
/// All contexts read from the same one, so that none goes back behind what another has seen, as long as that one is
/// fit: it answers, and has caught up with what was committed and seen. Else it is left alone for a while, longer from
/// time to time, and another one is read from, or the server itself.
final class ReplicaReads: Sendable {
  /// Asks a server how far it has written, on a connection that is waited for as long as usual where nil.
  typealias Sample = @Sendable (_ waiting: Duration?) throws -> PostgresLogPosition

  private let options: PostgresReplicaOptions
  /// What identifies the store that the replicas are to have.
  private let storeIdentifier: String
  /// The schema of that store.
  private let schema: String
  private let pools: [PostgresPool]
  /// Asks the server itself how far it has written.
  private let sample: Sample
  /// Has the server write down which timeline it has.
  private let noteTimeline: @Sendable () throws -> Void
  private let state: Mutex<State>

  private struct State {
    var requirement: ReadRequirement
    var replicas: [ReplicaState]
    /// Which one is read from.
    var current: Int
    /// Another number whenever another one is.
    var epoch = 0
    /// Whether something was read from it.
    var isRead = false
    /// When to ask the server again after it could not be asked.
    var nextSample: ContinuousClock.Instant?
    /// The timeline that was written down last.
    var notedTimeline: UInt32?
    var metrics = PostgresReplicaMetrics()
  }

  /// - Parameters:
  ///   - options: Where the replicas are.
  ///   - storeIdentifier: What identifies the store that they are to have.
  ///   - schema: The schema of that store.
  ///   - pools: A pool of connections for each.
  ///   - sample: Asks the server itself how far it has written.
  ///   - noteTimeline: Has the server write down which timeline it has.
  init(
    _ options: PostgresReplicaOptions, of storeIdentifier: String, in schema: String,
    _ pools: [PostgresPool], sample: @escaping Sample,
    noteTimeline: @escaping @Sendable () throws -> Void
  ) {
    (self.options, self.pools, self.sample) = (options, pools, sample)
    (self.storeIdentifier, self.schema, self.noteTimeline) = (
      storeIdentifier, schema, noteTimeline
    )
    // Of several programs not all are to begin with the same.
    state = Mutex(
      State(
        requirement: ReadRequirement(maximumLag: options.maximumLag),
        replicas: pools.map { _ in ReplicaState() }, current: Int.random(in: 0..<pools.count)))
  }

  var metrics: PostgresReplicaMetrics { state.withLock { $0.metrics } }

  /// Takes note of how far was committed.
  func note(_ committed: PostgresLogPosition) {
    state.withLock { $0.requirement.note(committed) }
  }

  /// Takes note that something was committed or seen, and nobody knows how far.
  func noteUnknown() { state.withLock { $0.requirement.noteUnknown() } }

  /// Lends out a connection to a replica that is fit to be read from.
  ///
  /// - Returns: The connection, to be given back by ``checkIn(_:)``; nil where the server itself has to be read.
  func checkOut() -> ReplicaLoan? {
    let deadline = ContinuousClock.now + options.catchUpWait
    var tried: Set<Int> = []
    while let (index, isOther) = nextCandidate(without: tried) {
      tried.insert(index)
      // What was seen of one replica is behind what the server has now.
      if isOther { noteUnknown() }
      guard let demand = demand() else { break }
      if let loan = connect(index, demand, deadline) { return loan }
    }
    state.withLock { $0.metrics.fallbacks += 1 }
    return nil
  }

  /// Whether a connection that is still in use may be read from once more.
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

  /// Takes back a connection.
  func checkIn(_ loan: ReplicaLoan) {
    state.withLock { state in
      // What was seen meanwhile is not what those who switched to another replica have asked for.
      if loan.epoch != state.epoch { state.requirement.noteUnknown() }
    }
    pools[loan.index].checkIn(loan.connection)
  }

  /// Takes note that a replica has failed with a statement, which the server itself gets now.
  ///
  /// What is wrong with the statement, or in its way on a replica alone, is no reason to leave the replica alone.
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

  /// Lends out no more connections, and waits for those that are lent out.
  ///
  /// - Returns: Whether all came back in time.
  func close(waiting limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    var hasEnded = true
    for pool in pools {
      hasEnded = pool.drain(waiting: max(.zero, deadline - .now)) && hasEnded
    }
    return hasEnded
  }
}

// Finding one that is fit.

extension ReplicaReads {
  /// The replica to try next, and whether another one was read from.
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

  /// What a replica must have come to; nil where the server had to be asked and does not answer.
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
        // As long as what it said before counts, replicas are read from.
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
      // It may be a server that has taken over, or be ending.
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

  /// Has the server write down once which timeline it has, so that its replicas show it.
  private func noteTimeline(_ timeline: UInt32) {
    let isNoted = state.withLock { state in
      defer { state.notedTimeline = timeline }
      return state.notedTimeline == timeline
    }
    if !isNoted, (try? noteTimeline()) == nil { state.withLock { $0.notedTimeline = nil } }
  }

  /// Waits until a replica has come to a place.
  ///
  /// - Returns: How far it is, nil where it is not there in time, and whether it was waited for.
  /// - Throws: `SQLError`, also for a server that is no replica.
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

/// A connection to a replica for as long as a session reads from it.
final class ReplicaLoan {
  let connection: PostgresConnection
  let index: Int
  /// What it shows at least.
  let position: PostgresLogPosition
  /// How often another replica was taken by the time of the loan.
  let epoch: Int

  init(connection: PostgresConnection, index: Int, position: PostgresLogPosition, epoch: Int) {
    (self.connection, self.index) = (connection, index)
    (self.position, self.epoch) = (position, epoch)
  }
}
