/// The changes that a migration makes to one entity table.
package struct TableWork {
  package enum Kind: Hashable {
    /// The table is not changed.
    case kept
    /// Names change and columns are added; rows are written only for new entity numbers.
    case extended
    /// A new table is filled from the previous ones.
    case rebuilt
    /// The table is new and empty.
    case created
  }

  package let table: TableLayout
  let rows: [RowQuery]
  package var kind: Kind
  /// The previous name of a table that is extended.
  package var nameBefore = ""
  /// The names of renamed columns before and after.
  package var renamed: [(before: String, after: String)] = []
  var added: [TableLayout.Column] = []
  /// The values of existing rows in columns that are added.
  var defaults: [String: String] = [:]
  /// Columns whose NULLs are replaced with a value, in databases that need not copy rows for it.
  var filled: [(column: String, value: String)] = []
  var dropped: [String] = []
  /// The new numbers of entities by their previous numbers.
  var numbers: [Int: Int] = [:]
}

extension EvolutionPlan {
  /// Returns the changes to each entity table, in the order of the target's tables.
  func tableWorks(rebuildingAll: Bool) -> [TableWork] {
    target.tables.map { table in
      let rows = entities(in: table).compactMap(rows)
      if rows.isEmpty { return TableWork(table: table, rows: rows, kind: .created) }
      guard !rebuildingAll, let work = extendedTable(table, rows) else {
        return TableWork(table: table, rows: rows, kind: .rebuilt)
      }
      return work
    }
  }

  /// Returns the changes to a table whose rows need not be rewritten; nil if they must be.
  private func extendedTable(_ table: TableLayout, _ rows: [RowQuery]) -> TableWork? {
    let names = Set(rows.map(\.source.table))
    guard names.count == 1, let name = names.first,
      let before = source.tables.first(where: { $0.name == name }),
      rows.allSatisfy({ $0.offset == 0 })
    else { return nil }
    let entities = source.tableMap.entities.filter { $0.table == name }
    guard Set(entities.map(\.entityNumber)) == Set(rows.map(\.source.entityNumber)) else {
      return nil
    }
    var work = TableWork(table: table, rows: rows, kind: .extended, nameBefore: name)
    var used: Set<String> = []
    for column in table.columns {
      switch origin(of: column, in: rows, before, entities) {
      case .same(let columnBefore)?:
        guard used.insert(columnBefore).inserted else { return nil }
        if columnBefore != column.name { work.renamed.append((columnBefore, column.name)) }
      case .filled(let columnBefore, let value)?:
        guard used.insert(columnBefore).inserted else { return nil }
        if columnBefore != column.name { work.renamed.append((columnBefore, column.name)) }
        work.filled.append((column.name, value))
      case .new(let value)?:
        work.added.append(column)
        work.defaults[column.name] = value
      case nil: return nil
      }
    }
    let columnsBefore = Set(before.columns.map { $0.name.uppercased() })
    work.dropped = before.columns.map(\.name).filter { !used.contains($0) }
    guard work.dropped.isEmpty || format.spelling.altersColumns,
      // Names that are exchanged, and names in use, would need a temporary name.
      !work.renamed.contains(where: { columnsBefore.contains($0.after.uppercased()) }),
      !work.added.contains(where: { columnsBefore.contains($0.name.uppercased()) }),
      canRename(name, to: table.name)
    else { return nil }
    for row in rows where row.source.entityNumber != row.target.entityNumber {
      work.numbers[row.source.entityNumber] = row.target.entityNumber
    }
    let isKept =
      work.renamed.isEmpty && work.added.isEmpty && work.numbers.isEmpty && work.filled.isEmpty
      && work.dropped.isEmpty && table.name == name
    work.kind = isKept ? .kept : .extended
    return work
  }

  /// Returns whether a table of the source can keep its rows under a name of the target.
  ///
  /// The new name must not be in use, and the previous name must not belong to a table that is
  /// filled earlier.
  func canRename(_ table: String, to name: String) -> Bool {
    table == name || !source.allTables.contains(name) && !target.allTables.contains(table)
  }

  private enum Origin {
    case same(String)
    case filled(String, with: String)
    case new(String?)
  }

  /// Returns the previous column of a column; nil if its values differ from those of every previous
  /// column.
  private func origin(
    of column: TableLayout.Column, in rows: [RowQuery], _ before: TableLayout,
    _ entities: [EntityTable]
  ) -> Origin? {
    if target.entityNumberColumns.contains(column.name) {
      let exists =
        before.columns.contains(column) && source.entityNumberColumns.contains(column.name)
      return exists ? .same(column.name) : .new(nil)
    }
    let values = rows.compactMap { row in row.values[column.name].map { (row, $0) } }
    guard let value = values.first?.1 else { return .new(nil) }
    guard values.allSatisfy({ $0.1 == value }) else { return nil }
    // Rows of entities without the property have NULL in its column.
    let isOfAll = format.spelling.altersColumns && values.count == rows.count
    let name: String
    var filling: String?
    switch value {
    case .missing: return .new(nil)
    case .constant(let text): return isOfAll ? .new(text) : nil
    case .column(let column): name = column
    case .filled(let column, let text):
      guard isOfAll else { return nil }
      (name, filling) = (column, text)
    case .expression: return nil
    }
    guard before.columns.contains(TableLayout.Column(name: name, type: column.type))
    else { return nil }
    let users = entities.filter { $0.uses(name, in: source) }.map(\.entityNumber)
    guard Set(users) == Set(values.map(\.0.source.entityNumber)) else { return nil }
    return filling.map { .filled(name, with: $0) } ?? .same(name)
  }
}

extension EntityTable {
  /// Returns whether a column of the table holds a value of the entity.
  fileprivate func uses(_ column: String, in layout: CoreDataLayout) -> Bool {
    let own = properties.values.contains { property in
      switch property {
      case .attribute(let attribute): attribute.name == column
      case .composite(let leaves): leaves.contains { $0.column.name == column }
      case .toOne(let toOne): toOne.name == column || toOne.orderColumn == column
      case .toMany, .manyToMany: false
      }
    }
    if own { return true }
    return layout.tableMap.entities.contains { other in
      other.properties.values.contains { property in
        guard case .toMany(table, let destination, column) = property,
          let entity = layout.tableMap.entity(named: destination)
        else { return false }
        return entity.descendantNumbers.contains(entityNumber)
      }
    }
  }
}

extension CoreDataLayout {
  /// The columns that hold entity numbers of other rows, which can be derived from their tables.
  var entityNumberColumns: Set<String> {
    Set(tableMap.entities.flatMap(\.entityNumberColumns).map(\.name))
  }

  /// The names of all entity tables and join tables.
  var allTables: Set<String> { Set(tables.map(\.name) + joinTables.map(\.name)) }
}

extension EntityTable {
  /// The columns that hold entity numbers of other rows, with the columns of those rows' keys.
  var entityNumberColumns: [(name: String, key: ToOneColumn)] {
    properties.values.compactMap { property in
      guard case .toOne(let column) = property, let name = column.entityNumberColumn else {
        return nil
      }
      return (name, column)
    }
    .sorted { $0.name < $1.name }
  }
}
