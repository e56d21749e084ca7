import CoreDataFormat
import DataSchema
import PredicateSQL
import SQLCore

/// The spatial indexes of a store file.
package struct SpatialIndexes: Sendable {
  private let indexes: [SpatialIndex]

  /// Creates an empty set of indexes.
  package init() { indexes = [] }

  /// Finds the R*Tree indexes of a file, if its schema declares any.
  package init(_ connection: any SQLConnection, _ model: ModelDescription) throws(SQLError) {
    let isSpatial = model.entities.contains { $0.indexes.contains { $0.kind == .rtree } }
    self = isSpatial ? try SpatialIndexes(connection) : SpatialIndexes()
  }

  /// Finds the R*Tree indexes of a file, with their tables and columns.
  package init(_ connection: any SQLConnection) throws(SQLError) {
    let triggers = try connection.rows(
      """
      SELECT T.name, G.tbl_name FROM sqlite_master T \
      JOIN sqlite_master G ON G.type = 'trigger' AND G.name = T.name || '_INSERT' \
      WHERE T.type = 'table' AND T.sql LIKE 'CREATE VIRTUAL TABLE % USING RTREE%'
      """)
    var indexes: [SpatialIndex] = []
    for row in triggers {
      guard let name = row[0].text, let table = row[1].text else { continue }
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(name)])
        .compactMap { $0[0].text }.filter { $0.hasSuffix("_MIN") }.map { String($0.dropLast(4)) }
      indexes.append(SpatialIndex(name: name, table: table, columns: columns))
    }
    self.indexes = indexes
  }

  /// Returns a condition that uses an index and holds for all rows within `bounds`; nil if no index
  /// covers only bounded columns.
  package func condition(
    on table: EntityTable, within bounds: [ColumnBound]
  ) -> SQLFragment? {
    guard !indexes.isEmpty, !bounds.isEmpty else { return nil }
    let bounded = Set(bounds.map(\.column))
    guard
      let index = indexes.first(where: {
        $0.table == table.table && bounded.isSuperset(of: $0.columns)
      })
    else { return nil }
    let terms = bounds.filter { index.columns.contains($0.column) }.map { bound -> SQLFragment in
      let (lower, upper) = SpatialIndex.bounds(of: bound.column)
      return bound.isUpper
        ? "\(.table(lower)) <= \(bound.value)" : "\(.table(upper)) >= \(bound.value)"
    }
    let tree = SQLFragment.table(index.name)
    let key = SQLFragment.column(table.identity.key, of: index.name)
    // Only the key before IN is a column of the searched table.
    return """
      \(name: table.identity.key) IN (SELECT \(key) FROM \(tree) \
      WHERE \(terms.joined(separator: " AND ")))
      """
  }
}
