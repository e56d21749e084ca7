import Foundation
import PostgresData
import PostgresTesting
import SwiftData
import Testing

/// Where a test has a program keep its store.
package enum ExampleStore: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case file
  case server

  package var testDescription: String { self == .file ? "a file" : "a PostgreSQL" }

  /// Begins the running case of a test, or ends it where there is no server to start.
  package func begin() throws {
    guard self == .server, !PostgresServer.isInstalled else { return }
    #if compiler(>=6.3)
      try Test.cancel("There is no PostgreSQL to start.")
    #endif
  }

  /// What stands behind `--store` for the store of a test's folder, which is all its own.
  package func text(in folder: URL) throws -> String {
    switch self {
    case .file: folder.appendingPathComponent("test.store").path
    case .server: "\(try PostgresServer.shared.address())?schema=\(Self.schema(of: folder))"
    }
  }

  /// How a container has such a store.
  package static func serverConfiguration(for folder: URL) throws -> PostgresConfiguration {
    PostgresConfiguration(
      try PostgresServer.shared.address(), databaseSchema: schema(of: folder))
  }

  private static func schema(of folder: URL) -> String { folder.lastPathComponent.lowercased() }
}
