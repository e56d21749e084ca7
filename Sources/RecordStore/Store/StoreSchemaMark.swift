import CoreDataFormat
import Foundation
import Locks
import SQLCore
import SwiftDataErrors

/// What a store's schema was when it was opened, so that a program which has it open notices that
/// another one has migrated it.
package final class StoreSchemaMark: Sendable {
  private let hashes: [String: Data]
  /// SQLite's number of the schema for which the hashes were compared last; it counts up with every
  /// change of a table or index.
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

  /// - Throws: `SwiftDataError.storeSchemaMismatch` where the tables are others by now.
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
