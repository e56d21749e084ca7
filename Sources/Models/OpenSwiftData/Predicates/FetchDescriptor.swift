import Foundation
import PredicateSQL

/// A description of which models to fetch, in which order, and how many.
///
/// `@unchecked Sendable`: it holds only immutable values and key paths, which name properties.
public struct FetchDescriptor<T>: @unchecked Sendable where T: PersistentModel {
  /// Which models to fetch; nil for all.
  public var predicate: Predicate<T>? {
    get { heldPredicate as? Predicate<T> }
    set {
      (condition, hasCondition) = (newValue?.expression ?? noCondition, newValue != nil)
      heldPredicate = newValue
    }
  }
  /// The sort order; each further descriptor orders the models that the previous ones rank equal.
  public var sortBy: [SortDescriptor<T>] { didSet { isSorted = !sortBy.isEmpty } }
  /// The maximum number of models to fetch; nil for no limit.
  public var fetchLimit: Int?
  /// The number of models to skip at the start of the result; nil for none.
  public var fetchOffset: Int?
  /// Whether unsaved changes are considered; true by default.
  public var includePendingChanges: Bool
  /// The attributes to read at once, while the others are read on first use; empty for all.
  public var propertiesToFetch: [PartialKeyPath<T>] {
    didSet { isPartial = !propertiesToFetch.isEmpty }
  }
  /// The relationships to prefetch, with one statement each.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] {
    didSet { prefetches = !relationshipKeyPathsForPrefetching.isEmpty }
  }

  // Facts that every fetch needs; generic code would look up type metadata to compute them.

  /// The predicate's condition.
  ///
  /// Copying a `Predicate<T>`, or locating it in the descriptor, needs its type metadata, which
  /// generic code looks up on each use; that costs more than reading a whole predicate. This
  /// existential has the same layout for all models and is read in place, which an optional one is
  /// not.
  @usableFromInline var condition: any StandardPredicateExpression<Bool>
  /// Whether there is a predicate.
  @usableFromInline var hasCondition: Bool
  /// The predicate itself.
  @usableFromInline var heldPredicate: (any Sendable)?
  /// Whether there is a sort order.
  @usableFromInline var isSorted: Bool
  /// Whether only some attributes are read.
  @usableFromInline var isPartial = false
  /// Whether relationships are prefetched.
  @usableFromInline var prefetches = false

  /// Creates a description of the models that match a predicate, in an order.
  @inlinable
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    if let predicate = consume predicate {
      (condition, hasCondition) = (predicate.expression, true)
      // Copying it would look up types too.
      heldPredicate = consume predicate
    } else {
      (condition, hasCondition) = (noCondition, false)
    }
    self.sortBy = sortBy
    isSorted = !sortBy.isEmpty
    includePendingChanges = true
    propertiesToFetch = []
    relationshipKeyPathsForPrefetching = []
  }

  /// Creates a description of up to `fetchLimit` models that match a predicate, in an order.
  @inlinable
  public init(
    predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = [], fetchLimit: Int?
  ) {
    self.init(predicate: consume predicate, sortBy: sortBy)
    self.fetchLimit = fetchLimit
  }
}

/// The condition of a descriptor without a predicate.
@usableFromInline
let noCondition: any StandardPredicateExpression<Bool> = PredicateExpressions.Value(true)

extension FetchDescriptor: Equatable {
  /// Whether two descriptors describe the same models, in the same order and range.
  ///
  /// Predicates are equal if their expressions have the same structure and equal values.
  public static func == (lhs: FetchDescriptor, rhs: FetchDescriptor) -> Bool {
    lhs.sortBy == rhs.sortBy && lhs.fetchLimit == rhs.fetchLimit
      && lhs.fetchOffset == rhs.fetchOffset
      && lhs.includePendingChanges == rhs.includePendingChanges
      && lhs.propertiesToFetch == rhs.propertiesToFetch
      && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
      && predicatesAreEqual(lhs.predicate, rhs.predicate)
  }

  private static func predicatesAreEqual(_ left: Predicate<T>?, _ right: Predicate<T>?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    var comparison = ExpressionComparison()
    return comparison.areEqual(left.unwrapped.expression, right.unwrapped.expression)
  }
}
