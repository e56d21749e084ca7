import CoreDataFormat
import SQLCore
import SwiftDataErrors

extension SQLiteStore {
  /// Raises the counter of an entity tree; one that has fallen behind its table, for another program
  /// wrote to it or it is damaged, is brought up first.
  package func takeKeys(
    _ count: Int64, for entity: RecordEntity, on connection: any SQLConnection
  ) throws -> ClosedRange<Int64> {
    // RETURNING gives the highest key after the raise, so the block ends there.
    let highest = try connection.rows(
      KeyStatements.raiseCounter(ofTable: entity.statements.table),
      [.integer(count), .integer(Int64(entity.table.rootNumber))])
    switch highest.first?.first {
    case .integer(let last)? where last >= count: return (last - count + 1)...last
    case nil:
      throw SwiftDataError.storeIsCorrupt.explained(
        "\(KeyStatements.tableName) has no row for the entity.", entity: entity.name, path: path,
        advice: "Restore the store from a backup.")
    case .some:
      // Beyond the last number SQLite goes on with floating-point ones.
      throw SwiftDataError.storeIsCorrupt.explained(
        "\(KeyStatements.tableName) or the table says that all primary keys of the entity are taken.",
        entity: entity.name, path: path, advice: "Restore the store from a backup.")
    }
  }
}
