import Foundation
import PredicateSQL
import RecordStore

/// How a store answers a fetch, with what is left over for memory.
struct FetchPlan {
  let binding: EntityBinding
  let range: FetchRange?
  /// Whether the store finds just the models that meet the predicate, rather than more of them.
  let conditionIsExact: Bool
  /// Whether the store gives them in the order that is asked for.
  let orderIsExact: Bool
  /// What a store of rows could not say of the predicate.
  let obstacle: Untranslatable?
  /// The trees of entities whose rows are looked at beside those that are fetched.
  let relatedTrees: Set<Int>
  /// Whether the rows of one table are wanted in whatever order, all that fulfil the condition.
  let isPlain: Bool
  /// What the store made of it, which the store alone looks into.
  let source: Source

  enum Source {
    case statement(FetchStatement)
    case question(any SnapshotQuestion)
  }

  var isExact: Bool { conditionIsExact && orderIsExact }

  /// The statement, where the store is one of rows.
  var statement: FetchStatement? {
    if case .statement(let statement) = source { return statement }
    return nil
  }

  /// The same fetch with everything left to memory.
  ///
  /// It is for related models with pending changes, of which the store knows nothing.
  func inMemory<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> FetchPlan {
    let source: Source =
      switch source {
      case .statement(let statement): .statement(FetchStatement(ofAllRowsAs: statement))
      case .question(let question): .question(question.ofAllModels)
      }
    return FetchPlan(
      binding: binding, range: FetchRange.asked(by: descriptor),
      conditionIsExact: descriptor.predicate == nil, orderIsExact: descriptor.sortBy.isEmpty,
      obstacle: obstacle, relatedTrees: [], isPlain: false, source: source)
  }

  /// Whether `model` fulfils `predicate`, by evaluating it in memory.
  ///
  /// A model does not where that cannot be told because nil is unwrapped.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate` when Foundation cannot evaluate it.
  func isFulfilled<T: PersistentModel>(_ predicate: Predicate<T>, by model: T) throws -> Bool {
    do {
      // A nil from outside the predicate is nobody's row.
      if obstacle?.reason == .evaluation { return try predicate.evaluate(model) }
      return try predicate.holds(model)
    } catch {
      let part = obstacle == nil ? "" : ", nor can the store tell whom it holds for"
      throw SwiftDataError.unsupportedPredicate.explained(
        "The predicate cannot be evaluated for this model\(part).", entity: binding.name,
        advice: "Guard what may fail, such as a division or a cast.", underlying: error)
    }
  }
}
