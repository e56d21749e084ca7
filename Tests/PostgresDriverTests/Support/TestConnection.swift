import Foundation
import PostgresDriver
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a suite if there is no server.
  static var needsPostgres: Self {
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed")
  }
}

/// Connections to the server that all tests share.
enum TestConnection {
  static func open(
    _ change: (inout PostgresSettings) -> Void = { _ in }
  ) throws -> PostgresConnection {
    var settings = PostgresSettings(try PostgresServer.shared.address())
    change(&settings)
    return try PostgresConnection(settings)
  }

  /// Terminates a connection on the server.
  static func terminate(_ connection: PostgresConnection) throws {
    let other = try open()
    let process = Int64(connection.serverProcess)
    #expect(
      try other.rows("SELECT pg_terminate_backend($1)", [.integer(process)]) == [[.bool(true)]])
    // The connection has ended when the server no longer lists it.
    while try !other.rows("SELECT 1 FROM pg_stat_activity WHERE pid = $1", [.integer(process)])
      .isEmpty
    {}
  }

  /// The error of `body`.
  static func error(
    _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) -> SQLError? {
    do {
      try body()
    } catch let error as SQLError {
      return error
    } catch {
      Issue.record("Another error: \(error)", sourceLocation: location)
      return nil
    }
    Issue.record("No error", sourceLocation: location)
    return nil
  }
}
