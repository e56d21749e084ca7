/// A spatial index: an R*Tree beside the table, kept up to date by triggers.
///
/// Statements and names follow the spatial indexes that Core Data itself creates (`Z_RT_…`). The
/// tree rounds coordinates outward to 32 bits and treats NULL as 0, so its results must be checked
/// against the row.
package struct SpatialIndex: Hashable, Sendable {
  package var name: String
  package var table: String
  package var columns: [String]

  package init(name: String, table: String, columns: [String]) {
    self.name = name
    self.table = table
    self.columns = columns
  }

  /// Returns the columns of the tree that hold the lower and the upper bound of `column`.
  package static func bounds(of column: String) -> (lower: String, upper: String) {
    (column + "_MIN", column + "_MAX")
  }

  package var createStatements: [String] {
    [createTree, createInsertTrigger, createUpdateTrigger, createDeleteTrigger]
  }

  private var tree: String { name.asSQLName }

  private var boundColumns: [String] {
    columns.flatMap { column in
      let bounds = Self.bounds(of: column)
      return [bounds.lower.asSQLName, bounds.upper.asSQLName]
    }
  }

  private var createTree: String {
    let declared = boundColumns.map { ", \($0) FLOAT" }.joined()
    return "CREATE VIRTUAL TABLE \(tree) USING RTREE (Z_PK INTEGER PRIMARY KEY\(declared))"
  }

  private var insertion: String {
    let values = columns.enumerated().map { index, column in
      let value = "NEW.\(column.asSQLName)"
      // The odd comma of the first pair is Core Data's.
      return index == 0 ? ", \(value) ,\(value)" : ", \(value), \(value)"
    }
    return "INTO \(tree) (Z_PK, \(boundColumns.joined(separator: ", "))) "
      + "VALUES (NEW.Z_PK\(values.joined())) ; "
  }

  /// The statement that inserts all rows of the table into an empty tree.
  var fillStatement: String {
    let values = columns.flatMap { [$0.asSQLName, $0.asSQLName] }
    return "INSERT INTO \(tree) (Z_PK, \(boundColumns.joined(separator: ", "))) "
      + "SELECT Z_PK, \(values.joined(separator: ", ")) FROM \(table.asSQLName)"
  }

  /// The statements that drop the tree and its triggers, if they exist.
  var dropStatements: [String] {
    ["INSERT", "UPDATE", "DELETE"].map { "DROP TRIGGER IF EXISTS \("\(name)_\($0)".asSQLName)" }
      + ["DROP TABLE IF EXISTS \(tree)"]
  }

  private var createInsertTrigger: String {
    createTrigger("INSERT", "INSERT OR REPLACE " + insertion)
  }

  private var createUpdateTrigger: String {
    createTrigger("UPDATE", "DELETE FROM \(tree) WHERE Z_PK = NEW.Z_PK ; INSERT " + insertion)
  }

  private var createDeleteTrigger: String {
    createTrigger("DELETE", "DELETE FROM \(tree) WHERE Z_PK = OLD.Z_PK ; ")
  }

  private func createTrigger(_ event: String, _ body: String) -> String {
    "CREATE TRIGGER \("\(name)_\(event)".asSQLName) AFTER \(event) ON \(table.asSQLName) "
      + "FOR EACH ROW BEGIN \(body)END"
  }
}
