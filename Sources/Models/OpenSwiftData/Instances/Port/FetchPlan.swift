import Foundation
import PredicateSQL
import RecordStore

/// A store's own form of the plan of a fetch.
protocol FetchSource {
  /// The fetch of all models of the type.
  var ofAllModels: any FetchSource { get }
  /// Whether the store had to fetch to make the plan.
  var hasFetched: Bool { get }
}

/// How a fetch locks the rows that it finds, until the end of the transaction.
///
/// A file has one writer at a time, so there the transaction has all rows locked already.
public enum RowLock: Hashable, Sendable {
  /// Waits until no other transaction has locked or changed a row (`FOR UPDATE`).
  case update
  /// Leaves out rows that other transactions have locked (`FOR UPDATE SKIP LOCKED`), as the workers
  /// of a queue do.
  case updateSkippingLocked
}

/// A store's plan of a fetch, with the work that is left to memory.
struct FetchPlan {
  let binding: EntityBinding
  let range: FetchRange?
  /// Whether the store finds exactly the models that match the predicate; if false, it may find
  /// more.
  let conditionIsExact: Bool
  /// Whether the store returns the models in the requested order.
  let orderIsExact: Bool
  /// The reason why a store of rows cannot translate the predicate; nil if it can.
  let obstacle: Untranslatable?
  /// The entity trees whose rows the fetch reads in addition to the fetched ones.
  let relatedTrees: Set<Int>
  /// Whether all matching rows of one table are requested, in any order.
  let isPlain: Bool
  /// The lock to take on the rows that the plan finds; nil for none.
  var lock: RowLock?
  /// The store's own form of the plan, which only the store uses.
  let source: any FetchSource

  var isExact: Bool { conditionIsExact && orderIsExact }

  /// The same fetch with all filtering and sorting left to memory.
  ///
  /// It is used if related models have pending changes, which the store does not know.
  func inMemory<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> FetchPlan {
    FetchPlan(
      binding: binding, range: FetchRange.asked(by: descriptor),
      conditionIsExact: descriptor.predicate == nil, orderIsExact: descriptor.sortBy.isEmpty,
      obstacle: obstacle, relatedTrees: [], isPlain: false,
      source: source.ofAllModels)
  }

  /// Whether `model` matches `predicate`, evaluated in memory.
  ///
  /// A model does not match if the result is unknown because nil is unwrapped.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate` if Foundation cannot evaluate it.
  func isFulfilled<T: PersistentModel>(_ predicate: Predicate<T>, by model: T) throws -> Bool {
    do {
      // A nil from outside the predicate does not depend on the row, so it is an error.
      if obstacle?.reason == .evaluation { return try predicate.evaluate(model) }
      return try predicate.holds(model)
    } catch {
      let part = obstacle == nil ? "" : ", and the store cannot evaluate it either"
      throw SwiftDataError.unsupportedPredicate.explained(
        "The predicate cannot be evaluated for this model\(part).", entity: binding.name,
        advice: "Guard operations that may fail, such as a division or a cast.", underlying: error)
    }
  }
}
