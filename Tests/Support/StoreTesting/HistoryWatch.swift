import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver

/// Compares the history of a store with its tables after each save.
package final class HistoryWatch {
  private struct Row: Hashable {
    var entity: Int64
    var key: Int64
  }

  private typealias Values = [String: SQLValue]

  /// The contents of the tables at one time.
  private struct Picture {
    var rows: [Row: Values] = [:]
    /// The pairs of each join table, as keys of its first and second column.
    var pairs: [String: Set<[Int64]>] = [:]
  }

  private let connection: SQLiteConnection
  private let map: TableMap
  private var before: Picture
  private var lastTransaction: Int64 = 0

  package init(_ url: URL, _ types: [any PersistentModel.Type]) throws {
    connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    map = try CoreDataLayout(model: Schema(types).modelDescription).tableMap
    before = Picture()
    before = try picture()
    lastTransaction = try integer("SELECT IFNULL(MAX(Z_PK), 0) FROM ATRANSACTION")
  }

  /// Compares the changes since the last call, which must not be more than one save.
  ///
  /// - Throws: `StoreChecker.Defects` with every contradiction.
  package func check() throws {
    let after = try picture()
    var defects = try changesOfSave(after)
    before = after
    defects += try connection.rows(
      """
      SELECT 'the counter of ' || Z_NAME || ' is behind' FROM Z_PRIMARYKEY WHERE Z_MAX < CASE Z_ENT \
      WHEN 16001 THEN (SELECT MAX(Z_PK) FROM ACHANGE) \
      WHEN 16002 THEN (SELECT MAX(Z_PK) FROM ATRANSACTION) \
      WHEN 16003 THEN (SELECT MAX(Z_PK) FROM ATRANSACTIONSTRING) END
      """
    ).map { "\($0[0])" }
    if !defects.isEmpty {
      throw StoreChecker.Defects(description: defects.joined(separator: "\n"))
    }
  }

  private func integer(_ query: String) throws -> Int64 {
    if case .integer(let value)? = try connection.rows(query).first?.first { value } else { 0 }
  }

  private func picture() throws -> Picture {
    var picture = Picture()
    for entity in map.entities where entity.parentNumber == 0 {
      let names = try connection.rows("SELECT name FROM pragma_table_info('\(entity.table)')")
        .map { row in if case .text(let name) = row[0] { name } else { "" } }
      for row in try connection.rows("SELECT * FROM \(SQLDialect.sqlite.quoted(entity.table))") {
        let values = Dictionary(uniqueKeysWithValues: zip(names, row))
        guard case .integer(let number)? = values["Z_ENT"], case .integer(let key)? = values["Z_PK"]
        else { continue }
        picture.rows[Row(entity: number, key: key)] = values
      }
    }
    for (name, join) in joins {
      let (first, second) = (join.table.sourceColumn, join.table.destinationColumn)
      let rows = try connection.rows("SELECT \(first), \(second) FROM \(name)")
      picture.pairs[name] = Set(
        rows.map { row in
          row.map { value in if case .integer(let key) = value { key } else { 0 } }
        })
    }
    return picture
  }

  /// The join tables, with the entities of their first and second columns.
  private var joins: [String: (table: JoinTable, owner: Int64, member: Int64)] {
    var found: [String: (table: JoinTable, owner: Int64, member: Int64)] = [:]
    for entity in map.entities {
      for case .manyToMany(let join) in entity.properties.values where found[join.name] == nil {
        let member = map.entity(named: join.destinationEntity)?.entityNumber ?? 0
        found[join.name] = (join, Int64(entity.entityNumber), Int64(member))
      }
    }
    return found
  }
}

extension HistoryWatch {
  private func changesOfSave(_ after: Picture) throws -> [String] {
    let transactions = try connection.rows(
      "SELECT Z_PK FROM ATRANSACTION WHERE Z_PK > \(lastTransaction)")
    guard transactions.count <= 1 else { return ["a save wrote several: \(transactions)"] }
    var changes: [Row: (type: Int64, columns: Data?)] = [:]
    var defects: [String] = []
    let found = try connection.rows(
      """
      SELECT ZENTITY, ZENTITYPK, ZCHANGETYPE, ZCOLUMNS, Z_ENT, Z_OPT FROM ACHANGE \
      WHERE ZTRANSACTIONID > \(lastTransaction) ORDER BY Z_PK
      """)
    for values in found {
      guard case .integer(let entity) = values[0], case .integer(let key) = values[1],
        case .integer(let type) = values[2], values[4] == .integer(16001), values[5] == .null
      else {
        defects.append("a change reads \(values)")
        continue
      }
      let columns: Data? = if case .blob(let bytes) = values[3] { bytes } else { nil }
      let row = Row(entity: entity, key: key)
      if changes.updateValue((type, columns), forKey: row) != nil {
        defects.append("\(row) was changed twice")
      }
    }
    if found.isEmpty != transactions.isEmpty { defects.append("a transaction has no changes") }
    lastTransaction = try integer("SELECT IFNULL(MAX(Z_PK), 0) FROM ATRANSACTION")
    func keys(_ type: Int64) -> Set<Row> { Set(changes.filter { $0.value.type == type }.keys) }
    let (old, new) = (Set(before.rows.keys), Set(after.rows.keys))
    defects += difference("insertions", keys(0), new.subtracting(old))
    defects += difference("deletions", keys(2), old.subtracting(new))
    return defects + updates(keys(1), changes.mapValues(\.columns), after)
  }

  private func difference(_ what: String, _ told: Set<Row>, _ made: Set<Row>) -> [String] {
    told == made
      ? []
      : ["\(what): told of \(told.subtracting(made)), not of \(made.subtracting(told))"]
  }

  private func updates(_ told: Set<Row>, _ columns: [Row: Data?], _ after: Picture) -> [String] {
    let parted = changedMembers(after)
    let bereft = formerOwners(after)
    var defects: [String] = []
    for row in bereft where after.rows[row] != nil && !told.contains(row) {
      defects.append("\(row) lost members and is not told of")
    }
    for row in told.union(parted.keys) where before.rows[row] == nil || after.rows[row] == nil {
      if told.contains(row) { defects.append("\(row) is told to be updated, but was not there") }
    }
    for (row, new) in after.rows {
      guard let old = before.rows[row] else { continue }
      let entity = map.entities[Int(row.entity) - 1]
      let changed = new.keys.filter { $0 != "Z_OPT" && new[$0] != old[$0] }
      let known = Set(changed.compactMap { property(of: $0, entity) }).union(parted[row] ?? [])
      guard told.contains(row) else {
        // A column of another entity's relationship may have been set to its previous value.
        let isAlone = new.keys.allSatisfy { $0.hasPrefix("Z_") || property(of: $0, entity) != nil }
        let isTouched = old["Z_OPT"] != new["Z_OPT"] && changed.isEmpty && isAlone
        if !known.isEmpty || isTouched { defects.append("\(row) is not told of: \(changed)") }
        continue
      }
      if old["Z_OPT"] == new["Z_OPT"], parted[row] == nil, !bereft.contains(row) {
        defects.append("\(row) was not updated")
      }
      let names = ChangedColumns(entity).properties(in: (columns[row] ?? nil) ?? Data())
      if !known.isSubset(of: names) { defects.append("\(row): told of \(names), not of \(known)") }
      if (columns[row] ?? nil)?.count != (ChangedColumns(entity).places.count + 7) / 8 {
        defects.append("\(row): the mask has the wrong length")
      }
    }
    return defects
  }

  /// The rows whose members were deleted, unlinked or moved to another owner.
  private func formerOwners(_ after: Picture) -> Set<Row> {
    var owners: Set<Row> = []
    for entity in map.entities {
      for case .toMany(_, let destination, let column) in entity.properties.values {
        let number = map.entity(named: destination)?.entityNumber ?? 0
        for (row, values) in before.rows where row.entity == number {
          guard case .integer(let key)? = values[column], after.rows[row]?[column] != values[column]
          else { continue }
          owners.insert(Row(entity: Int64(entity.entityNumber), key: key))
        }
      }
    }
    return owners
  }

  /// The property of a column; nil for a column that other entities' properties use.
  private func property(of column: String, _ entity: EntityTable) -> String? {
    entity.properties.first { _, columns in
      switch columns {
      case .attribute(let own): own.name == column
      case .composite(let leaves): leaves.contains { $0.column.name == column }
      case .toOne(let own): own.name == column
      case .toMany, .manyToMany: false
      }
    }?.key
  }

  /// The rows whose members in a join table have changed, with the relationships.
  private func changedMembers(_ after: Picture) -> [Row: Set<String>] {
    var found: [Row: Set<String>] = [:]
    for (name, join) in joins {
      let pairs = (after.pairs[name] ?? []).symmetricDifference(before.pairs[name] ?? [])
      for pair in pairs {
        let ends = [(join.owner, pair[0], join.table.sourceColumn), (join.member, pair[1], "")]
        for (place, end) in ends.enumerated() {
          let row = Row(entity: end.0, key: end.1)
          guard before.rows[row] != nil, after.rows[row] != nil else { continue }
          let own = map.entities[Int(end.0) - 1].properties.first { _, columns in
            guard case .manyToMany(let other) = columns, other.name == name else { return false }
            return (other.sourceColumn == join.table.sourceColumn) == (place == 0)
          }
          if let own { found[row, default: []].insert(own.key) }
        }
      }
    }
    return found
  }
}
