/// A table of pairs, which becomes a many-to-many relationship.
struct JoinTable {
  let table: DatabaseTable
  let first: DatabaseTable.ForeignKey
  let second: DatabaseTable.ForeignKey
  /// Columns other than the pair and the key, which the database fills.
  let others: [String]

  /// Nil unless the table has two foreign keys, and other columns fill themselves.
  init?(_ table: DatabaseTable) {
    let keys = table.foreignKeys.filter { $0.columns.count == 1 && $0.isInSchema }
    guard ["r", "p"].contains(table.kind), keys.count == 2, keys[0].columns != keys[1].columns
    else { return nil }
    let ordered = table.columns.compactMap { column in keys.first { $0.columns == [column.name] } }
    guard ordered.count == 2 else { return nil }
    (self.table, first, second) = (table, ordered[0], ordered[1])
    let pair = ordered[0].columns + ordered[1].columns
    let rest = table.columns.filter { !pair.contains($0.name) }
    guard rest.allSatisfy({ $0.isNullable || $0.hasDefault || $0.isComputed }) else { return nil }
    let isPairKey = Set(table.primaryKey) == Set(pair)
    let isOwnKey = table.primaryKey.count == 1 && table.primaryKey == rest.map(\.name)
    // Rows with values of their own are models if they can be.
    guard isPairKey || isOwnKey || table.primaryKey.isEmpty && rest.isEmpty else { return nil }
    others = rest.map(\.name).filter { !table.primaryKey.contains($0) }
  }
}
