import CoreDataFormat
import DataSchema
import Foundation
import PredicateSQL
import SQLCore
import SwiftDataErrors

/// Translates conditions and sort orders of records to SQL.
///
/// Related rows are read in subqueries, so that the requested rows are not joined.
struct RecordConditionSQL {
  /// A row that a condition applies to.
  struct Row {
    let entity: RecordEntity
    /// The name of its table in the statement.
    let table: String

    func column(_ name: String) -> SQLFragment { .column(name, of: table) }
    var key: SQLFragment { column(entity.identity.key) }
  }

  /// The value at the end of a path.
  private struct Place {
    var sql: SQLFragment
    /// Nil for the key of a row.
    var type: AttributeType?
    /// Whether bytes begin with a marker, because they may be stored in an external file.
    var isMarked = false
    /// Whether the value is a plain column of the row, which may be indexed.
    var isColumn = false
  }

  private let engine: RecordEngine
  private var aliasCount = 0
  private var valueCount = 0
  /// SQLite allows 32,766 parameters.
  private static let valueLimit = 30_000

  init(_ engine: RecordEngine) { self.engine = engine }

  private mutating func alias() -> String {
    aliasCount += 1
    return "R\(aliasCount)"
  }

  /// Returns the condition, for use where NULL counts as false.
  ///
  /// Comparisons are not wrapped, so that an index can be used. A negation is pushed down to the
  /// comparisons: only below a negation does NULL matter, and there comparisons are made true or
  /// false.
  ///
  /// - Throws: `SwiftDataError` for unknown names and values of another type.
  mutating func condition(_ condition: RecordCondition, of row: Row) throws -> SQLFragment {
    try self.condition(condition, isNegated: false, row)
  }

  private mutating func condition(
    _ condition: RecordCondition, isNegated: Bool, _ row: Row
  ) throws -> SQLFragment {
    switch condition {
    case .constant(let value): return "(\(.truth(value != isNegated)))"
    case .compare(let path, let comparison, let value):
      return try compare(place(path, row), comparison, value, isNegated: isNegated, path, row)
    case .isOne(let path, let values):
      let place = try place(path, row)
      let parts = try values.map { value in
        try compare(place, .equal, value, isNegated: isNegated, path, row)
      }
      return Self.joined(parts, isAnd: isNegated)
    case .text(let path, let test, let text):
      let place = try textPlace(path, row)
      guard !engine.session.connection.features.hasClientFunctions else {
        return Self.leaf(test.condition(place.sql, text, isColumn: place.isColumn), isNegated)
      }
      let keys = try RecordTextSearch(engine).keys(of: row, whose: place.sql, test, text)
      guard !keys.isEmpty else { return "(\(.truth(isNegated)))" }
      return Self.leaf("\(row.key) \(.isOne(of: keys))", isNegated)
    case .pattern(let path, let pattern):
      let keys = try keys(of: row, whose: textPlace(path, row).sql, pattern)
      guard !keys.isEmpty else { return "(\(.truth(isNegated)))" }
      return Self.leaf("\(row.key) \(.isOne(of: keys))", isNegated)
    case .any(let path, let inner):
      return Self.leaf(try members(path, row) { try $0.exists(inner, &$1) }, isNegated)
    case .count(let path, let comparison, let count):
      let counted = try members(path, row) { try $0.count(&$1) }
      return Self.leaf(
        "\(counted) \(raw: comparison.operator) \(SQLValue.integer(count))", isNegated)
    case .not(let inner): return try self.condition(inner, isNegated: !isNegated, row)
    case .and(let parts): return try joined(parts, isAnd: !isNegated, isNegated, row)
    case .or(let parts): return try joined(parts, isAnd: isNegated, isNegated, row)
    }
  }

  /// Returns a condition that may be NULL, or the negation of its being true.
  private static func leaf(_ sql: SQLFragment, _ isNegated: Bool) -> SQLFragment {
    isNegated ? "((\(sql)) IS NOT TRUE)" : "(\(sql))"
  }

  private mutating func joined(
    _ parts: [RecordCondition], isAnd: Bool, _ isNegated: Bool, _ row: Row
  ) throws -> SQLFragment {
    var sql: [SQLFragment] = []
    for part in parts { sql.append(try condition(part, isNegated: isNegated, row)) }
    return Self.joined(sql, isAnd: isAnd)
  }

  private static func joined(_ parts: [SQLFragment], isAnd: Bool) -> SQLFragment {
    parts.isEmpty ? "(\(.truth(isAnd)))" : "(\(joined(parts[...], isAnd ? " AND " : " OR ")))"
  }

  /// The maximum number of operands in one chain.
  ///
  /// SQLite counts a chain as nested expressions, of which it allows a thousand; see
  /// https://sqlite.org/limits.html.
  private static let chainLength = 100

  private static func joined(_ parts: ArraySlice<SQLFragment>, _ word: String) -> SQLFragment {
    guard parts.count > chainLength else { return Array(parts).joined(separator: word) }
    let middle = parts.startIndex + parts.count / 2
    let (first, second) = (joined(parts[..<middle], word), joined(parts[middle...], word))
    return "(\(first))\(raw: word)(\(second))"
  }

  /// Returns the terms of an order for ORDER BY; rows without a value come first.
  mutating func term(_ order: RecordOrder, of row: Row) throws -> SQLFragment {
    let place = try place(order.path, row)
    let term = comparable(place) + .order(isDescending: order.isDescending)
    // NaN sorts before all numbers, but may be NULL in this form, like a missing value, which comes
    // before NaN.
    guard place.type == .decimal, engine.session.connection.features.comparesDecimals else {
      return term
    }
    return "\(place.sql) IS NOT NULL" + .order(isDescending: order.isDescending) + ", " + term
  }

  // Comparisons.

  private mutating func compare(
    _ place: Place, _ comparison: RecordCondition.Comparison, _ value: RecordValue,
    isNegated: Bool, _ path: RecordPath, _ row: Row
  ) throws -> SQLFragment {
    // An inequality is the negation of the equality.
    let isNegated = isNegated != (comparison == .notEqual)
    let comparison = comparison == .notEqual ? .equal : comparison
    guard !value.isNull else {
      guard comparison == .equal else { return "(\(.truth(isNegated)))" }
      return "(\(place.sql) IS \(raw: isNegated ? "NOT NULL" : "NULL"))"
    }
    valueCount += 1
    guard valueCount <= Self.valueLimit else {
      throw SwiftDataError.unsupportedPredicate.explained(
        "The condition compares with more than \(Self.valueLimit) values.",
        entity: row.entity.name, property: path.names.last, advice: "Use fewer in each query.")
    }
    let stored = try stored(value, place, path, row)
    // NaN is equal to nothing, and neither less nor greater than anything.
    if place.type?.isReal == true, stored.isNaN { return "(\(.truth(isNegated)))" }
    let other = Place(sql: .value(stored), type: place.type)
    return Self.leaf(compare(place, comparison, other), isNegated)
  }

  /// Returns the comparison, which is NULL for a missing value.
  private func compare(
    _ place: Place, _ comparison: RecordCondition.Comparison, _ other: Place
  ) -> SQLFragment {
    if place.type == .decimal, engine.session.connection.features.comparesDecimals {
      let number = other.sql.typed(as: .decimal(0))
      guard let order = comparison.order else { return "\(place.sql) = \(number)" }
      return .decimals(
        place.sql, isLess: order.isLess, allowsEqual: order.allowsEqual, number)
    }
    if comparison == .equal, case .value(.text(let text))? = other.sql.pieces.first,
      place.type == .string || place.type == .uri
    {
      return CanonicalSpellings(text).isEqual(to: place.sql, isColumn: place.isColumn)
    }
    let sql: SQLFragment =
      "\(comparable(place)) \(raw: comparison.operator) \(comparable(other))"
    // NaN is stored as a blob, which sorts after all numbers.
    return place.type?.isReal == true ? "\(sql) AND \(place.sql) \(.isNumber)" : sql
  }

  /// Returns the stored form of a value for the column that it is compared with.
  private func stored(
    _ value: RecordValue, _ place: Place, _ path: RecordPath, _ row: Row
  ) throws -> SQLValue {
    guard let type = place.type else {
      if case .row(let key) = value { return .integer(key) }
      if case .integer(let key) = value { return .integer(key) }
      throw unfit(value, path, row, "the key of a row")
    }
    guard !place.isMarked else {
      throw unfit(value, path, row, "data that may be in a file", advice: "Compare it with nil.")
    }
    // Any integer is allowed; one that the column cannot hold matches no row.
    if case .integer(let integer) = value, type.isInteger { return .integer(integer) }
    if let stored = value.sqlValue(as: type) { return stored }
    throw unfit(value, path, row, type.storage.title)
  }

  private func unfit(
    _ value: RecordValue, _ path: RecordPath, _ row: Row, _ wanted: String, advice: String? = nil
  ) -> SwiftDataError {
    SwiftDataError.unsupportedPredicate.explained(
      "\(path.names.joined(separator: ".")) contains \(wanted), and cannot be compared with \(value.kind).",
      entity: row.entity.name, property: path.names.last,
      advice: advice ?? "Compare it with \(wanted).")
  }

  /// Returns an expression that compares and sorts like the value.
  private func comparable(_ place: Place) -> SQLFragment {
    switch place.type {
    case .decimal: .comparable(decimal: place.sql)
    case .string, .uri: .inSwiftOrder(place.sql)
    default: place.sql
    }
  }

  private mutating func textPlace(_ path: RecordPath, _ row: Row) throws -> Place {
    let place = try place(path, row)
    guard place.type == .string || place.type == .uri else {
      throw SwiftDataError.unsupportedPredicate.explained(
        "\(path.names.joined(separator: ".")) is not a text.", entity: row.entity.name,
        property: path.names.last, advice: "Use a comparison such as == or < instead.")
    }
    return place
  }
}

// Paths.

extension RecordConditionSQL {
  private mutating func place(_ path: RecordPath, _ row: Row) throws -> Place {
    try place(path.names[...], isKey: path.isKey, row)
  }

  private mutating func place(
    _ names: ArraySlice<String>, isKey: Bool, _ row: Row
  ) throws -> Place {
    guard let name = names.first else { return Place(sql: row.key) }
    let number = try engine.number(of: name, row.entity)
    let rest = names.dropFirst()
    if let relationship = row.entity.relationship(number) {
      guard let column = relationship.foreignKey else {
        throw SwiftDataError.unsupportedKeyPath.explained(
          "\(row.entity.name).\(name) is a to-many relationship.", entity: row.entity.name,
          property: name, advice: "Ask for any of its members, or for their count.")
      }
      if rest.isEmpty { return Place(sql: row.column(column)) }
      return try related(relationship, row.column(column), rest, isKey: isKey)
    }
    let property = row.entity.properties[number]
    if case .composite(let leaves)? = row.entity.table.properties[name] {
      return try leaf(leaves, rest, name, row)
    }
    guard rest.isEmpty, property.columns.count == 1 else {
      throw SwiftDataError.unsupportedKeyPath.explained(
        "\(row.entity.name).\(name) has no column, or no parts.", entity: row.entity.name,
        property: name, advice: "Use a stored property, without a part.")
    }
    let column = property.columns[0]
    return Place(
      sql: row.column(column.name), type: column.type, isMarked: property.storesExternally,
      isColumn: true)
  }

  /// Returns the value of a to-one relationship's target; NULL if there is no target.
  private mutating func related(
    _ relationship: RecordRelationship, _ key: SQLFragment, _ rest: ArraySlice<String>,
    isKey: Bool
  ) throws -> Place {
    let other = Row(entity: relationship.destination, table: alias())
    var place = try place(rest, isKey: isKey, other)
    place.isColumn = false
    place.sql = """
      (SELECT \(place.sql) FROM \(.table(other.entity.table.table)) AS \(.table(other.table)) \
      WHERE \(other.key) = \(key))
      """
    return place
  }

  private func leaf(
    _ leaves: [PropertyColumns.CompositeLeaf], _ path: ArraySlice<String>, _ name: String,
    _ row: Row
  ) throws -> Place {
    let found = leaves.filter { $0.path[...] == path }
    // A value with one part, such as the case of an enumeration, is denoted by the property alone.
    let leaf = path.isEmpty && leaves.count == 1 ? leaves.first : found.first
    guard let leaf else {
      let names = leaves.map { $0.path.joined(separator: ".") }.joined(separator: ", ")
      throw SwiftDataError.unsupportedKeyPath.explained(
        "\(row.entity.name).\(name) has several parts, and "
          + (path.isEmpty ? "none is named." : "no \(path.joined(separator: "."))."),
        entity: row.entity.name, property: name, advice: "Use one of its parts: \(names).")
    }
    return Place(sql: row.column(leaf.column.name), type: leaf.column.type, isColumn: true)
  }
}

// To-many relationships.

extension RecordConditionSQL {
  /// The members of a to-many relationship, for a subquery.
  private struct Members {
    let row: Row
    let source: SQLFragment
    let condition: SQLFragment

    func exists(
      _ inner: RecordCondition?, _ sql: inout RecordConditionSQL
    ) throws -> SQLFragment {
      let further = try inner.map { try sql.condition($0, of: row) } ?? .truth(true)
      return "EXISTS (SELECT 1 FROM \(source) WHERE \(condition) AND \(further))"
    }

    func count(_ sql: inout RecordConditionSQL) throws -> SQLFragment {
      "(SELECT COUNT(*) FROM \(source) WHERE \(condition))"
    }
  }

  private mutating func members(
    _ path: RecordPath, _ row: Row,
    _ body: (Members, inout RecordConditionSQL) throws -> SQLFragment
  ) throws -> SQLFragment {
    let (owner, relationship) = try owner(path.names[...], row)
    let member = Row(entity: relationship.destination, table: alias())
    let table: SQLFragment =
      "\(.table(member.entity.table.table)) AS \(.table(member.table))"
    var condition: SQLFragment
    switch relationship.storage {
    case .children(_, let column): condition = "\(member.column(column)) = \(owner)"
    case .foreignKey: condition = .truth(false)
    case .join(let join):
      let (source, target) = (join.sourceColumn, join.destinationColumn)
      var pairs = half(join.name, source, target, owner)
      if relationship.inverse === relationship {
        pairs = "\(pairs) UNION \(half(join.name, target, source, owner))"
      }
      condition = "\(member.key) IN (\(pairs))"
    }
    if member.entity.sharesTable {
      let numbers = member.entity.entityNumbers.map(String.init).joined(separator: ", ")
      condition =
        "\(condition) AND \(member.column(member.entity.identity.entity)) IN (\(raw: numbers))"
    }
    return try body(Members(row: member, source: table, condition: condition), &self)
  }

  private mutating func half(
    _ table: String, _ from: String, _ to: String, _ owner: SQLFragment
  ) -> SQLFragment {
    let pairs = alias()
    return """
      SELECT \(.column(to, of: pairs)) FROM \(.table(table)) AS \(.table(pairs)) \
      WHERE \(.column(from, of: pairs)) = \(owner)
      """
  }

  /// Returns the key of the members' owner, and the relationship.
  private mutating func owner(
    _ names: ArraySlice<String>, _ row: Row
  ) throws -> (SQLFragment, RecordRelationship) {
    guard let name = names.last else {
      throw SwiftDataError.unsupportedKeyPath.explained(
        "No relationship is named.", entity: row.entity.name, advice: "Name a relationship.")
    }
    var entity = row.entity
    for step in names.dropLast() {
      entity = try engine.relationship(step, of: entity).destination
    }
    let relationship = try engine.relationship(name, of: entity)
    guard relationship.isToMany else {
      throw SwiftDataError.unsupportedKeyPath.explained(
        "\(entity.name).\(name) is a to-one relationship.", entity: entity.name, property: name,
        advice: "Compare it, or continue the path after a dot.")
    }
    return (try place(names.dropLast(), isKey: true, row).sql, relationship)
  }
}

extension RecordCondition.Comparison {
  fileprivate var `operator`: String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    default: rawValue
    }
  }
}

extension AttributeType {
  fileprivate var isReal: Bool { self == .double || self == .float || self == .date }
  fileprivate var isInteger: Bool {
    self == .integer16 || self == .integer32 || self == .integer64
  }
}

extension RecordConditionSQL {
  var session: RecordSession { engine.session }
}
