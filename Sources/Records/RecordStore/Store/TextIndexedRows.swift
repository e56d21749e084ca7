import CoreDataFormat
import PredicateSQL
import TextSearch

/// A full-text index that a store should have.
package struct WantedTextIndex: Hashable, Sendable {
  /// The entity whose texts are indexed, together with those of all other rows of its table.
  package let entity: EntityTable
  /// The text columns.
  package let columns: [String]
  package let tokenizer: TextTokenizer

  package init(_ entity: EntityTable, columns: [String], tokenizer: TextTokenizer) {
    (self.entity, self.columns, self.tokenizer) = (entity, columns, tokenizer)
  }
}

/// A store of rows that can have full-text indexes.
package protocol TextIndexedRows: AnyObject {
  /// Creates the indexes that are missing, and drops those that are not wanted; only reads what a
  /// read-only store has.
  ///
  /// - Parameter wanted: The indexes that the store should have.
  /// - Returns: The indexes in the same order; nil for one that cannot be used.
  /// - Throws: What creating an index throws.
  func keepTextIndexes(_ wanted: [WantedTextIndex]) throws -> [ResolvedTextIndex?]
}

extension SQLiteStore: TextIndexedRows {
  package func keepTextIndexes(_ wanted: [WantedTextIndex]) throws -> [ResolvedTextIndex?] {
    let tables = wanted.map {
      TextIndexTable($0.entity, columns: $0.columns, tokenizer: $0.tokenizer.declaration)
    }
    let usable = try keepTextIndexes(tables)
    return zip(wanted, tables).map { wanted, table in
      guard usable.contains(table) else { return nil }
      return ResolvedTextIndex(
        .table(table.name), columns: table.columns, tokenizer: wanted.tokenizer)
    }
  }
}
