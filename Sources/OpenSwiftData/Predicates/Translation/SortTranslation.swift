import CoreDataFormat
import Foundation
import SQLCore

/// What SQL can say of a sort order.
package struct SortTranslation: Sendable {
  /// The terms of ORDER BY, which end with the primary key.
  package var terms: SQLFragment
  /// Whether rows come in the order that the descriptors ask for; otherwise they come in the order
  /// of primary keys, and the fetched objects must be sorted.
  package var isExact: Bool
}

extension PredicateTranslator {
  /// The order of rows that sorts their objects by `descriptors`, ties by primary key.
  package func order<Model>(by descriptors: [SortDescriptor<Model>]) -> SortTranslation {
    var terms: [SQLFragment] = []
    for descriptor in descriptors {
      guard let term = term(for: descriptor) else {
        return SortTranslation(terms: .name(columns.primaryKeyColumn), isExact: false)
      }
      terms.append(contentsOf: term)
    }
    terms.append(.name(columns.primaryKeyColumn))
    return SortTranslation(terms: terms.joined(separator: ", "), isExact: true)
  }

  /// The terms of one descriptor; nil where SQL cannot sort by it.
  ///
  /// NULL comes first in ascending order and last in descending order, as nil does.
  private func term<Model>(for descriptor: SortDescriptor<Model>) -> [SQLFragment]? {
    guard let keyPath = descriptor.keyPath,
      let keys = keys(for: keyPath, descriptor.stringComparator)
    else { return nil }
    guard descriptor.order == .reverse else { return keys }
    return keys.map { "\($0) DESC" }
  }

  /// What to sort by in ascending order.
  private func keys(
    for keyPath: AnyKeyPath, _ comparator: String.StandardComparator?
  ) -> [SQLFragment]? {
    #if !canImport(Darwin)
      if let localized = LocalizedSortKeyPath(keyPath, among: columns.keyPaths) {
        return sortColumn(localized.string).map {
          ["\($0.sql) COLLATE \(raw: localized.collation.name)"]
        }
      }
    #endif
    guard let column = sortColumn(keyPath) else { return nil }
    switch column.type {
    case .boolean, .integer, .double, .float, .date, .uuid: return [column.sql]
    case .unsigned: return ["\(column.sql) < 0", column.sql]
    case .string:
      return SQLCollation(comparator).map { ["\(column.sql) COLLATE \(raw: $0.name)"] }
    case .enumeration(let type): return Self.rank(column.sql, in: type).map { [$0] }
    case .decimal: return [SQLFunction.decimalKey.call(column.sql)]
    case .data, .url, .composite, .model, .reference, .opaque: return nil
    }
  }

  private func sortColumn(_ keyPath: AnyKeyPath) -> SQLExpression? {
    guard let column = singleColumn(keyPath) else { return nil }
    let type = StaticType(Swift.type(of: keyPath).valueType)
    return SQLExpression(
      sql: .name(column.name), type: type.type, isNullable: type.isOptional, isColumn: true)
  }

  /// The column that holds the whole value of `keyPath`.
  private func singleColumn(_ keyPath: AnyKeyPath) -> Column? {
    switch columns.place(of: keyPath) {
    case .leaf(let column): column
    case .columns(.attribute(let column)): column.holdsExternalData ? nil : column
    case .columns(.composite(let leaves)): leaves.count == 1 ? leaves[0].column : nil
    case .identifier, .columns, nil: nil
    }
  }

  /// The position of an enumeration's case by the enumeration's own order.
  private static func rank(
    _ column: SQLFragment, in type: any RawRepresentable.Type
  ) -> SQLFragment? {
    guard let comparable = type as? any Comparable.Type else { return nil }
    return rank(column, in: comparable)
  }

  private static func rank<Case: Comparable>(
    _ column: SQLFragment, in _: Case.Type
  ) -> SQLFragment? {
    guard let cases = EnumerationCases<Case>.all else { return nil }
    let branches = cases.map { element -> SQLFragment in
      let position = cases.count { $0.value < element.value }
      return "WHEN \(element.stored) THEN \(raw: String(position))"
    }
    return "CASE \(column) \(branches.joined(separator: " ")) END"
  }
}
