import CoreDataFormat
import SQLCore
import SwiftDataErrors

extension SQLiteStore {
  /// Raises the key counter of an entity tree.
  ///
  /// A counter that is behind its table is first advanced, because another program wrote to the
  /// table or the counter is damaged.
  package func takeKeys(
    _ count: Int64, for entity: RecordEntity, on connection: any SQLConnection
  ) throws -> ClosedRange<Int64> {
    // RETURNING yields the raised counter, which is the last key of the block.
    let highest = try connection.rows(
      KeyStatements.raiseCounter(ofTable: entity.statements.table),
      [.integer(count), .integer(Int64(entity.table.rootNumber))])
    switch highest.first?.first {
    case .integer(let last)? where last >= count: return (last - count + 1)...last
    case nil:
      throw SwiftDataError.storeIsCorrupt.explained(
        "New rows cannot get primary keys: \(KeyStatements.tableName) has no row for the entity.",
        entity: entity.name, path: path,
        advice: "Restore the store from a backup.")
    case .some:
      // Beyond the largest integer, SQLite continues with floating-point numbers.
      throw SwiftDataError.storeIsCorrupt.explained(
        "New rows cannot get primary keys: according to \(KeyStatements.tableName) or the table, "
          + "all keys of the entity are in use.",
        entity: entity.name, path: path, advice: "Restore the store from a backup.")
    }
  }
}
