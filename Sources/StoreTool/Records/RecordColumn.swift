import CoreDataFormat
import DataSchema
import RecordStore

/// A column of a table of records.
struct RecordColumn: Hashable {
  /// Names from the record down to the value; empty for its key.
  var path: [String]
  var type: AttributeType?

  static let key = RecordColumn(path: [])

  var title: String { path.isEmpty ? "@key" : path.joined(separator: ".") }

  /// Whether its values stand at the right of their columns.
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

  /// Whether a value is no value of the column's, but tells that a case of an enumeration holds nothing but nil.
  func isMark(_ value: RecordValue) -> Bool {
    guard let mark, value == mark else { return false }
    return true
  }

  /// What tells so in a part of a composite; nil for any other column.
  var mark: RecordValue? {
    guard path.count > 1, let type else { return nil }
    return RecordValue.caseMark(in: type)
  }

  /// The columns of an entity: its key, attributes, parts of composite values, and to-one relationships.
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

  /// The columns that a list of names means, separated by commas.
  ///
  /// - Throws: `ToolError` for names that are not there.
  static func columns(_ list: String, of entity: RecordEntity) throws -> [RecordColumn] {
    let known = all(of: entity)
    return try list.split(separator: ",").flatMap { part -> [RecordColumn] in
      let name = part.drop { $0 == " " }
      let found = known.filter { $0.title == name || $0.title.hasPrefix("\(name).") }
      guard !found.isEmpty else {
        throw ToolError.usage(
          "\(entity.name) has no column “\(name)”.",
          advice: "It has \(NameList.text(known.map(\.title), like: String(name))).")
      }
      return found
    }
  }
}
