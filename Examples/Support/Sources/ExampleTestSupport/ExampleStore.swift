import Foundation
import PostgresData
import PostgresTesting
import SwiftData
import Testing

/// The location of a program's store in a test.
package enum ExampleStore: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case file
  case server

  package var testDescription: String { self == .file ? "a file" : "a PostgreSQL" }

  /// Begins a test case, or cancels it if no server can be started.
  package func begin() throws {
    guard self == .server, !PostgresServer.isInstalled else { return }
    #if compiler(>=6.3)
      try Test.cancel("There is no PostgreSQL to start.")
    #endif
  }

  /// The value of `--store` for a test's own store.
  package func text(in folder: URL) throws -> String {
    switch self {
    case .file: folder.appendingPathComponent("test.store").path
    case .server: "\(try PostgresServer.shared.address())?schema=\(Self.schema(of: folder))"
    }
  }

  /// The configuration of a container for such a store.
  package static func serverConfiguration(for folder: URL) throws -> PostgresConfiguration {
    PostgresConfiguration(
      try PostgresServer.shared.address(), databaseSchema: schema(of: folder))
  }

  private static func schema(of folder: URL) -> String { folder.lastPathComponent.lowercased() }
}
