import Foundation
import SQLCore

/// What SQL can say of a predicate.
package struct PredicateTranslation: Sendable {
  /// Holds for every row that fulfils the predicate; nil: SQL can say nothing, or all rows fulfil
  /// it.
  package var condition: SQLFragment?
  /// Whether the condition holds for no other rows; otherwise the fetched objects must be filtered
  /// with the whole predicate.
  package var isExact: Bool
  /// The first part that could not be said.
  package var obstacle: Untranslatable?
  /// The bounds that the condition sets to columns of the searched table.
  package var bounds: [ColumnBound]
  /// The tables that the condition looks at beside the searched one.
  package var related: RelatedTables
  /// Whether a part of the predicate lies so deep that it was not looked at.
  package var isCutOff = false
}

/// What a condition or an order needs beside the searched table.
package struct RelatedTables: Hashable, Sendable {
  /// What follows the searched table in FROM; empty where nothing does.
  ///
  /// Where something does, columns of the searched table need its name before them.
  package var joins: SQLFragment
  /// The trees of the entities whose rows are looked at.
  package var trees: Set<Int>

  init(_ level: QueryLevel) {
    joins = level.clause
    trees = level.scope.relatedTrees
  }
}

/// Turns Foundation's predicates and sort descriptors into SQL for the rows of one entity.
///
/// What SQL finds is what evaluating the predicate in memory finds, to the last canonical
/// equivalence and NaN; `SQLFunction.all` and `SQLCollation.all` must be registered with the
/// connection for it.
package struct PredicateTranslator {
  let columns: any ColumnResolving

  package init(columns: any ColumnResolving) { self.columns = columns }

  /// The condition and the order of the same rows, with tables that both look at joined once.
  package func translate<Model>(
    _ predicate: Predicate<Model>?, sortedBy descriptors: [SortDescriptor<Model>]
  ) -> (condition: PredicateTranslation?, order: SortTranslation) {
    let root = ModelRow(searched: columns)
    var condition = predicate.map { translate($0, of: root) }
    let order = order(by: descriptors, of: root)
    condition?.related = order.related
    return (condition, order)
  }

  /// The condition of rows whose objects fulfil `predicate`.
  ///
  /// Nothing that Foundation can evaluate is refused: a part that SQL cannot express is left out,
  /// and the translation is then not exact.
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
