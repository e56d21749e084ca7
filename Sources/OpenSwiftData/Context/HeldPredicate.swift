import Foundation

/// A predicate as whoever does not know its models sees it.
///
/// A `Predicate<Model>` can only be copied, and found in memory, by what the runtime knows of its type, which generic code
/// looks up for each use: more than reading a whole predicate takes. This looks the same for all models.
@usableFromInline
struct HeldPredicate: Sendable {
  /// The condition.
  @usableFromInline let expression: any StandardPredicateExpression<Bool>
  /// The predicate itself.
  @usableFromInline let predicate: any Sendable

  @inlinable
  init<Model>(_ predicate: consuming Predicate<Model>) {
    expression = predicate.expression
    // Copying it looks up types too.
    self.predicate = consume predicate
  }
}
