import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Loans of connections", .needsPostgres)
struct PostgresLoanTests {
  private func makePool(_ connections: Int) throws -> PostgresPool {
    PostgresPool(
      PostgresSettings(try PostgresServer.shared.address()),
      limits: PostgresPoolLimits(connections: connections))
  }

  /// Of several connections each goes back to who had it, whoever gave his back last.
  @Test func goOnBesideOthers() throws {
    let pool = try makePool(3)
    let connections = try (0..<3).map { _ in try pool.checkOut() }
    let loans = connections.map(\.loan)
    let statements = try connections.map { try $0.statement("SELECT 1") }
    for statement in statements { statement.reset() }
    for connection in connections { pool.checkIn(connection) }
    for turn in [0, 2, 1, 1, 0, 2] {
      let connection = connections[turn]
      #expect(pool.takeAgain(connection, loans[turn]) && connection.loan === loans[turn])
      #expect(statements[turn].takeAgain())
      #expect(try statements[turn].step())
      statements[turn].reset()
      #expect(!pool.takeAgain(connection, loans[turn]))
      pool.checkIn(connection)
    }
    #expect(pool.metrics.opened == 3 && pool.metrics.acquired == 9)
    #expect(pool.metrics.idle == 3 && pool.metrics.inUse == 0)
  }

  /// A connection that its server has ended is replaced, and its loan is over.
  @Test func endWithTheirConnections() throws {
    let pool = try makePool(1)
    let connection = try pool.checkOut()
    let (loan, process) = (connection.loan, connection.serverProcess)
    pool.checkIn(connection)
    let other = try TestConnection.open()
    _ = try other.rows("SELECT pg_terminate_backend(\(process))")
    for _ in 0..<1_000 {
      if try other.rows("SELECT 1 FROM pg_stat_activity WHERE pid = \(process)").isEmpty { break }
    }
    #expect(!pool.takeAgain(connection, loan))
    #expect(pool.metrics.replaced == 1 && pool.metrics.inUse == 0 && pool.metrics.acquired == 1)
    try pool.withConnection { #expect($0.serverProcess != process && $0.loan !== loan) }
    #expect(pool.metrics.opened == 2 && pool.metrics.acquired == 2)
  }

  /// What the pool does with a connection that comes back in a transaction is told to nobody.
  @Test func endWhereATransactionIsRolledBack() throws {
    let pool = try makePool(1)
    let observers = StatementObservers()
    let runs = Runs()
    _ = observers.add(wantsValues: false) { runs.append($0) }
    let connection = try pool.checkOut()
    connection.reportStatements(to: [observers])
    var restCount = 0
    connection.onRest = { restCount += 1 }
    let loan = connection.loan
    try connection.execute("BEGIN")
    let statement = try connection.statement("SELECT 1")
    #expect(try statement.step())
    pool.checkIn(connection)
    #expect(runs.texts.contains("BEGIN") && !runs.texts.contains("ROLLBACK"))
    #expect(restCount == 0 && !pool.takeAgain(connection, loan) && !statement.takeAgain())
    try pool.withConnection { next in
      #expect(next === connection && !next.isInTransaction)
      _ = try next.rows("SELECT 2")
    }
    #expect(restCount == 0 && !runs.texts.contains("SELECT 2"))
  }

  /// A statement that its holder ends when somebody else has the connection is told to who was told of his.
  @Test func tellOfTheirOwnStatementsAlone() throws {
    let pool = try makePool(1)
    let (first, second) = (StatementObservers(), StatementObservers())
    let (firstRuns, secondRuns) = (Runs(), Runs())
    _ = first.add(wantsValues: false) { firstRuns.append($0) }
    _ = second.add(wantsValues: false) { secondRuns.append($0) }
    let connection = try pool.checkOut()
    connection.reportStatements(to: [first])
    let half = try connection.statement("SELECT * FROM generate_series(1, 10)")
    #expect(try half.step())
    pool.checkIn(connection)
    try pool.withConnection { next in
      next.reportStatements(to: [second])
      half.reset()
      _ = try next.rows("SELECT 2")
    }
    #expect(firstRuns.texts == ["SELECT * FROM generate_series(1, 10)"])
    #expect(secondRuns.texts == ["SELECT 2"])
  }

  /// Whoever is told of statements is let go of with the loan.
  @Test func keepNobodyWhoIsToldNoMore() throws {
    let pool = try makePool(1)
    weak var observers: StatementObservers?
    let loan: PostgresLoan
    do {
      let told = StatementObservers()
      observers = told
      let connection = try pool.checkOut()
      connection.reportStatements(to: [told])
      loan = connection.loan
      pool.checkIn(connection)
    }
    #expect(observers != nil)
    loan.forget()
    #expect(observers == nil)
  }
}
