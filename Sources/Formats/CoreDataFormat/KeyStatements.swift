import SQLCore

/// Statements that allocate keys for new rows.
package enum KeyStatements {
  /// The name of the table of the counters, for messages.
  package static let tableName = "Z_PRIMARYKEY"

  /// Returns the statement that raises the key counter of an entity tree.
  ///
  /// A counter that is behind its table, because another program wrote to it or it is damaged, is
  /// corrected first. The parameters are the number of keys, and the number of the tree's root. The
  /// statement returns the highest key after the raise.
  ///
  /// - Parameter table: The table of the tree, quoted for SQL.
  /// - Returns: The statement.
  package static func raiseCounter(ofTable table: String) -> String {
    """
    UPDATE \(tableName) SET Z_MAX = MAX(0, CAST(IFNULL(Z_MAX, 0) AS INTEGER), \
    IFNULL((SELECT MAX(Z_PK) FROM \(table)), 0)) + ? \
    WHERE Z_ENT = ? RETURNING Z_MAX
    """
  }

  /// Returns the statement that corrects a counter that is behind its table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - number: The number of the counter's entity, which is the root of a tree or belongs to the
  ///     history.
  /// - Returns: A query that returns 1 if the counter is behind and 0 otherwise, and the statement.
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

  /// Returns the statement that creates the row of a counter that a file lacks.
  ///
  /// - Parameter entity: The entity.
  /// - Returns: A query that returns 1 if there is no row with the entity's number and 0 otherwise,
  ///   and the statement.
  package static func makeCounter(
    of entity: EntityTable
  ) -> (isMissing: SQLFragment, repair: SQLFragment) {
    let number = SQLValue.integer(Int64(entity.entityNumber))
    let parent = SQLValue.integer(Int64(entity.parentNumber))
    // Only the root's counter is used for the keys of a tree.
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
