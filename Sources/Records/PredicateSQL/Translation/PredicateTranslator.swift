import Foundation
import SQLCore

/// A predicate translated to SQL.
package struct PredicateTranslation: Sendable {
  /// A condition that is true for every row that satisfies the predicate; nil if SQL cannot express
  /// any part of it, or if all rows satisfy it.
  package var condition: SQLFragment?
  /// Whether the condition is true for no other rows; otherwise the fetched objects must be
  /// filtered with the whole predicate.
  package var isExact: Bool
  /// The first part that could not be translated.
  package var obstacle: Untranslatable?
  /// The bounds that the condition sets on columns of the searched table.
  package var bounds: [ColumnBound]
  /// The tables that the condition uses besides the searched one.
  package var related: RelatedTables
  /// Whether a part of the predicate is so deep that it was not translated.
  package var isCutOff = false
}

/// The tables that a condition or an order needs besides the searched one.
package struct RelatedTables: Hashable, Sendable {
  /// The joins that follow the searched table in FROM; empty if there are none.
  ///
  /// If there are joins, columns of the searched table must be qualified.
  package var joins: SQLFragment
  /// The trees of the entities whose rows are used.
  package var trees: Set<Int>

  init(_ level: QueryLevel) {
    joins = level.clause
    trees = level.scope.relatedTrees
  }
}

/// Translates Foundation's predicates and sort descriptors to SQL for the rows of one entity.
///
/// SQL finds exactly the rows that evaluation of the predicate in memory finds, including canonical
/// equivalence and NaN. This requires that `SQLFunction.all` and `SQLCollation.all` are registered
/// with the connection.
package struct PredicateTranslator {
  let columns: any ColumnResolving

  package init(columns: any ColumnResolving) { self.columns = columns }

  /// Returns the condition and the order of the same rows; a table that both use is joined only
  /// once.
  package func translate<Model>(
    _ predicate: Predicate<Model>?, sortedBy descriptors: [SortDescriptor<Model>]
  ) -> (condition: PredicateTranslation?, order: SortTranslation) {
    let root = ModelRow(searched: columns)
    var condition = predicate.map { translate($0, of: root) }
    let order = order(by: descriptors, of: root)
    condition?.related = order.related
    return (condition, order)
  }

  /// Returns the condition for rows whose objects satisfy `predicate`.
  ///
  /// Every predicate that Foundation can evaluate is accepted: a part that SQL cannot express is
  /// left out, and the translation is then not exact.
  ///
  /// - Complexity: O(nodes of the predicate + elements of captured collections).
  package func translate<each Input>(
    _ predicate: Predicate<repeat each Input>
  ) -> PredicateTranslation {
    translate(predicate, of: ModelRow(searched: columns))
  }

  private func translate<each Input>(
    _ predicate: Predicate<repeat each Input>, of root: ModelRow
  ) -> PredicateTranslation {
    let predicate = predicate.unwrapped
    var context = TranslationContext(root: root)
    let model = SQLExpression(
      sql: root.key, type: .model(root, nil), isNullable: false, isColumn: true)
    for variable in repeat each predicate.variable {
      context.define(variable.key, as: .sql(model))
    }
    guard !PredicateDepth.isTooLarge(predicate) else {
      return PredicateTranslation(
        condition: nil, isExact: false, obstacle: Untranslatable("Predicate", .tooDeep), bounds: [],
        related: RelatedTables(root.level), isCutOff: true)
    }
    context.enter(predicate.expression)
    var partial = context.partialCondition(predicate.expression)
    if let condition = partial.condition, SQLNesting.isTooDeep(condition.sql) {
      partial = PartialCondition(
        isExact: false, obstacle: partial.obstacle ?? Untranslatable("Predicate", .tooDeep))
    }
    return PredicateTranslation(
      condition: partial.condition?.sql, isExact: partial.isExact, obstacle: partial.obstacle,
      bounds: partial.condition?.bounds ?? [], related: RelatedTables(root.level),
      isCutOff: context.isCutOff)
  }
}
