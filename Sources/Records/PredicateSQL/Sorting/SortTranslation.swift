import Foundation
import SQLCore

/// A sort order translated to SQL.
package struct SortTranslation: Sendable {
  /// The terms of ORDER BY, the last of which is the primary key.
  package var terms: SQLFragment
  /// Whether rows come in the order of the descriptors; otherwise they come in the order of primary
  /// keys, and the fetched objects must be sorted.
  package var isExact: Bool
  package var related: RelatedTables
}

extension PredicateTranslator {
  /// Returns the order of rows that sorts their objects by `descriptors`, and ties by primary key.
  package func order<Model>(by descriptors: [SortDescriptor<Model>]) -> SortTranslation {
    order(by: descriptors, of: ModelRow(searched: columns))
  }

  func order<Model>(
    by descriptors: [SortDescriptor<Model>], of root: ModelRow
  ) -> SortTranslation {
    var terms: [SQLFragment] = []
    for descriptor in descriptors {
      guard let term = term(for: descriptor, of: root) else {
        return SortTranslation(
          terms: root.key, isExact: false, related: RelatedTables(root.level))
      }
      terms.append(contentsOf: term)
    }
    terms.append(root.key)
    return SortTranslation(
      terms: terms.joined(separator: ", "), isExact: true, related: RelatedTables(root.level))
  }

  /// Returns the terms of one descriptor; nil if SQL cannot sort by it.
  ///
  /// NULL comes first in ascending order and last in descending order, as nil does.
  private func term<Model>(
    for descriptor: SortDescriptor<Model>, of root: ModelRow
  ) -> [SQLFragment]? {
    guard let keyPath = descriptor.keyPath,
      let keys = keys(for: keyPath, descriptor.stringComparator, of: root),
      keys.allSatisfy({ $0.isSupported(by: root.columns.features) })
    else { return nil }
    let isDescending = descriptor.order == .reverse
    // NaN comes after all numbers, even if it is stored as NULL.
    let type = StaticType(Swift.type(of: keyPath).valueType)
    let order: SQLFragment =
      type.isOptional || !type.type.hasNullForNaN
      ? .order(isDescending: isDescending) : isDescending ? " DESC NULLS FIRST" : " NULLS LAST"
    return keys.map { $0 + order }
  }

  /// Returns the expressions to sort by in ascending order.
  private func keys(
    for keyPath: AnyKeyPath, _ comparator: String.StandardComparator?, of root: ModelRow
  ) -> [SQLFragment]? {
    #if !canImport(Darwin)
      if let localized = LocalizedSortKey(keyPath) {
        return root.columns.route(of: keyPath, ending: localized.end)
          .flatMap { SortedProperty(along: $0, of: root) }
          .map { ["\($0.column) \(localized.collation.clause)"] }
      }
    #endif
    if root.columns.ordersIdentifiers, root.columns.place(of: keyPath) == .identifier {
      return [root.key]
    }
    guard let column = sortColumn(keyPath, of: root) else { return nil }
    switch column.type {
    case .boolean, .integer, .double, .float, .date, .uuid: return [column.sql]
    case .unsigned: return ["\(column.sql) < 0", column.sql]
    case .string:
      return SQLCollation(comparator).map { [.compared(column.sql, by: $0)] }
    case .enumeration(let type): return Self.rank(column.sql, in: type).map { [$0] }
    case .decimal:
      // NaN, which comes before all numbers, may be NULL in this form, and so is nil, which comes
      // before NaN.
      let comparable = SQLFragment.comparable(decimal: column.sql)
      return column.isNullable && root.columns.features.comparesDecimals
        ? ["\(column.sql) IS NOT NULL", comparable] : [comparable]
    case .data, .url, .composite, .model, .identifier, .models, .someModel, .opaque: return nil
    }
  }

  private func sortColumn(_ keyPath: AnyKeyPath, of root: ModelRow) -> SQLExpression? {
    guard let property = SortedProperty(keyPath, of: root) else { return nil }
    let type = StaticType(Swift.type(of: keyPath).valueType)
    return SQLExpression(
      sql: property.column, type: type.type, isNullable: type.isOptional, isColumn: true)
  }

  /// Returns the rank of an enumeration's case in the enumeration's own order.
  package static func rank(
    _ column: SQLFragment, in type: any RawRepresentable.Type
  ) -> SQLFragment? {
    guard let comparable = type as? any Comparable.Type else { return nil }
    return rank(column, in: comparable)
  }

  private static func rank<Case: Comparable>(
    _ column: SQLFragment, in _: Case.Type
  ) -> SQLFragment? {
    guard let cases = ListedCases<Case>.all else { return nil }
    let branches = cases.map { element -> SQLFragment in
      let position = cases.count { $0.value < element.value }
      return "WHEN \(element.stored) THEN \(raw: String(position))"
    }
    return "CASE \(column) \(branches.joined(separator: " ")) END"
  }
}
