import DataSchema
import SQLCore

/// The tables that a schema has in Core Data's layout, with every name decided.
///
/// Other databases have the same tables under names and types of their own.
package struct CoreDataLayout: Hashable, Sendable {
  package let model: ModelDescription
  package let tableMap: TableMap
  /// One per entity tree, in the order of the roots' numbers.
  package let tables: [TableLayout]
  package let joinTables: [JoinTableLayout]

  package init(
    model: ModelDescription, tableMap: TableMap, tables: [TableLayout],
    joinTables: [JoinTableLayout]
  ) {
    self.model = model
    self.tableMap = tableMap
    self.tables = tables
    self.joinTables = joinTables
  }

  /// - Throws: `LayoutError` when the schema contradicts itself.
  package init(model: ModelDescription) throws(LayoutError) {
    self = try SchemaTables(model: model).layout
  }

  /// The tables by the names that they have in a file.
  ///
  /// - Throws: `LayoutError` when the schema contradicts itself; `SQLError`.
  package init(model: ModelDescription, storedOn connection: any SQLConnection) throws {
    self = try SchemaTables(model: model).stored(on: connection).layout
  }
}
