import Foundation
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Cancelling", .needsPostgres)
struct CancellationTests {
  private let connection: PostgresConnection

  init() throws { connection = try TestConnection.open() }

  /// Calls the body on another thread once the connection's statement sleeps on the server.
  private func whenRunning(_ body: @escaping @Sendable () -> Void) {
    let process = Int64(connection.serverProcess)
    Thread {
      guard let other = try? TestConnection.open() else { return }
      let query = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'"
      while (try? other.rows(query, [.integer(process)]))?.isEmpty == true {}
      body()
    }.start()
  }

  @Test func cancellingEndsTheRunningStatement() throws {
    let canceller = connection.canceller
    whenRunning { canceller.cancelStatement() }
    let error = TestConnection.error { try connection.run("SELECT pg_sleep(100)") }
    #expect(error?.kind == .interrupted)
    #expect(error?.details?.state == "57014")
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
  }

  @Test func cancelledConnectionsOnlyRollBack() throws {
    let canceller = connection.canceller
    whenRunning { canceller.cancel() }
    let error = TestConnection.error {
      try connection.transaction(PostgresTransactionOptions()) {
        _ = try connection.run("SELECT pg_sleep(100)")
      }
    }
    #expect(error?.kind == .interrupted)
    #expect(!connection.isInTransaction)
    #expect(TestConnection.error { try connection.run("SELECT 1") }?.kind == .interrupted)
    #expect(TestConnection.error { try connection.run("COMMIT") }?.kind == .interrupted)
    #expect(TestConnection.error { _ = try connection.statement("SELECT 2") }?.kind == .interrupted)
    connection.resume()
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
  }

  @Test func cancellingIgnoresIdleConnections() throws {
    for _ in 0..<20 {
      connection.canceller.cancelStatement()
      #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
    }
  }

  /// A late cancellation could otherwise end a later statement.
  @Test func cancellingNeverEndsTheNextStatement() throws {
    let canceller = connection.canceller
    var random = SeededGenerator(seed: TestRun.seed(7))
    for _ in 0..<TestRun.count(200) {
      let pause = Double.random(in: 0...0.002, using: &random)
      let isDone = DispatchSemaphore(value: 0)
      Thread {
        Thread.sleep(forTimeInterval: pause)
        canceller.cancelStatement()
        isDone.signal()
      }.start()
      do throws(SQLError) {
        try connection.run("SELECT pg_sleep(0.001)")
      } catch {
        #expect(error.kind == .interrupted)
      }
      isDone.wait()
      #expect(try connection.rows("SELECT 1") == [[.integer(1)]], "\(TestRun.comment)")
    }
  }

  @Test func cancellingEndsStreamedRows() throws {
    let statement = try connection.statement("SELECT generate_series(1, 10000000)")
    statement.rowsAtOnce = 1
    var count = 0
    let error = TestConnection.error {
      while try statement.step() {
        count += 1
        if count == 100 { connection.canceller.cancelStatement() }
      }
    }
    #expect(error?.kind == .interrupted)
    statement.reset()
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
  }
}

/// Tests without a server: nothing is sent.
@Suite("What can be cancelled")
struct CancellerStateTests {
  private let canceller = PostgresCanceller(nil)

  @Test func onlyRunningStatementsAreCancelled() {
    canceller.cancelStatement()
    #expect(canceller.begin(evenIfCancelled: false))
    #expect(!canceller.end())
    #expect(canceller.begin(evenIfCancelled: false))
    canceller.cancelStatement()
    #expect(canceller.end())
    #expect(!canceller.end())
    #expect(canceller.begin(evenIfCancelled: false))
    #expect(!canceller.end())
  }

  @Test func statementsAreRefusedUntilResumed() {
    #expect(canceller.begin(evenIfCancelled: false))
    canceller.cancel()
    #expect(canceller.end())
    #expect(canceller.isCancelled)
    #expect(!canceller.begin(evenIfCancelled: false))
    #expect(canceller.begin(evenIfCancelled: true))
    #expect(!canceller.end())
    #expect(canceller.isCancelled)
    canceller.resume()
    #expect(canceller.begin(evenIfCancelled: false))
    #expect(!canceller.end())
  }

  /// Whatever the order of starting, ending and cancelling, no state remains.
  @Test func concurrentCancellationsLeaveNoState() async {
    let canceller = canceller
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<20_000 {
          if number.isMultiple(of: 10) {
            canceller.cancel()
            canceller.resume()
          } else {
            canceller.cancelStatement()
          }
        }
      }
      group.addTask {
        for _ in 0..<50_000 where canceller.begin(evenIfCancelled: false) { canceller.end() }
      }
    }
    #expect(!canceller.isCancelled)
    #expect(canceller.begin(evenIfCancelled: false))
    #expect(!canceller.end())
  }
}
