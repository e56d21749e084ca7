import Locks

/// The pool's entry for a connection: whether it is in use, and since when it is free.
///
/// Taking and returning a connection are single atomic operations, so that a user that takes its
/// own connection again does not wait for users that search for a free one.
final class PoolPlace: Sendable {
  /// While the connection is free, the number of its last loan, which its user recognizes; 0 while
  /// it is in use.
  private let freeLoan = Atomic<UInt64>(0)
  /// How often it was lent; only its current user changes this.
  private let loanCount = Atomic<Int>(0)
  /// When the connection is too old.
  private let end: PoolTime
  /// How long after its last use the connection is assumed to be unchanged; checking the socket
  /// between two consecutive calls would cost more than everything else and find nothing.
  private let pause: PoolInterval
  /// How long it may be idle; nil for no limit.
  private let idleTime: PoolInterval?
  /// The idle time after which the server is asked whether the connection still works.
  private let checkAfter: PoolInterval
  /// Accessed only by the current user; the atomic exchange makes earlier writes visible to it.
  @exclusivity(unchecked) nonisolated(unsafe) private var lastUse: PoolTime

  init(_ limits: PostgresPoolLimits) {
    let now = PoolTime.now
    end = limits.age.map { now + PoolInterval($0) } ?? .never
    pause = PoolInterval(min(.microseconds(100), limits.idleTime ?? .seconds(1)))
    idleTime = limits.idleTime.map { PoolInterval($0) }
    checkAfter = PoolInterval(limits.checkAfter)
    lastUse = now
  }

  /// How often it was lent.
  var useCount: Int { loanCount.load(ordering: .relaxed) }

  // A user that is about to wait announces that and then checks once more; a user that returns a
  // connection does so and then checks for waiting users. These operations need a single total
  // order, or each could miss the other.

  var isFree: Bool { freeLoan.load(ordering: .sequentiallyConsistent) != 0 }

  /// Takes the connection if it is free.
  ///
  /// - Returns: The number of the last loan; nil if the connection is in use.
  func take() -> UInt64? {
    let loan = freeLoan.load(ordering: .sequentiallyConsistent)
    return loan != 0 && take(of: loan) ? loan : nil
  }

  /// Takes the connection if it is free and nobody has used it since a loan.
  func take(of loan: UInt64) -> Bool {
    freeLoan.compareExchange(expected: loan, desired: 0, ordering: .acquiring).exchanged
  }

  /// Returns the connection after a loan.
  func give(after loan: UInt64) { freeLoan.store(loan, ordering: .sequentiallyConsistent) }

  /// Records that it was lent.
  func noteLoan() {
    loanCount.store(loanCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// Records that it was in use until now.
  func noteUse() { lastUse = .now }

  /// Whether it has been idle for too long.
  func isIdle(at now: PoolTime) -> Bool {
    guard let idleTime else { return false }
    return lastUse + idleTime < now
  }

  /// Whether the connection can be lent; asks the server if it was not used for long.
  @inline(__always)
  func isUsable(_ connection: PostgresConnection) -> Bool {
    let now = PoolTime.now
    if end < now { return false }
    return now < lastUse + pause ? connection.isOpen : isUsable(connection, at: now)
  }

  /// The same after a longer idle time.
  @inline(never)
  private func isUsable(_ connection: PostgresConnection, at now: PoolTime) -> Bool {
    guard !isIdle(at: now), connection.looksAlive() else { return false }
    return now < lastUse + checkAfter || (try? connection.execute("")) != nil
  }
}

/// A connection of a pool, for the user that has taken its place.
struct PooledConnection: @unchecked Sendable {
  // `@unchecked`: only the user that has taken the place accesses the connection.
  let connection: PostgresConnection
  let place: PoolPlace
}
