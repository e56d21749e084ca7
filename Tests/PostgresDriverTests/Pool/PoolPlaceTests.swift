import Dispatch
import Locks
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Places in a connection pool")
struct PoolPlaceTests {
  @Test func placesHaveOneHolderAtATime() {
    let place = PoolPlace(PostgresPoolLimits())
    #expect(!place.isFree)
    #expect(place.take() == nil)
    #expect(!place.take(of: 7))
    place.give(after: 7)
    #expect(place.isFree)
    #expect(!place.take(of: 8))
    #expect(place.isFree)
    #expect(place.take(of: 7))
    #expect(!place.isFree)
    #expect(!place.take(of: 7))
    place.give(after: 9)
    #expect(place.take() == 9)
    #expect(!place.isFree)
  }

  /// Of several threads that claim the same place, exactly one gets it.
  @Test func contendedPlacesAreTakenOnce() {
    let place = PoolPlace(PostgresPoolLimits())
    let holders = Atomic<Int>(0)
    let takes = Atomic<Int>(0)
    let collisions = Atomic<Int>(0)
    place.give(after: 1)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let loan = UInt64(number + 1)
      for round in 0..<5_000 {
        guard round.isMultiple(of: 2) ? place.take(of: loan) : place.take() != nil else { continue }
        if holders.add(1, ordering: .relaxed).newValue > 1 { collisions.add(1, ordering: .relaxed) }
        place.noteUse()
        place.noteLoan()
        takes.add(1, ordering: .relaxed)
        holders.subtract(1, ordering: .relaxed)
        place.give(after: loan)
      }
    }
    #expect(collisions.load(ordering: .relaxed) == 0)
    #expect(place.isFree)
    #expect(takes.load(ordering: .relaxed) == place.useCount)
    #expect(place.useCount > 0)
  }

  @Test func loanNumbersAreUnique() {
    let numbers = (0..<100).map { _ in PostgresLoan().number }
    #expect(Set(numbers).count == 100)
    #expect(!numbers.contains(0))
  }

  @Test func poolTimesAreMonotonic() {
    let start = PoolTime.now
    let second = PoolInterval(.seconds(1))
    #expect(start < start + second)
    #expect(start + second < start + PoolInterval(.milliseconds(1001)))
    #expect(!(start + PoolInterval(.zero) < start))
    #expect(!(start < start + PoolInterval(.zero)))
    #expect(start + PoolInterval(.nanoseconds(1)) < start + PoolInterval(.nanoseconds(2)))
    // Durations that overflow count as infinite, and negative ones as zero.
    for seconds: Int64 in [.max, .max / 1_000_000_000, .max / 1_000_000_000 + 1] {
      #expect(start + PoolInterval(.seconds(seconds)) == .never)
    }
    #expect(start + PoolInterval(.seconds(-5)) == start)
    #expect(start + PoolInterval(.milliseconds(-5)) == start)
    var later = PoolTime.now
    while !(start < later) { later = .now }
    #expect(later < start + PoolInterval(.seconds(600)))
  }
}

@Suite("Connection pools that many use", .needsPostgres)
struct ContendedPoolTests {
  /// Counts of one thread.
  private struct Tally {
    var loans = 0
    var again = 0
    var refusals: [SQLError.Kind] = []
  }

  /// Lets threads check out connections, with repeated loans if possible, until each has had its
  /// share or the pool is closed.
  private func use(
    _ pool: PostgresPool, threads: Int, rounds: Int,
    beside body: @Sendable (_ round: Int) -> Void = { _ in }
  ) -> (tallies: [Tally], collisions: Int) {
    let tallies = Collected<Tally>()
    let holders = Mutex<[ObjectIdentifier: Int]>([:])
    let collisions = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      var tally = Tally()
      var known: (connection: PostgresConnection, loan: PostgresLoan)?
      for round in 0..<rounds {
        let connection: PostgresConnection
        if let known, pool.takeAgain(known.connection, known.loan) {
          connection = known.connection
          if connection.loan !== known.loan { collisions.add(1, ordering: .relaxed) }
          tally.again += 1
        } else {
          do { connection = try pool.checkOut(waiting: .seconds(600)) } catch {
            tally.refusals.append((error as? SQLError)?.kind ?? .misuse)
            break
          }
          known = (connection, connection.loan)
        }
        let identifier = ObjectIdentifier(connection)
        let isAlone = holders.withLock { holders in
          holders[identifier, default: 0] += 1
          return holders[identifier] == 1
        }
        if !isAlone { collisions.add(1, ordering: .relaxed) }
        tally.loans += 1
        holders.withLock { $0[identifier, default: 0] -= 1 }
        pool.checkIn(connection)
        if thread == 0 { body(round) }
      }
      tallies.append(tally)
    }
    return (tallies.values, collisions.load(ordering: .relaxed))
  }

  private func make(_ connections: Int) throws -> PostgresPool {
    PostgresPool(
      PostgresSettings(try PostgresServer.shared.address()),
      limits: PostgresPoolLimits(connections: connections))
  }

  /// No thread waits while a connection is free, even if it was just returned.
  @Test(arguments: [1, 2, 5]) func contendedPoolsServeAllThreads(connections: Int) throws {
    let pool = try make(connections)
    let (tallies, collisions) = use(pool, threads: 6, rounds: 3_000)
    #expect(collisions == 0)
    #expect(tallies.count == 6)
    #expect(tallies.allSatisfy { $0.loans == 3_000 && $0.refusals.isEmpty })
    let metrics = pool.metrics
    #expect(metrics.inUse == 0)
    #expect(metrics.waiting == 0)
    #expect(metrics.timeouts == 0)
    #expect(metrics.open <= connections)
    #expect(metrics.opened <= connections)
    #expect(metrics.acquired == 18_000)
    #expect(metrics.replaced == 0)
    #expect(metrics.failures == 0)
    #expect(pool.drain(waiting: .seconds(60)))
    #expect(pool.metrics.open == 0)
    #expect(pool.metrics.acquired == 18_000)
  }

  /// Connections with an idle time of zero are closed by the next loan, and opened again.
  @Test func poolsContinueWhenConnectionsAreClosed() throws {
    var limits = PostgresPoolLimits(connections: 2)
    limits.idleTime = .zero
    let pool = PostgresPool(PostgresSettings(try PostgresServer.shared.address()), limits: limits)
    let (tallies, collisions) = use(pool, threads: 3, rounds: 30)
    #expect(collisions == 0)
    #expect(tallies.allSatisfy { $0.loans == 30 && $0.refusals.isEmpty })
    let metrics = pool.metrics
    #expect(metrics.inUse == 0)
    #expect(metrics.waiting == 0)
    #expect(metrics.acquired == 90)
    #expect(metrics.opened == metrics.replaced + metrics.idle)
    #expect(metrics.open <= 2)
  }

  /// A closed pool accepts returned connections, and refuses new loans.
  @Test func drainedPoolsRefuseConnections() throws {
    for _ in 0..<5 {
      let pool = try make(2)
      let hasEnded = Atomic<Bool>(false)
      let (tallies, collisions) = use(pool, threads: 5, rounds: 20_000) { round in
        if round == 100 { hasEnded.store(pool.drain(waiting: .seconds(600)), ordering: .relaxed) }
      }
      #expect(collisions == 0)
      #expect(hasEnded.load(ordering: .relaxed) == true)
      let refusals = tallies.flatMap(\.refusals)
      #expect(refusals.allSatisfy { $0 == .poolClosed })
      #expect(!refusals.isEmpty)
      let metrics = pool.metrics
      #expect(metrics.open == 0)
      #expect(metrics.idle == 0)
      #expect(metrics.waiting == 0)
      #expect(metrics.acquired == tallies.map(\.loans).reduce(0, +))
    }
  }
}
