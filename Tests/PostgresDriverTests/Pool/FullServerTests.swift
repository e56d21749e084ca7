import Dispatch
import Foundation
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

/// Pools with more connections than the server allows.
@Suite("Full servers", .needsPostgres)
struct FullServerTests {
  private func pool(_ limit: Int, waiting: Duration = .seconds(600)) throws -> PostgresPool {
    let role = "role_\(UUID().uuidString.prefix(8).lowercased())"
    let address = try PostgresServer.shared.address()
    try PostgresConnection(PostgresSettings(address)).execute(
      "CREATE ROLE \(role) LOGIN CONNECTION LIMIT \(limit)")
    var limits = PostgresPoolLimits(connections: 8)
    limits.waiting = waiting
    return PostgresPool(
      PostgresSettings(address.replacing("tester@", with: "\(role)@")), limits: limits)
  }

  @Test func threadsShareTheAvailableConnections() throws {
    let pool = try pool(2)
    let failures = Collected<String>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<20 {
        do {
          try pool.withConnection { _ = try $0.rows("SELECT pg_sleep(0.001)") }
        } catch { failures.append("\(error)") }
      }
    }
    #expect(failures.values.isEmpty)
    let metrics = pool.metrics
    #expect(metrics.acquired == 160)
    #expect(metrics.open <= 2)
    #expect(metrics.timeouts == 0)
    #expect(pool.drain(waiting: .seconds(60)))
  }

  /// The server's error is reported, if there is nothing to wait for and after a timeout.
  @Test func fullServersAreReported() throws {
    let none = try pool(0)
    #expect(TestConnection.error { _ = try none.checkOut() }?.kind == .tooManyConnections)
    #expect(none.metrics.open == 0)
    let refusals = Collected<SQLError.Kind>()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let refusal = TestConnection.error { _ = try none.checkOut(waiting: .milliseconds(200)) }
      if let refusal { refusals.append(refusal.kind) }
    }
    #expect(refusals.values == Array(repeating: .tooManyConnections, count: 4))
    let one = try pool(1, waiting: .milliseconds(50))
    let first = try one.checkOut()
    let error = TestConnection.error { _ = try one.checkOut() }
    #expect(error?.kind == .tooManyConnections)
    // A connection is returned as soon as one is free again.
    one.checkIn(first)
    one.checkIn(try one.checkOut())
  }

  /// A full server is tried again.
  @Test func fullServersAreAskedAgain() throws {
    let pool = try pool(1, waiting: .seconds(600))
    let first = try pool.checkOut()
    #expect(
      TestConnection.error { _ = try pool.checkOut(waiting: .milliseconds(20)) }?.kind
        == .tooManyConnections)
    let role = try #require(pool.settings.parsedAddress()["user"])
    try PostgresConnection(PostgresSettings(try PostgresServer.shared.address())).execute(
      "ALTER ROLE \(role) CONNECTION LIMIT 3")
    // A request that waits already is not tried again; a later one is.
    Thread.sleep(forTimeInterval: 1.1)
    let second = try pool.checkOut(waiting: .seconds(60))
    #expect(second !== first)
    pool.checkIn(second)
    pool.checkIn(first)
  }
}
