import CommandLineTool
import CoreDataFormat
import DataSchema
import Foundation
import RecordStore

/// A column of a table of records.
struct RecordColumn: Hashable {
  /// To-one relationships from the queried record to the record with the value.
  var relations: [String] = []
  /// Names from that record to the value; empty for its key.
  var path: [String]
  var type: AttributeType?

  static let key = RecordColumn(path: [])

  var title: String { (relations + (path.isEmpty ? ["@key"] : path)).joined(separator: ".") }

  /// Whether the values are aligned to the right.
  var isNumber: Bool {
    switch type {
    case nil, .integer16, .integer32, .integer64, .decimal, .double, .float: true
    default: false
    }
  }

  func value(of record: Record) -> RecordValue {
    guard let name = path.first else { return .integer(record.key) }
    var value = record[name]
    for part in path.dropFirst() {
      guard case .composite(let parts) = value else { return .null }
      value = parts[part] ?? .null
    }
    return value
  }

  /// Whether a value is not a value of the column, but marks an enumeration case whose only content
  /// is nil.
  func isMark(_ value: RecordValue) -> Bool {
    guard let mark, value == mark else { return false }
    return true
  }

  /// The value of that mark in an element of a composite; nil for any other column.
  var mark: RecordValue? {
    guard path.count > 1, let type else { return nil }
    return RecordValue.caseMark(in: type)
  }

  /// The columns of an entity: its key, attributes, elements of composite values, and to-one
  /// relationships.
  static func all(of entity: RecordEntity) -> [RecordColumn] {
    [.key] + entity.properties.flatMap { columns(of: $0.name, entity) }
  }

  private static func columns(of name: String, _ entity: RecordEntity) -> [RecordColumn] {
    switch entity.table.properties[name] {
    case .attribute(let column): [RecordColumn(path: [name], type: column.type)]
    case .composite(let leaves):
      leaves.map { RecordColumn(path: [name] + $0.path, type: $0.column.type) }
    case .toOne: [RecordColumn(path: [name])]
    case .toMany, .manyToMany, nil: []
    }
  }

  /// The same column, relative to the records at the end of the first relationship.
  var withoutFirstRelation: RecordColumn {
    RecordColumn(relations: Array(relations.dropFirst()), path: path, type: type)
  }

  /// Parses a list of column names separated by commas; `owner.name` is a column of a related row.
  ///
  /// - Throws: `ToolError` for unknown names.
  static func columns(_ list: String, of entity: RecordEntity) throws -> [RecordColumn] {
    try list.split(separator: ",").flatMap { part -> [RecordColumn] in
      let name = String(part).trimmingCharacters(in: .whitespaces)
      return try columns(named: name, entity)
    }
  }

  private static func columns(named name: String, _ entity: RecordEntity) throws -> [RecordColumn] {
    let known = all(of: entity)
    let wanted = name.lowercased()
    for candidate in [name, wanted] {
      let found = known.filter { column in
        let title = candidate == name ? column.title : column.title.lowercased()
        return title == candidate || title.hasPrefix("\(candidate).")
      }
      if !found.isEmpty { return found }
    }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let relations = entity.relationships.filter { !$0.isToMany }
    if parts.count == 2, let first = Spelling.match(parts[0], among: relations.map(\.name)),
      let relation = relations.first(where: { $0.name == first })
    {
      return try columns(named: parts[1], relation.destination).map { column in
        RecordColumn(
          relations: [first] + column.relations, path: column.path, type: column.type)
      }
    }
    let titles = known.map(\.title)
    throw ToolError.usage(
      "\(entity.name) has no column “\(name)”.\(Spelling.question(name, among: titles))",
      advice: "Use one of its columns: \(NameList.text(titles, like: name)).")
  }
}
