import CoreDataFormat
import Foundation
import SQLCore

/// The raw values of enumeration cases, by the names of entities and of their own properties.
package typealias PostgresEnumerationCases = [String: [String: [SQLValue]]]

/// A CHECK constraint that allows a column only the raw values of an enumeration's cases.
package struct PostgresCaseConstraint: Hashable, Sendable {
  package let table: String
  package let name: String
  package let column: String
  /// The entity and the property to which the column belongs.
  package let entity: String
  package let property: String
  let condition: String

  /// The prefix of each constraint's comment, which identifies it as the library's.
  package static let commentPrefix = "OpenSwiftData: cases of an enumeration: "

  /// The comment that is stored in the database; if it differs, the existing constraint has other
  /// cases.
  package var comment: String { Self.commentPrefix + condition }

  /// The statements that create the constraint, and replace one with its name.
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

  /// The statement that drops a constraint.
  package static func removal(of name: String, from table: String) -> String {
    let quoted = PostgresSchemaStatements.quoted
    return "ALTER TABLE \(quoted(table)) DROP CONSTRAINT IF EXISTS \(quoted(name))"
  }

  /// The query for some of the values that violate the constraint.
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
  /// Each constraint allows NULL, which represents nil. A column that belongs to several entities
  /// allows the cases of all of them.
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

  /// The condition that allows the values of the cases; nil if a raw value cannot be represented in
  /// it.
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
        // No column can contain such a value.
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
    // Swift treats another Unicode spelling of the same characters as the same case.
    return condition + " OR normalize(\(name), NFC) IN (\(normalForms.joined(separator: ", ")))"
  }
}

/// A column that may contain the raw values of an enumeration, judged by the tables.
struct EnumerationColumn {
  let name: String
  /// The name of a constraint of its cases.
  let constraint: String
  /// The entities that declare it as a property of their own; the one nearest to the root comes
  /// first.
  var owners: [(entity: String, property: String)]
}

extension TableMap {
  /// The columns of a table that contain the whole value of a composite property.
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

  /// The property whose cases a constraint of a table checks; nil for any other constraint.
  package func enumeration(
    constrainedBy constraint: String, of table: String
  ) -> (entity: String, property: String)? {
    enumerationColumns(of: table).first { $0.constraint == constraint }?.owners.first
  }
}
