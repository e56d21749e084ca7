import Foundation
import Locks
import PostgresDriver
import SQLCore

/// Generates 63-bit keys without a shared sequence: 32 bits for the second since 2020, 11 bits for
/// the node number, and 20 bits for a counter.
///
/// Keys are therefore ordered by time, to the second, whichever node generates them. The node
/// number is leased from a table of the store (``NodeLease``) when keys are first needed; the lease
/// is extended as necessary.
final class NodeKeys: Sendable {
  /// The maximum number of consecutive keys.
  static let longestRun: Int64 = 1 << countBits

  private static let (nodeBits, countBits): (Int64, Int64) = (11, 20)

  /// The second that a key contains.
  static func second(of key: Int64) -> Int64 { key >> (nodeBits + countBits) }

  /// The lengths of leases, in seconds.
  struct Lengths: Hashable, Sendable {
    /// The first lease; it is short, so that a program that ends soon does not occupy the number
    /// for long.
    var first: Int64 = 120
    /// The length by which a lease is extended.
    var later: Int64 = 3_600
  }

  private struct State {
    var lease: NodeLease?
    var length: Int64
    /// When the lease was granted.
    var moment = ContinuousClock.now
    /// When to extend the lease.
    var renewal = ContinuousClock.now
    /// The second and the counter of the next key.
    var second: Int64 = 0
    var count: Int64 = 0
  }

  private let state: Mutex<State>
  /// The schema of the store.
  private let schema: String
  private let lengths: Lengths
  private let holder = UUID().uuidString
  private let now: @Sendable () -> ContinuousClock.Instant
  /// Runs a closure with a connection, outside of any other transaction.
  private let connecting: @Sendable ((PostgresConnection) throws -> Void) throws -> Void

  /// - Parameters:
  ///   - schema: The schema of the store.
  ///   - lengths: The lengths of leases, in seconds.
  ///   - now: The current time.
  ///   - connecting: Runs a closure with a connection to the store, outside of any other
  ///     transaction.
  init(
    in schema: String, _ lengths: Lengths = Lengths(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    connecting: @escaping @Sendable ((PostgresConnection) throws -> Void) throws -> Void
  ) {
    self.schema = schema
    (self.lengths, self.now, self.connecting) = (lengths, now, connecting)
    state = Mutex(State(length: lengths.first))
  }

  /// Generates consecutive keys.
  ///
  /// - Parameter count: The number of keys, at most ``longestRun``.
  /// - Returns: The keys, which are never generated again by anybody.
  /// - Throws: Errors of leasing a number.
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
        // Earlier seconds may belong to other holders of the number, so a clock that is behind does
        // no harm.
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

  /// Makes sure that there is a lease, and extends it in time.
  private func prepare(_ state: inout State, for second: Int64) throws {
    guard state.lease != nil else { return try lease(&state) }
    guard now() >= state.renewal else { return }
    do {
      try renew(&state, from: second)
    } catch {
      // The rest of the lease is still valid, and the server may be back before it ends.
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
        // Another program has leased the number since the lease ended.
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

  /// Releases the number for other programs; the next key needs a new lease.
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
