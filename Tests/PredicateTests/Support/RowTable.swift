import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver

@testable import OpenSwiftData

/// Rows in a table of their own, laid out as stores do it.
struct RowTable {
  let connection: SQLiteConnection
  let rows: [Row]
  let translator = PredicateTranslator(columns: RowColumnResolver())

  init(rows: [Row]) throws {
    self.rows = rows
    connection = try SQLiteConnection(path: "", mode: .inMemory)
    try SQLFunctions.register(on: connection)
    let definitions = RowColumnResolver.columns.map { "\"\($0.column.name)\" \($0.declaredType)" }
    try connection.run(
      "CREATE TABLE row (Z_PK INTEGER PRIMARY KEY, \(definitions.joined(separator: ", ")))")
    let places = Array(repeating: "?", count: definitions.count + 1).joined(separator: ", ")
    for row in rows {
      let values = RowColumnResolver.columns.map { $0.value(row) }
      try connection.run("INSERT INTO row VALUES (\(places))", [.integer(Int64(row.id))] + values)
    }
  }

  init(count: Int, seed: UInt64, allowsNaN: Bool = true) throws {
    var random = RandomValues(seed: seed)
    try self.init(rows: (1...count).map { Row(id: $0, from: &random, allowsNaN: allowsNaN) })
  }

  /// What the store finds: SQL, and where that is not exact, the predicate on what SQL found.
  func fetch(_ predicate: Predicate<Row>) throws -> [Int] {
    let translation = translator.translate(predicate)
    var statement: SQLFragment = "SELECT Z_PK FROM row"
    if let condition = translation.condition { statement = "\(statement) WHERE \(condition)" }
    let found = try identifiers("\(statement) ORDER BY Z_PK")
    guard !translation.isExact else { return found }
    return try found.filter { try predicate.evaluate(rows[$0 - 1]) }
  }

  func identifiers(_ statement: SQLFragment) throws -> [Int] {
    let rendered = connection.dialect.render(statement)
    return try connection.rows(rendered.text, rendered.values).map { row in
      guard case .integer(let key) = row[0] else { return -1 }
      return Int(key)
    }
  }

  func text(_ predicate: Predicate<Row>) -> String? {
    translator.translate(predicate).condition.map { connection.dialect.render($0).text }
  }

  /// Whether `<` orders all strings by their normal forms.
  ///
  /// It does not where the normal form of one string begins with that of the other, but the shorter
  /// one has more bytes; sorting them in memory gives no certain result.
  var isOrderOfStringsConsistent: Bool {
    let strings = rows.flatMap { [$0.name, $0.optionalName ?? "", $0.address.city] }
    let normal = strings.map { Array($0.precomposedStringWithCanonicalMapping.unicodeScalars) }
    return strings.indices.allSatisfy { left in
      strings.indices.allSatisfy { right in
        (strings[left] < strings[right])
          == normal[left].lexicographicallyPrecedes(normal[right])
      }
    }
  }
}
