import Dispatch
import Foundation
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Connection pools", .needsPostgres)
struct PostgresPoolTests {
  private func make(
    _ connections: Int = 2, _ change: (inout PostgresPoolLimits) -> Void = { _ in }
  ) throws -> PostgresPool {
    var limits = PostgresPoolLimits(connections: connections)
    change(&limits)
    return PostgresPool(PostgresSettings(try PostgresServer.shared.address()), limits: limits)
  }

  @Test func connectionsAreReused() throws {
    let pool = try make()
    let processes = try (0..<5).map { _ in try pool.withConnection { $0.serverProcess } }
    #expect(Set(processes).count == 1)
    let metrics = pool.metrics
    #expect(
      [metrics.opened, metrics.acquired, metrics.idle, metrics.inUse] == [1, 5, 1, 0] as [Int])
  }

  /// Former owners may keep statements of a returned connection; these must not affect the next
  /// owner.
  @Test func formerStatementsCannotUseTheConnection() throws {
    let pool = try make(1)
    let first = try pool.checkOut()
    let idle = try first.statement("SELECT 1")
    idle.reset()
    let half = try first.statement("SELECT * FROM generate_series(1, 10)")
    half.rowsAtOnce = 1
    #expect(try half.step())
    pool.checkIn(first)
    let second = try pool.checkOut()
    #expect(second === first)
    var restCount = 0
    second.onRest = { restCount += 1 }
    let own = try second.statement("SELECT 1")
    #expect(try own.step())
    #expect(!idle.takeAgain())
    #expect(TestConnection.error { _ = try idle.step() }?.kind == .misuse)
    #expect(TestConnection.error { while try half.step() {} }?.kind == .misuse)
    half.reset()
    #expect(restCount == 0)
    #expect(own !== idle)
    #expect(own.int64(0) == 1)
    own.reset()
    #expect(restCount == 1)
    pool.checkIn(second)
  }

  /// A context checks out its connection for each fetch, and keeps its statements.
  @Test func uninterruptedLoansContinue() throws {
    let pool = try make(1)
    let first = try pool.checkOut()
    let loan = first.loan
    let statement = try first.statement("SELECT 1")
    statement.reset()
    pool.checkIn(first)
    #expect(!statement.takeAgain())

    #expect(pool.takeAgain(first, loan))
    #expect(first.loan === loan)
    #expect(statement.takeAgain())
    #expect(try statement.step())
    #expect(statement.int64(0) == 1)
    statement.reset()
    #expect(try first.statement("SELECT 1") === statement)
    statement.reset()
    pool.checkIn(first)

    try pool.withConnection { other in
      #expect(other.loan !== loan)
      #expect(!statement.takeAgain())
      let own = try other.statement("SELECT 1")
      #expect(own !== statement)
      own.reset()
    }
    #expect(!pool.takeAgain(first, loan))
    let last = try pool.checkOut()
    #expect(last.loan !== loan)
    #expect(!statement.takeAgain())
    #expect(last.describedStatementCount == 1)
    pool.checkIn(last)
  }

  /// A loan with an unfinished statement does not continue, and finishing the statement does not
  /// end the next loan.
  @Test func loansWithOpenStatementsDoNotContinue() throws {
    let pool = try make(1)
    let first = try pool.checkOut()
    let loan = first.loan
    let half = try first.statement("SELECT * FROM generate_series(1, 10)")
    #expect(try half.step())
    pool.checkIn(first)
    #expect(!pool.takeAgain(first, loan))
    let again = try pool.checkOut()
    #expect(again.loan !== loan)
    var restCount = 0
    again.onRest = { restCount += 1 }
    half.reset()
    #expect(restCount == 0)
    #expect(!half.takeAgain())
    let own = try again.statement("SELECT * FROM generate_series(1, 10)")
    #expect(own !== half)
    own.reset()
    #expect(restCount == 1)
    pool.checkIn(again)
  }

  /// A statement that is used again can check out its loan by itself.
  @Test func statementsCheckOutTheirLoanAgain() throws {
    let pool = try make(1)
    let first = try pool.checkOut()
    let statement = try first.statement("SELECT 1")
    statement.reset()
    pool.checkIn(first)
    let holder = PoolLoanHolder(pool, first)
    first.loan.holder = holder
    #expect(statement.takeAgain())
    #expect(pool.metrics.inUse == 1)
    #expect(try statement.step())
    statement.reset()
    #expect(holder.restCount == 1)
    pool.checkIn(first)
    #expect(pool.metrics.inUse == 0)
    first.loan.forget()
  }

  @Test func poolsHaveLimits() throws {
    let pool = try make(2)
    let first = try pool.checkOut()
    let second = try pool.checkOut()
    #expect(first.serverProcess != second.serverProcess)
    #expect(pool.metrics.open == 2)
    let error = TestConnection.error { _ = try pool.checkOut(waiting: .milliseconds(20)) }
    #expect(error?.kind == .poolTimeout)
    #expect([pool.metrics.timeouts, pool.metrics.waiting] == [1, 0] as [Int])
    pool.checkIn(first)
    let third = try pool.checkOut(waiting: .milliseconds(20))
    #expect(third === first)
    pool.checkIn(second)
    pool.checkIn(third)
    #expect([pool.metrics.idle, pool.metrics.mostWaiting] == [2, 1] as [Int])
  }

  @Test func poolsServeThreads() throws {
    // Other tests may use most of the machine.
    let pool = try make(3) { $0.waiting = .seconds(600) }
    let table = "pool_\(UUID().uuidString.prefix(8).lowercased())"
    try pool.withConnection { try $0.execute("CREATE TABLE \(table) (n int8)") }
    let left = Collected<Int>()
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let count = try? pool.withConnection {
        try $0.run("INSERT INTO \(table) VALUES ($1)", [.integer(Int64(1000 + number))])
      }
      left.append(count ?? 0)
    }
    #expect(left.values == Array(repeating: 1, count: 8))
    let rows = try pool.withConnection {
      try $0.rows("SELECT count(DISTINCT n) FROM \(table)")
    }
    #expect(rows == [[.integer(8)]])
    try pool.withConnection { try $0.execute("DROP TABLE \(table)") }
    #expect(pool.metrics.open <= 3)
    #expect([pool.metrics.inUse, pool.metrics.waiting] == [0, 0] as [Int])
  }

  @Test func brokenConnectionsAreReplaced() throws {
    let pool = try make()
    let process = try pool.withConnection { connection in
      let process = connection.serverProcess
      return process
    }
    let connection = try pool.checkOut()
    #expect(connection.serverProcess == process)
    pool.checkIn(connection)
    try TestConnection.terminate(connection)
    #expect(try pool.withConnection { try $0.rows("SELECT 1") } == [[.integer(1)]])
    #expect([pool.metrics.replaced, pool.metrics.opened, pool.metrics.open] == [1, 2, 1] as [Int])
    // The connection broke while it was used.
    let error = TestConnection.error {
      try pool.withConnection { connection in
        try TestConnection.terminate(connection)
        try connection.run("SELECT 1")
      }
    }
    #expect(error?.kind == .shutdown || error?.kind == .connectionLost)
    #expect([pool.metrics.replaced, pool.metrics.open] == [2, 0] as [Int])
  }

  @Test func oldConnectionsAreReplaced() throws {
    for change: (inout PostgresPoolLimits) -> Void in [
      { $0.age = .zero }, { $0.idleTime = .zero },
    ] {
      let pool = try make(2, change)
      let processes = try (0..<3).map { _ in try pool.withConnection { $0.serverProcess } }
      #expect(Set(processes).count == 3)
      #expect([pool.metrics.replaced, pool.metrics.open] == [2, 1] as [Int])
    }
    let asking = try make(2) { $0.checkAfter = .zero }
    let processes = try (0..<3).map { _ in try asking.withConnection { $0.serverProcess } }
    #expect(Set(processes).count == 1)
  }

  /// A context keeps its statements for its whole life, but they keep no connection open.
  @Test func heldStatementsDoNotKeepConnectionsOpen() throws {
    let old = try make(1) { $0.age = .zero }
    let pool = try make(1)
    let lent = try make(2)
    var held: [PostgresStatement] = []
    var processes: [Int32] = []
    func use(_ connection: PostgresConnection) throws {
      let statement = try connection.statement("SELECT 1")
      #expect(try statement.step())
      statement.reset()
      held.append(statement)
      processes.append(connection.serverProcess)
    }
    for _ in 0..<3 { try old.withConnection(use) }
    try pool.withConnection(use)
    let connection = try lent.checkOut()
    try use(connection)
    #expect(Set(processes).count == 5)
    #expect(pool.drain(waiting: .seconds(60)))
    #expect(old.drain(waiting: .seconds(60)))
    #expect(!lent.drain(waiting: .zero))
    lent.checkIn(connection)
    let server = try TestConnection.open()
    let list = processes.map { "\($0)" }.joined(separator: ", ")
    var left: [[SQLValue]] = []
    // The server detects the disconnect later.
    for _ in 0..<500 {
      left = try server.rows("SELECT pid FROM pg_stat_activity WHERE pid IN (\(list))")
      if left.isEmpty { break }
      usleep(10_000)
    }
    #expect(left == [])
    for statement in held {
      #expect(!statement.takeAgain())
      #expect(TestConnection.error { _ = try statement.step() }?.kind == .misuse)
    }
  }

  @Test func returnedConnectionsAreReset() throws {
    let pool = try make(1) { $0.reset = "DISCARD ALL" }
    try pool.withConnection { connection in
      try connection.execute("SET application_name = 'changed'; BEGIN; CREATE TABLE gone_again ()")
      let statement = try connection.statement("SELECT generate_series(1, 100000)")
      statement.rowsAtOnce = 1
      _ = try statement.step()
    }
    try pool.withConnection { connection in
      #expect(!connection.isInTransaction)
      let rows = try connection.rows("SHOW application_name")
      #expect(rows == [[.text("OpenSwiftData")]])
      let table = try connection.rows("SELECT to_regclass('gone_again')::text")
      #expect(table == [[.null]])
    }
  }

  @Test func threadsWaitUpToALimit() throws {
    let pool = try make(1)
    let connection = try pool.checkOut()
    let error = TestConnection.error {
      try pool.withConnection(waiting: .milliseconds(20)) { _ in }
    }
    #expect(error?.kind == .poolTimeout)
    #expect(pool.metrics.timeouts == 1)
    let later = Collected<[[SQLValue]]?>()
    Thread { later.append(try? pool.withConnection { try $0.rows("SELECT 5") }) }.start()
    while pool.metrics.waiting == 0 { usleep(1_000) }
    pool.checkIn(connection)
    while later.values.isEmpty { usleep(1_000) }
    #expect(later.values == [[[.integer(5)]]])
  }

  @Test func poolsCloseWhenAllConnectionsAreReturned() throws {
    let pool = try make(1)
    let connection = try pool.checkOut()
    let refusals = Collected<SQLError.Kind?>()
    Thread { refusals.append(TestConnection.error { _ = try pool.checkOut() }?.kind) }.start()
    while pool.metrics.waiting == 0 { usleep(1_000) }
    #expect(!pool.drain(waiting: .milliseconds(10)))
    while refusals.values.isEmpty { usleep(1_000) }
    #expect(refusals.values == [.poolClosed])
    #expect(TestConnection.error { _ = try pool.checkOut() }?.kind == .poolClosed)
    // A checked-out connection stays usable until it is returned.
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
    pool.checkIn(connection)
    #expect(pool.metrics.open == 0)
    #expect(pool.drain(waiting: .zero))
  }

  @Test func unreachableServersAreReported() throws {
    let pool = PostgresPool(PostgresSettings("postgres://tester@127.0.0.1:1/x"))
    for _ in 0..<20 {
      let error = #expect(throws: SQLError.self) { try pool.withConnection { _ in } }
      #expect(error?.kind == .cannotOpen)
    }
    #expect([pool.metrics.failures, pool.metrics.inUse] == [20, 0] as [Int])
  }
}

/// Resumes a loan through the pool alone.
private final class PoolLoanHolder: LoanHolder {
  private let pool: PostgresPool
  private let connection: PostgresConnection
  private(set) var restCount = 0

  init(_ pool: PostgresPool, _ connection: PostgresConnection) {
    (self.pool, self.connection) = (pool, connection)
  }

  func takeAgain() -> Bool { pool.takeAgain(connection, connection.loan) }
  func rest() { restCount += 1 }
}
