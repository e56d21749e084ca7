import DataSchema
import SQLCore

/// The tables of a schema in Core Data's layout, with all names decided.
///
/// Other databases have the same tables under their own names and types.
package struct CoreDataLayout: Hashable, Sendable {
  package let model: ModelDescription
  package let tableMap: TableMap
  /// One table for each entity tree, in the order of the roots' numbers.
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

  /// - Throws: `LayoutError` if the schema contradicts itself.
  package init(model: ModelDescription) throws(LayoutError) {
    self = try SchemaTables(model: model).layout
  }

  /// Creates the layout with the table names that a file already uses.
  ///
  /// - Throws: `LayoutError` if the schema contradicts itself; `SQLError`.
  package init(model: ModelDescription, storedOn connection: any SQLConnection) throws {
    self = try SchemaTables(model: model).stored(on: connection).layout
  }
}
