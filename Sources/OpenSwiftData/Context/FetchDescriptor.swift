import Foundation
import PredicateSQL

/// Which models to fetch, in which order, and how much of them.
///
/// `@unchecked Sendable`: all it holds is immutable values and key paths, which name properties.
public struct FetchDescriptor<T>: @unchecked Sendable where T: PersistentModel {
  /// Which models to fetch; nil for all.
  public var predicate: Predicate<T>? {
    get { heldPredicate as? Predicate<T> }
    set {
      (condition, hasCondition) = (newValue?.expression ?? noCondition, newValue != nil)
      heldPredicate = newValue
    }
  }
  /// The order, by the first descriptor that tells two models apart.
  public var sortBy: [SortDescriptor<T>] { didSet { isSorted = !sortBy.isEmpty } }
  /// How many models to fetch at most; nil for all.
  public var fetchLimit: Int?
  /// How many models of the result to leave out at its start; nil for none.
  public var fetchOffset: Int?
  /// Whether changes that are not saved yet count; they do by default.
  public var includePendingChanges: Bool
  /// The attributes to read at once, the others being read when used; empty for all.
  public var propertiesToFetch: [PartialKeyPath<T>] {
    didSet { isPartial = !propertiesToFetch.isEmpty }
  }
  /// The relationships to read at once, with one statement each.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] {
    didSet { prefetches = !relationshipKeyPathsForPrefetching.isEmpty }
  }

  // What each fetch asks, which generic code would look up types to find out.

  /// The predicate's condition.
  ///
  /// A `Predicate<T>` can only be copied, and found in memory, by what the runtime knows of its type, which generic
  /// code looks up for each use: more than reading a whole predicate takes. This looks the same for all models, and is
  /// read where it stands, which an optional one is not.
  @usableFromInline var condition: any StandardPredicateExpression<Bool>
  /// Whether there is a predicate.
  @usableFromInline var hasCondition: Bool
  /// The predicate itself.
  @usableFromInline var heldPredicate: (any Sendable)?
  /// Whether there is an order.
  @usableFromInline var isSorted: Bool
  /// Whether some attributes are wanted alone.
  @usableFromInline var isPartial = false
  /// Whether relationships are to be read at once.
  @usableFromInline var prefetches = false

  /// Describes the models that meet a predicate, in an order.
  @inlinable
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    if let predicate = consume predicate {
      (condition, hasCondition) = (predicate.expression, true)
      // Copying it looks up types too.
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

  /// Describes at most so many models that meet a predicate, in an order.
  @inlinable
  public init(
    predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = [], fetchLimit: Int?
  ) {
    self.init(predicate: consume predicate, sortBy: sortBy)
    self.fetchLimit = fetchLimit
  }
}

/// What stands for the condition of a descriptor without a predicate.
@usableFromInline
let noCondition: any StandardPredicateExpression<Bool> = PredicateExpressions.Value(true)

extension FetchDescriptor: Equatable {
  /// Whether two descriptors describe the same models, in the same order and extent.
  ///
  /// Predicates are equal when they say the same in the same way.
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
