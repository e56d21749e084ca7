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
}

/// Turns Foundation's predicates and sort descriptors into SQL for the rows of one entity.
///
/// What SQL finds is what evaluating the predicate in memory finds, to the last canonical
/// equivalence and NaN; `SQLFunction.all` and `SQLCollation.all` must be registered with the
/// connection for it.
package struct PredicateTranslator {
  let columns: any ColumnResolving

  package init(columns: any ColumnResolving) { self.columns = columns }

  /// The condition of rows whose objects fulfil `predicate`.
  ///
  /// Nothing that Foundation can evaluate is refused: a part that SQL cannot express is left out,
  /// and the translation is then not exact.
  /// - Complexity: O(nodes of the predicate + elements of captured collections).
  package func translate<each Input>(
    _ predicate: Predicate<repeat each Input>
  ) -> PredicateTranslation {
    var context = TranslationContext(columns: columns)
    let model = SQLExpression(sql: SQLFragment(), type: .model(nil), isNullable: false)
    for variable in repeat each predicate.variable {
      context.define(variable.key, as: .sql(model))
    }
    let partial = context.partialCondition(predicate.expression)
    return PredicateTranslation(
      condition: partial.condition?.sql, isExact: partial.isExact, obstacle: partial.obstacle)
  }
}
