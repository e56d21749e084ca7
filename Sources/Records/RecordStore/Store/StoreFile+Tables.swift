import CoreDataFormat
import SQLCore
import SwiftDataErrors

extension StoreFile {
  /// Checks that the file has the tables the entities need, and creates missing unique indexes.
  ///
  /// Executes no statement if nothing is missing.
  ///
  /// - Throws: `SwiftDataError`: `storeIsCorrupt` if a table or column is missing,
  ///   `storeSchemaMismatch` if rows share values that must be unique.
  func checkTables() throws {
    guard !location.isInMemory else { return }
    let missing = tables.missingColumns(for: model)
    guard missing.isEmpty else { throw lacks(missing) }
    guard allowsSave else { return }
    try location.reporting {
      for index in try tables.missingUniqueIndexes(for: model, on: connection) { try make(index) }
    }
  }

  private func lacks(_ missing: [MissingColumn]) -> SwiftDataError {
    let limit = 5
    var parts = missing.prefix(limit).map(\.text)
    if missing.count > limit { parts.append("\(missing.count - limit) more") }
    return SwiftDataError.storeIsCorrupt.explained(
      "\(path) lacks \(parts.joined(separator: "; ")).", entity: missing[0].entity, path: path,
      advice: "Restore it from a backup. To read the rest, use readsPartOfStore and models without "
        + "the missing parts; to save it, run “swiftdata export --salvage”.")
  }

  /// Creates a unique index that was dropped; without it duplicates would be saved.
  private func make(_ index: MissingIndex) throws {
    do {
      try connection.run(index.createStatement)
    } catch {
      switch error.kind {
      // A read-only file cannot get duplicates.
      case .readOnly: break
      case .uniqueViolation: throw try hasDoubles(index, error)
      default: throw error
      }
    }
  }

  private func hasDoubles(_ index: MissingIndex, _ cause: SQLError) throws -> SwiftDataError {
    let count = try connection.rows(index.duplicates).count
    let names = index.properties.joined(separator: ", ")
    return SwiftDataError.storeSchemaMismatch.explained(
      "The store lacks the unique index of \(index.entity).\(names), which cannot be created "
        + "because rows share \(count == 1 ? "a value" : "\(count) values").",
      entity: index.entity, path: path,
      advice: "Run “swiftdata check” to list the rows, and change or delete the duplicates. "
        + "Until then, open the store with allowsSave: false to read it.", underlying: cause)
  }
}
