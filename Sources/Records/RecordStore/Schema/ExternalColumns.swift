import CoreDataFormat
import Foundation
import SQLCore

/// The columns of one table whose values may be stored in external files.
package struct ExternalColumns: Sendable {
  /// The quoted name of the table.
  package let table: String
  /// The names of the columns, for all entities that share the table.
  package let columns: [String]
  private let identity: RowIdentity
  private let dialect: SQLDialect

  /// Finds the columns of the entities that share a table; nil if there are none.
  package init?(_ tree: [EntityTable]) {
    let columns = Set(tree.flatMap(\.externalColumns)).sorted()
    guard let table = tree.first?.table, !columns.isEmpty else { return nil }
    dialect = tree[0].dialect
    self.table = dialect.quoted(table)
    identity = tree[0].identity
    self.columns = columns
  }

  /// Selects values that are as long as a file reference, and NULL for all others.
  package var select: String {
    let list = columns.map { name -> String in
      let column = dialect.quoted(name)
      // The length is stored in the row's header, so the bytes are not read.
      return "CASE WHEN length(\(column)) = \(ExternalData.referenceSize) THEN \(column) END"
    }
    return "SELECT \(list.joined(separator: ", ")) FROM \(table)"
  }

  /// The same for a single row, by key.
  package var selectByKey: String { select + " WHERE \(identity.key) = ?" }

  /// Returns the tables of a store with such columns.
  package static func all(in map: TableMap) -> [ExternalColumns] {
    Set(map.entities.filter { !$0.externalColumns.isEmpty }.map(\.table)).sorted()
      .compactMap { table in ExternalColumns(map.entities.filter { $0.table == table }) }
  }

  /// Selects the file references of all rows that have any.
  var selectNames: String {
    let conditions = columns.map {
      "length(\(dialect.quoted($0))) = \(ExternalData.referenceSize)"
    }
    return select + " WHERE \(conditions.joined(separator: " OR "))"
  }
}

/// The properties of one model whose values may be stored in external files.
package struct ExternalProperties: Sendable {
  package let columns: ExternalColumns
  /// The index of each column's property; nil for properties of other entities in the table.
  package let properties: [Int?]
  /// The first word of a mask of all these properties.
  package let mask: UInt64

  /// Finds the properties of a model; nil if there are none.
  ///
  /// - Parameters:
  ///   - tree: The entities that share the model's table.
  ///   - properties: The model's properties.
  package init?(_ tree: [EntityTable], _ properties: [RecordProperty]) {
    guard let columns = ExternalColumns(tree) else { return nil }
    self.columns = columns
    self.properties = columns.columns.map { name in
      properties.firstIndex { $0.storesExternally && $0.columns[0].name == name }
    }
    mask = PropertyMask(self.properties.compactMap(\.self)).word
  }
}

extension EntityTable {
  fileprivate var externalColumns: [String] {
    properties.values.flatMap { columns -> [Column] in
      switch columns {
      case .attribute(let column): [column]
      case .composite(let leaves): leaves.map(\.column)
      case .toOne, .toMany, .manyToMany: []
      }
    }
    .filter(\.holdsExternalData).map(\.name)
  }
}

extension RowReader {
  /// Returns the name of the file that a column refers to, or nil.
  package func fileName(_ column: Int) -> UUID? {
    guard case .file(let name)? = ExternalData(value(column)) else { return nil }
    return name
  }
}
