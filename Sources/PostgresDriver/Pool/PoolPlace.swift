import Dispatch
import Locks

/// The place of a connection in a pool: whether somebody has it, and since when nobody did.
///
/// Taking a connection and giving it back is one exchange of a word, so that who comes back to his own does not wait
/// for who looks for another.
final class PoolPlace: Sendable {
  /// On which tasks use the connection.
  let queue = DispatchQueue(label: "PostgresPool.connection")
  /// The number of the last loan while the connection is free, by which its holder knows it; 0 while somebody has it.
  private let freeLoan = Atomic<UInt64>(0)
  /// How often it was lent out, which only the holder changes.
  private let loanCount = Atomic<Int>(0)
  /// When the connection is too old.
  private let end: PoolTime
  /// For how long after its last use it is taken to be as it was: between two calls that follow each other a look at
  /// the socket would cost more than all else, and find nothing.
  private let pause: PoolInterval
  /// How long it waits for work; nil for as long as it takes.
  private let idleTime: PoolInterval?
  /// After how long the server is asked whether it stands.
  private let checkAfter: PoolInterval
  /// Reached by the holder alone, to whom the word was passed by whoever wrote it.
  @exclusivity(unchecked) nonisolated(unsafe) private var lastUse: PoolTime

  init(_ limits: PostgresPoolLimits) {
    let now = PoolTime.now
    end = limits.age.map { now + PoolInterval($0) } ?? .never
    pause = PoolInterval(min(.microseconds(100), limits.idleTime ?? .seconds(1)))
    idleTime = limits.idleTime.map { PoolInterval($0) }
    checkAfter = PoolInterval(limits.checkAfter)
    lastUse = now
  }

  /// How often it was lent out.
  var useCount: Int { loanCount.load(ordering: .relaxed) }

  // Who is about to wait says so and looks once more; who gives back does so and looks whether somebody waits. Both
  // in one order for all, or each could miss the other.

  var isFree: Bool { freeLoan.load(ordering: .sequentiallyConsistent) != 0 }

  /// Takes the connection, if it is free.
  ///
  /// - Returns: The number of the last loan; nil where somebody has it.
  func take() -> UInt64? {
    let loan = freeLoan.load(ordering: .sequentiallyConsistent)
    return loan != 0 && take(of: loan) ? loan : nil
  }

  /// Takes the connection, if it is free and nobody has had it since a loan.
  func take(of loan: UInt64) -> Bool {
    freeLoan.compareExchange(expected: loan, desired: 0, ordering: .acquiring).exchanged
  }

  /// Gives the connection back after a loan.
  func give(after loan: UInt64) { freeLoan.store(loan, ordering: .sequentiallyConsistent) }

  /// Takes note that it was lent out.
  func noteLoan() {
    loanCount.store(loanCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// Takes note that somebody has used it up to now.
  func noteUse() { lastUse = .now }

  /// Whether it has waited for work for too long.
  func isIdle(at now: PoolTime) -> Bool {
    guard let idleTime else { return false }
    return lastUse + idleTime < now
  }

  /// Whether its connection can be lent out; asks the server where it was not used for long.
  @inline(__always)
  func isUsable(_ connection: PostgresConnection) -> Bool {
    let now = PoolTime.now
    if end < now { return false }
    return now < lastUse + pause ? connection.isOpen : isUsable(connection, at: now)
  }

  /// The same after a pause.
  @inline(never)
  private func isUsable(_ connection: PostgresConnection, at now: PoolTime) -> Bool {
    guard !isIdle(at: now), connection.looksAlive() else { return false }
    return now < lastUse + checkAfter || (try? connection.execute("")) != nil
  }
}

/// A connection of a pool, for whoever has its place.
struct PooledConnection: @unchecked Sendable {
  // `@unchecked`: whoever has taken the place, or its queue, is alone with the connection.
  let connection: PostgresConnection
  let place: PoolPlace
}
