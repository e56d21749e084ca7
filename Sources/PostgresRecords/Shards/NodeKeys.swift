import Foundation
import Locks
import PostgresDriver
import SQLCore

/// Makes keys of 63 bits without a sequence that all would have to ask: the second, since 2020, in 32 bits, the number of
/// the node in 11, and a count in 20.
///
/// So keys come in the order of time, to the second, whoever makes them. The number is leased from the store's table
/// (``NodeLease``) when keys are first needed, and again and again.
final class NodeKeys: Sendable {
  /// How many keys follow one another at most.
  static let longestRun: Int64 = 1 << countBits

  private static let (nodeBits, countBits): (Int64, Int64) = (11, 20)

  /// The second in a key.
  static func second(of key: Int64) -> Int64 { key >> (nodeBits + countBits) }

  /// For how many seconds a number is leased.
  struct Lengths: Hashable, Sendable {
    /// At first: a program that ends soon does not keep it for long.
    var first: Int64 = 120
    /// When the lease is extended.
    var later: Int64 = 3_600
  }

  private struct State {
    var lease: NodeLease?
    var length: Int64
    /// When the lease was given.
    var moment = ContinuousClock.now
    /// When it is to be extended.
    var renewal = ContinuousClock.now
    /// The second and the count of the next key.
    var second: Int64 = 0
    var count: Int64 = 0
  }

  private let state: Mutex<State>
  /// The schema of the store.
  private let schema: String
  private let lengths: Lengths
  private let holder = UUID().uuidString
  private let now: @Sendable () -> ContinuousClock.Instant
  /// Does something on a connection, outside of any other transaction.
  private let connecting: @Sendable ((PostgresConnection) throws -> Void) throws -> Void

  /// - Parameters:
  ///   - schema: The schema of the store.
  ///   - lengths: For how many seconds a number is leased.
  ///   - now: What the clock says.
  ///   - connecting: Does something on a connection to the store, outside of any other transaction.
  init(
    in schema: String, _ lengths: Lengths = Lengths(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    connecting: @escaping @Sendable ((PostgresConnection) throws -> Void) throws -> Void
  ) {
    self.schema = schema
    (self.lengths, self.now, self.connecting) = (lengths, now, connecting)
    state = Mutex(State(length: lengths.first))
  }

  /// Makes keys that follow one another.
  ///
  /// - Parameter count: How many, ``longestRun`` at most.
  /// - Returns: The keys, which nobody else ever makes.
  /// - Throws: What leasing a number throws.
  func take(_ count: Int64) throws -> ClosedRange<Int64> {
    try state.withLock { state in
      while true {
        try prepare(&state, for: state.second)
        guard let lease = state.lease else { continue }
        let current = lease.now + (now() - state.moment) / .seconds(1)
        if Int64(current) > state.second { (state.second, state.count) = (Int64(current), 0) }
        if state.count + count > Self.longestRun {
          (state.second, state.count) = (state.second + 1, 0)
        }
        // Seconds that others may have had are theirs, and so a clock that is behind changes nothing.
        if lease.start > state.second { (state.second, state.count) = (lease.start, 0) }
        guard state.second < lease.end else {
          try renew(&state, from: state.second)
          continue
        }
        let first =
          state.second << (Self.nodeBits + Self.countBits) | lease.node << Self.countBits
          | state.count
        state.count += count
        return first...(first + count - 1)
      }
    }
  }

  /// Sees to it that there is a lease, and that it is extended in time.
  private func prepare(_ state: inout State, for second: Int64) throws {
    guard state.lease != nil else { return try lease(&state) }
    guard now() >= state.renewal else { return }
    do {
      try renew(&state, from: second)
    } catch {
      // It is good for as long again, in which the server may be back.
      state.renewal = now() + .seconds(state.length) / 8
    }
  }

  private func lease(_ state: inout State) throws {
    try connecting { connection in
      let lease = try NodeLease.take(connection, in: schema, by: holder, for: state.length)
      note(lease, &state)
      (state.second, state.count) = (lease.start, 0)
    }
  }

  private func renew(_ state: inout State, from second: Int64) throws {
    guard var lease = state.lease else { return }
    try connecting { connection in
      let length = lengths.later
      guard try lease.renew(connection, by: holder, from: second + 1, for: length) else {
        // Somebody else has had it since it ended.
        state.lease = nil
        return
      }
      state.length = length
      note(lease, &state)
    }
  }

  private func note(_ lease: NodeLease, _ state: inout State) {
    (state.lease, state.moment) = (lease, now())
    state.renewal = state.moment + .seconds(state.length) / 2
  }

  /// Lets another program have the number; the next key needs another one.
  func giveBack() {
    state.withLock { state in
      guard let lease = state.lease else { return }
      state.lease = nil
      try? connecting { connection in
        try lease.giveBack(connection, by: holder, after: state.second)
      }
    }
  }
}
