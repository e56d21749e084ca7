import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

/// The columns of one table whose values may stand in files, and how their names are read.
package struct ExternalColumns: Sendable {
  /// The table as SQL has it.
  package let table: String
  /// The columns' names, those of all entities that share the table.
  package let columns: [String]
  private let identity: RowIdentity
  private let dialect: SQLDialect

  /// The columns of the entities that share a table; nil where there are none.
  package init?(_ tree: [EntityTable]) {
    let columns = Set(tree.flatMap(\.externalColumns)).sorted()
    guard let table = tree.first?.table, !columns.isEmpty else { return nil }
    dialect = tree[0].dialect
    self.table = dialect.quoted(table)
    identity = tree[0].identity
    self.columns = columns
  }

  /// Selects what each column holds where it is as long as a file's name, and NULL elsewhere.
  package var select: String {
    let list = columns.map { name -> String in
      let column = dialect.quoted(name)
      // The length stands in the head of the row; the bytes themselves are not looked at.
      return "CASE WHEN length(\(column)) = \(ExternalData.referenceSize) THEN \(column) END"
    }
    return "SELECT \(list.joined(separator: ", ")) FROM \(table)"
  }

  /// The same for the row of one key.
  package var selectByKey: String { select + " WHERE \(identity.key) = ?" }

  /// The tables of a store that have such columns.
  package static func all(in map: TableMap) -> [ExternalColumns] {
    Set(map.entities.filter { !$0.externalColumns.isEmpty }.map(\.table)).sorted()
      .compactMap { table in ExternalColumns(map.entities.filter { $0.table == table }) }
  }

  /// Selects the names in all rows that have any.
  package var selectNames: String {
    let conditions = columns.map {
      "length(\(dialect.quoted($0))) = \(ExternalData.referenceSize)"
    }
    return select + " WHERE \(conditions.joined(separator: " OR "))"
  }
}

/// The properties of one model whose values may stand in files.
package struct ExternalProperties: Sendable {
  package let columns: ExternalColumns
  /// The property of each column; nil for those of other entities in the table.
  package let properties: [Int?]
  /// The first word of the mask of all these properties.
  package let mask: UInt64

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
  /// The file that a column names, if it does.
  package func fileName(_ column: Int) -> UUID? {
    guard case .file(let name)? = ExternalData(value(column)) else { return nil }
    return name
  }
}
