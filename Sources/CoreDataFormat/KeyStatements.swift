import SQLCore

/// The statements that take keys for new rows.
package enum KeyStatements {
  /// The table of the counters, for messages.
  package static let tableName = "Z_PRIMARYKEY"

  /// Raises the counter of the keys of a tree of entities.
  ///
  /// A counter that has fallen behind its table, for another program wrote to it or it is damaged, is brought
  /// up first. The parameters are by how much, and the number of the tree's root. Gives the highest key
  /// after the raise.
  ///
  /// - Parameter table: The table of the tree, as SQL has it.
  /// - Returns: The statement.
  package static func raiseCounter(ofTable table: String) -> String {
    """
    UPDATE \(tableName) SET Z_MAX = MAX(0, CAST(IFNULL(Z_MAX, 0) AS INTEGER), \
    IFNULL((SELECT MAX(Z_PK) FROM \(table)), 0)) + ? \
    WHERE Z_ENT = ? RETURNING Z_MAX
    """
  }

  /// What brings a counter up that has fallen behind its table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - number: The number of the entity whose counter it is: of the root of a tree, or of the history's.
  /// - Returns: A query that gives 1 where the counter is behind and 0 elsewhere, and the statement.
  package static func repairCounter(
    ofTable table: String, _ number: Int
  ) -> (isBehind: SQLFragment, repair: SQLFragment) {
    let greatest: SQLFragment =
      "IFNULL((SELECT MAX(\(name: RowIdentity.coreData.key)) FROM \(name: table)), 0)"
    let condition: SQLFragment = """
      Z_ENT = \(SQLValue.integer(Int64(number))) AND CAST(IFNULL(Z_MAX, 0) AS INTEGER) < \(greatest)
      """
    return (
      "SELECT COUNT(*) FROM \(name: tableName) WHERE \(condition)",
      "UPDATE \(name: tableName) SET Z_MAX = \(greatest) WHERE \(condition)"
    )
  }

  /// What makes the row of a counter that a file lacks.
  ///
  /// - Parameter entity: The entity.
  /// - Returns: A query that gives 1 where there is no row of the number, and the statement.
  package static func makeCounter(
    of entity: EntityTable
  ) -> (isMissing: SQLFragment, repair: SQLFragment) {
    let number = SQLValue.integer(Int64(entity.entityNumber))
    let parent = SQLValue.integer(Int64(entity.parentNumber))
    // The counter of a tree is that of its root.
    let greatest: SQLFragment =
      entity.entityNumber == entity.rootNumber
      ? "IFNULL((SELECT MAX(\(name: RowIdentity.coreData.key)) FROM \(name: entity.table)), 0)"
      : "0"
    let isMissing: SQLFragment =
      "NOT EXISTS (SELECT 1 FROM \(name: tableName) WHERE Z_ENT = \(number))"
    return (
      "SELECT \(isMissing)",
      """
      INSERT INTO \(name: tableName) (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) \
      SELECT \(number), \(SQLValue.text(entity.entityName)), \(parent), \(greatest) WHERE \(isMissing)
      """
    )
  }
}
