import CoreDataFormat
import Foundation
import SQLCore

/// The raw values of the cases of enumerations, by the names of entities and of their own properties.
package typealias PostgresEnumerationCases = [String: [String: [SQLValue]]]

/// What keeps values that no case of an enumeration has out of a column.
package struct PostgresCaseConstraint: Hashable, Sendable {
  package let table: String
  package let name: String
  package let column: String
  /// The entity and the property that the column is of.
  package let entity: String
  package let property: String
  let condition: String

  /// What the comment of each one begins with, by which it is known as the library's.
  package static let commentPrefix = "OpenSwiftData: cases of an enumeration: "

  /// What the database is told of it: by another text it is known that it is of other cases.
  package var comment: String { Self.commentPrefix + condition }

  /// The statements that make it, in the place of one of its name.
  package var creation: [String] {
    [
      """
      ALTER TABLE \(quoted(table)) DROP CONSTRAINT IF EXISTS \(quoted(name)), \
      ADD CONSTRAINT \(quoted(name)) CHECK (\(condition))
      """,
      """
      COMMENT ON CONSTRAINT \(quoted(name)) ON \(quoted(table)) IS \
      \(SQLValue.text(comment).quotedText)
      """,
    ]
  }

  /// The statement that takes one away.
  package static func removal(of name: String, from table: String) -> String {
    let quoted = PostgresSchemaStatements.quoted
    return "ALTER TABLE \(quoted(table)) DROP CONSTRAINT IF EXISTS \(quoted(name))"
  }

  /// The query for some of the values that it does not allow.
  package var violations: String {
    """
    SELECT DISTINCT \(quoted(column))::text FROM \(quoted(table)) WHERE NOT (\(condition)) \
    ORDER BY 1 LIMIT 10
    """
  }

  private func quoted(_ name: String) -> String { PostgresSchemaStatements.quoted(name) }
}

extension PostgresLayout {
  /// The constraints of the columns of enumerations whose cases are known.
  ///
  /// NULL, which nil stands for, is allowed by each. A column that several entities have allows the cases of all.
  package func constraints(of cases: PostgresEnumerationCases) -> [PostgresCaseConstraint] {
    let types = Dictionary(
      tables.map { ($0.name, $0.columns) }, uniquingKeysWith: { first, _ in first })
    return Set(tables.map(\.name)).sorted().flatMap { table in
      tableMap.enumerationColumns(of: table).compactMap { column -> PostgresCaseConstraint? in
        var values: [SQLValue] = []
        for (entity, property) in column.owners {
          guard let own = cases[entity]?[property] else { return nil }
          values += own.filter { !values.contains($0) }
        }
        guard let type = types[table]?.first(where: { $0.name == column.name })?.type,
          let condition = Self.condition(column.name, type, values)
        else { return nil }
        return PostgresCaseConstraint(
          table: table, name: column.constraint, column: column.name,
          entity: column.owners[0].entity, property: column.owners[0].property,
          condition: condition)
      }
    }
  }

  /// What is true of the values of cases; nil where a raw value cannot be written so.
  private static func condition(
    _ column: String, _ type: PostgresColumnType, _ values: [SQLValue]
  ) -> String? {
    let name = PostgresSchemaStatements.quoted(column)
    var literals: [String] = []
    var normalForms: [String] = []
    for value in values {
      switch (value.stored, type) {
      case (.integer(let number), .smallint), (.integer(let number), .integer),
        (.integer(let number), .bigint):
        literals.append("\(number)")
      case (.real(let number), .real), (.real(let number), .doublePrecision):
        guard number.isFinite else { return nil }
        literals.append("'\(number)'::\(type.castName)")
      case (.text(let text), .text):
        // No column can hold it.
        guard !text.unicodeScalars.contains("\0") else { continue }
        literals.append(SQLValue.text(text).quotedText)
        if !text.utf8.allSatisfy({ $0 < 0x80 }) {
          let form = text.precomposedStringWithCanonicalMapping
          normalForms.append(SQLValue.text(form).quotedText)
        }
      default: return nil
      }
    }
    guard !literals.isEmpty else { return nil }
    let condition = "\(name) IN (\(literals.joined(separator: ", ")))"
    guard !normalForms.isEmpty else { return condition }
    // Swift takes another spelling of the same characters for the same case.
    return condition + " OR normalize(\(name), NFC) IN (\(normalForms.joined(separator: ", ")))"
  }
}

/// A column that may be one of an enumeration's raw values, as tables tell.
struct EnumerationColumn {
  let name: String
  /// What a constraint of its cases is called.
  let constraint: String
  /// The entities that have it by properties of their own, the topmost first.
  var owners: [(entity: String, property: String)]
}

extension TableMap {
  /// The columns of a table that hold the whole value of a property of another type than a plain one.
  func enumerationColumns(of table: String) -> [EnumerationColumn] {
    var owners: [String: [(entity: String, property: String)]] = [:]
    for entity in entities where entity.table == table {
      let inherited =
        entity.parentNumber == 0 ? [:] : entities[entity.parentNumber - 1].properties
      for (property, columns) in entity.properties.sorted(by: { $0.key < $1.key })
      where inherited[property] == nil {
        guard case .composite(let leaves) = columns, leaves.count == 1,
          leaves[0].path == [property]
        else { continue }
        owners[leaves[0].column.name, default: []].append((entity.entityName, property))
      }
    }
    var names = PostgresNames()
    return owners.sorted { $0.key < $1.key }.map { column, owners in
      EnumerationColumn(
        name: column, constraint: names.allocate("\(column)_cases"), owners: owners)
    }
  }

  /// The property whose cases a constraint of a table is of; nil for any other constraint.
  package func enumeration(
    constrainedBy constraint: String, of table: String
  ) -> (entity: String, property: String)? {
    enumerationColumns(of: table).first { $0.constraint == constraint }?.owners.first
  }
}
