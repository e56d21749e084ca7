import CoreDataFormat
import Foundation
import Locks
import SQLCore
import SwiftDataErrors

/// The schema of a store when it was opened, to detect that another program has migrated it since.
package final class StoreSchemaMark: Sendable {
  private let hashes: [String: Data]
  /// SQLite's `schema_version` when the hashes were last compared.
  ///
  /// SQLite increments it with every change of a table or index; see
  /// https://sqlite.org/pragma.html#pragma_schema_version.
  private let checked: Atomic<Int64>

  package init(_ hashes: [String: Data], _ version: Int64) {
    self.hashes = hashes
    checked = Atomic(version)
  }

  package static func version(_ connection: any SQLConnection) throws(SQLError) -> Int64 {
    let rows = try connection.rows("PRAGMA schema_version")
    guard case .integer(let version)? = rows.first?.first else { return 0 }
    return version
  }

  /// Compares the stored version hashes if the schema was changed since the last check.
  ///
  /// - Throws: `SwiftDataError.storeSchemaMismatch` if another program has migrated the store.
  package func check(_ connection: any SQLConnection, _ location: StoreLocation) throws {
    let version = try Self.version(connection)
    guard version != checked.load(ordering: .relaxed) else { return }
    guard try location.readMetadata(connection).versionHashes == hashes else {
      throw SwiftDataError.storeSchemaMismatch.explained(
        "Another program has migrated the store since it was opened; nothing was written.",
        path: location.path,
        advice: "Open it again with the models of its new version.")
    }
    checked.store(version, ordering: .relaxed)
  }
}
