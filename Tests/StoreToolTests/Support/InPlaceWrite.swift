import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import Testing

/// One transaction on a file, and the changes that it may make.
struct InPlaceWrite {
  /// The rows that may differ, by table and key, with the columns that may differ.
  private var allowed: [String: [Int64: Set<String>]] = [:]
  /// The keys of which each changed pair must contain one, by join table.
  private var pairs: [String: Set<Int64>] = [:]
  private var deleted: [String: Set<Int64>] = [:]
  private var inserted: [String: Set<Int64>] = [:]
  /// The columns that a trigger may write in any row.
  private let derived: Set<String>
  private let map: TableMap
  /// Whether rows may lose their related rows.
  var partsRows = false
  /// Rows that the history may omit.
  var untold: Set<Int64> = []

  init(_ map: TableMap, derived: Set<String>) { (self.map, self.derived) = (map, derived) }

  mutating func allow(_ key: Int64, _ table: String, _ columns: [String] = []) {
    allowed[table, default: [:]][key, default: []].formUnion(columns)
  }

  mutating func allowPairs(_ join: String, _ keys: [Int64]) {
    pairs[join, default: []].formUnion(keys)
  }

  mutating func insert(_ key: Int64, _ table: String) { inserted[table, default: []].insert(key) }

  mutating func delete(_ keys: [Int64], _ table: String) {
    deleted[table, default: []].formUnion(keys)
  }

  /// The tables of the entities' rows.
  private var tables: Set<String> { Set(map.entities.map(\.table)) }

  private static let history = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]

  /// The forbidden differences, as sentences.
  func problems(_ difference: FileDifference) -> [String] {
    var problems: [String] = []
    var told: Set<String> = []
    for change in difference.changes {
      let title = "\(change.table) \(change.key.map(String.init) ?? "")"
      if tables.contains(change.table), let key = change.key {
        told.insert("\(change.table) \(key)")
        problems += rowProblems(change, key).map { "\(title): \($0)" }
      } else if change.table == "Z_PRIMARYKEY" {
        // The first written history adds its own counters.
        if change.old == nil, change.key ?? 0 > 16_000 { continue }
        if change.columns != ["Z_MAX"] { problems.append("\(title): \(change.columns)") }
      } else if Self.history.contains(change.table) {
        if change.old != nil { problems.append("\(title) is not as it was") }
      } else if let keys = pairs[change.table] {
        let row = change.new ?? change.old ?? [:]
        if !row.contains(where: { $1.integer.map(keys.contains) ?? false }) {
          problems.append("\(title): a pair of others differs")
        }
      } else if change.table != SideTable.memberOrder {
        problems.append("\(title) differs")
      }
    }
    for (table, keys) in inserted {
      for key in keys where !told.contains("\(table) \(key)") {
        problems.append("\(table) \(key) was not inserted")
      }
    }
    return problems + historyProblems(difference)
  }

  private func rowProblems(_ change: FileDifference.Change, _ key: Int64) -> [String] {
    guard let new = change.new else {
      return deleted[change.table]?.contains(key) == true ? [] : ["was deleted"]
    }
    guard let old = change.old else {
      guard inserted[change.table]?.contains(key) == true else { return ["was inserted"] }
      return new["Z_OPT"]?.integer == 1 ? [] : ["Z_OPT is \(String(describing: new["Z_OPT"]))"]
    }
    let columns = change.columns.subtracting(derived).subtracting(["Z_OPT"])
    let ends = partsRows ? relationshipColumns(change.table) : nil
    guard let known = allowed[change.table]?[key] ?? ends else {
      return change.columns.isSubset(of: derived) ? [] : ["\(change.columns.sorted()) differ"]
    }
    var problems: [String] = []
    if !columns.isSubset(of: known) { problems.append("\(columns.subtracting(known)) differ") }
    let before = old["Z_OPT"]?.integer ?? 0
    if new["Z_OPT"]?.integer != before + 1 {
      problems.append("Z_OPT is \(String(describing: new["Z_OPT"])), was \(before)")
    }
    return problems
  }

  /// Whether a row differs only in columns that store its owners.
  private func isBereft(_ change: FileDifference.Change) -> Bool {
    guard partsRows, change.old != nil, change.new != nil else { return false }
    return change.columns.subtracting(["Z_OPT"]).allSatisfy { column in
      column.hasPrefix("Z") && column.dropFirst().first?.isNumber == true
    }
  }

  private func relationshipColumns(_ table: String) -> Set<String> {
    var columns: Set<String> = []
    for property in map.entities.flatMap(\.properties.values) {
      switch property {
      case .toMany(table, _, let column): columns.insert(column)
      case .toOne(let column):
        columns.formUnion(
          [column.name, column.entityNumberColumn, column.orderColumn].compactMap(\.self))
      case .attribute, .composite, .toMany, .manyToMany: break
      }
    }
    return columns
  }

  /// The differences between the history and that of Apple's frameworks.
  private func historyProblems(_ difference: FileDifference) -> [String] {
    // A new table has no earlier contents to compare.
    guard !difference.statements.contains(where: { $0.hasPrefix("ATRANSACTION:") }) else {
      return []
    }
    let transactions = difference.changes(of: "ATRANSACTION").compactMap(\.new)
    let rows = difference.changes.filter { change in
      guard tables.contains(change.table) else { return false }
      guard change.old != nil, change.new != nil else { return true }
      return !change.columns.isSubset(of: derived)
    }
    guard transactions.count == (rows.isEmpty ? 0 : 1) else {
      return ["\(transactions.count) transactions tell of \(rows.count) rows"]
    }
    var problems = transactions.flatMap(Self.formProblems(ofTransaction:))
    var told: [String: Int64] = [:]
    for change in difference.changes(of: "ACHANGE").compactMap(\.new) {
      problems += formProblems(ofChange: change)
      let number = change["ZENTITY"]?.integer ?? 0
      let table = map.entities.first { Int64($0.entityNumber) == number }?.table ?? ""
      let name = "\(table) \(change["ZENTITYPK"]?.integer ?? 0)"
      if told.updateValue(change["ZCHANGETYPE"]?.integer ?? -1, forKey: name) != nil {
        problems.append("\(name) is told of twice")
      }
    }
    for row in rows {
      let wanted: Int64 = row.old == nil ? 0 : row.new == nil ? 2 : 1
      let found = told.removeValue(forKey: "\(row.table) \(row.key ?? 0)")
      if found == nil, row.key.map(untold.contains) == true || isBereft(row) { continue }
      if found != wanted {
        problems.append(
          "\(row.table) \(row.key ?? 0): the history tells \(found.map(String.init) ?? "nothing")")
      }
    }
    return problems + told.keys.map { "the history tells of \($0), which is as it was" }
  }

  private static func filled(_ row: FileDifference.Row) -> Set<String> {
    Set(row.filter { !$1.isNull }.keys)
  }

  /// All of Apple's transactions have these columns; the last two may be empty.
  private static func formProblems(ofTransaction row: FileDifference.Row) -> [String] {
    let wanted: Set = ["Z_PK", "Z_ENT", "ZBUNDLEIDTS", "ZPROCESSIDTS", "ZTIMESTAMP"]
    let found = filled(row).subtracting(["ZAUTHORTS", "ZCONTEXTNAMETS"])
    var problems = found == wanted ? [] : ["a transaction has \(found.sorted())"]
    if row["ZTIMESTAMP"]?.storage != "real" { problems.append("a time is no real number") }
    return problems
  }

  private func formProblems(ofChange row: FileDifference.Row) -> [String] {
    var wanted: Set = ["Z_PK", "Z_ENT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID"]
    let type = row["ZCHANGETYPE"]?.integer
    if type == 1 { wanted.insert("ZCOLUMNS") }
    let found = Self.filled(row).filter { !(type == 2 && $0.hasPrefix("ZTOMBSTONE")) }
    var problems = found == wanted ? [] : ["a change has \(found.sorted())"]
    if type == 1, let number = row["ZENTITY"]?.integer,
      let entity = map.entities.first(where: { Int64($0.entityNumber) == number })
    {
      let count = (ChangedColumns(entity).places.count + 7) / 8
      if row["ZCOLUMNS"]?.value.blob?.count != count {
        problems.append("a mask of \(entity.entityName) has another length than \(count)")
      }
      if row["ZCOLUMNS"]?.value.blob?.allSatisfy({ $0 == 0 }) == true {
        problems.append("a mask of \(entity.entityName) is empty")
      }
    }
    return problems
  }
}
