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

  /// With several connections, each loan continues with its own connection, regardless of the order
  /// in which they were returned.
  @Test func loansContinueBesideOthers() throws {
    let pool = try makePool(3)
    let connections = try (0..<3).map { _ in try pool.checkOut() }
    let loans = connections.map(\.loan)
    let statements = try connections.map { try $0.statement("SELECT 1") }
    for statement in statements { statement.reset() }
    for connection in connections { pool.checkIn(connection) }
    for turn in [0, 2, 1, 1, 0, 2] {
      let connection = connections[turn]
      #expect(pool.takeAgain(connection, loans[turn]))
      #expect(connection.loan === loans[turn])
      #expect(statements[turn].takeAgain())
      #expect(try statements[turn].step())
      statements[turn].reset()
      #expect(!pool.takeAgain(connection, loans[turn]))
      pool.checkIn(connection)
    }
    #expect(pool.metrics.opened == 3)
    #expect(pool.metrics.acquired == 9)
    #expect(pool.metrics.idle == 3)
    #expect(pool.metrics.inUse == 0)
  }

  /// A connection that its server closed is replaced, and its loan ends.
  @Test func loansEndWithTheirConnections() throws {
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
    #expect(pool.metrics.replaced == 1)
    #expect(pool.metrics.inUse == 0)
    #expect(pool.metrics.acquired == 1)
    try pool.withConnection { next in
      #expect(next.serverProcess != process)
      #expect(next.loan !== loan)
    }
    #expect(pool.metrics.opened == 2)
    #expect(pool.metrics.acquired == 2)
  }

  /// Statements that the pool runs to clean up a returned connection are not reported.
  @Test func loansEndWhenATransactionIsRolledBack() throws {
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
    #expect(runs.texts.contains("BEGIN"))
    #expect(!runs.texts.contains("ROLLBACK"))
    #expect(restCount == 0)
    #expect(!pool.takeAgain(connection, loan))
    #expect(!statement.takeAgain())
    try pool.withConnection { next in
      #expect(next === connection)
      #expect(!next.isInTransaction)
      _ = try next.rows("SELECT 2")
    }
    #expect(restCount == 0)
    #expect(!runs.texts.contains("SELECT 2"))
  }

  /// A statement that its owner ends after another loan started is reported to the owner's
  /// observers.
  @Test func loansReportOnlyTheirOwnStatements() throws {
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

  /// The observers of statements are released with the loan.
  @Test func forgottenLoansReleaseTheirObservers() throws {
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
