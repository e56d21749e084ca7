import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

// The values in the columns of attributes.

extension SQLiteStoreCheck {
  /// Checks the values of an entity's rows with one statement, and one for each encoded attribute.
  mutating func checkValues(of entity: EntityTable) throws {
    let columns = entity.properties.sorted { $0.key < $1.key }.compactMap { name, columns in
      if case .attribute(let column) = columns, areThere(columns, in: entity) {
        (name: name, column: column)
      } else {
        nil
      }
    }
    let isOwn: SQLFragment = "\(name: id.entity) = \(raw: String(entity.entityNumber))"
    var sums: [SQLFragment] = ["SUM(\(name: id.key) < 1)", "MIN(\(name: id.key))"]
    for (_, column) in columns {
      sums.append("SUM(\(name: column.name) IS NULL)")
      sums.append("SUM(\(Self.hasOtherType(column)))")
    }
    let statement = connection.dialect.render(
      "SELECT \(sums.joined(separator: ", ")) FROM \(name: entity.table) WHERE \(isOwn)")
    guard let row = try connection.rows(statement.text, statement.values).first else { return }
    let counts = row.map { Int(clamping: $0.integer ?? 0) }
    add(
      .wrongKey, counts[0],
      "\(entity.entityName) has \(rows(counts[0])) with a key below 1, such as \(counts[1]), at which "
        + "fetches fail.")
    for (place, (name, column)) in columns.enumerated() {
      let (missing, other) = (counts[2 + 2 * place], counts[3 + 2 * place])
      let title = "\(entity.entityName).\(name)"
      if !column.isOptional {
        add(
          .missingValue, missing,
          "\(title) is not optional, but has no value in \(rows(missing)); it is read as its default."
        )
      }
      add(
        .wrongType, other,
        "\(title) of \(rows(other)) is not \(column.type.storage.title).")
      if column.type == .transformable, !column.storesExternally {
        try checkArchives(column, title, name, entity, isOwn)
      }
    }
  }

  /// Whether a column contains a storage class that its type is never stored as.
  private static func hasOtherType(_ column: Column) -> SQLFragment {
    let types =
      switch column.type.storage.column {
      case .integer: "'null', 'integer'"
      case .blob: "'null', 'blob'"
      case .varchar: "'null', 'text'"
      // Decimals that a floating-point number cannot hold are stored as text.
      case .decimal: "'null', 'integer', 'real', 'text'"
      default: "'null', 'integer', 'real'"
      }
    return "TYPEOF(\(name: column.name)) NOT IN (\(raw: types))"
  }

  private mutating func checkArchives(
    _ column: Column, _ title: String, _ name: String, _ entity: EntityTable, _ isOwn: SQLFragment
  ) throws {
    guard case .attribute(let attribute)? = property(name, of: entity),
      attribute.transformerName.map(Self.archivers.contains)
        ?? Self.isCollection(attribute.valueTypeName ?? "")
    else { return }
    let select = connection.dialect.render(
      """
      SELECT \(name: id.key), \(name: column.name) FROM \(name: entity.table) \
      WHERE \(isOwn) AND TYPEOF(\(name: column.name)) = 'blob'
      """)
    var (count, first) = (0, Int64(0))
    let statement = try connection.prepare(select.text)
    defer { statement.reset() }
    while try statement.step() {
      guard let bytes = statement.row.value(1).blob, !Self.isArchive(bytes) else { continue }
      if count == 0 { first = statement.row.int64(0) }
      count += 1
    }
    add(
      .unreadableValue, count,
      "\(title) of \(rows(count)) cannot be decoded; the first is row \(first)."
    )
  }

  /// Whether values of a type are stored as archives.
  ///
  /// Types with a custom transformer are not, but files of this library do not record transformers.
  private static func isCollection(_ type: String) -> Bool {
    ["Array<", "Set<", "Dictionary<"].contains { name in
      type.hasPrefix(name) || type.hasPrefix("Optional<" + name)
    }
  }

  /// The transformers that create archives.
  private static let archivers: Set<String> = [
    "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
    "NSKeyedUnarchiveFromData",
  ]

  private static func isArchive(_ bytes: Data) -> Bool {
    if KeyedArchive.data(of: bytes) != nil { return true }
    return (try? PropertyListSerialization.propertyList(from: bytes, format: nil)) != nil
  }

  private func property(_ name: String, of entity: EntityTable) -> PropertyDescription? {
    var next = model.entity(named: entity.entityName)
    while let current = next {
      if let found = current.properties.first(where: { $0.name == name }) { return found }
      next = current.parentName.flatMap { model.entity(named: $0) }
    }
    return nil
  }
}

extension SQLValue {
  /// The number, if the value is an integer.
  var integer: Int64? {
    if case .integer(let integer) = self { return integer }
    return nil
  }
}
