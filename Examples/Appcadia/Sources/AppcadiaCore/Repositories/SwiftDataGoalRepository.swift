import Foundation
import SwiftData

/// Manages the goals of a context, and saves after each change.
package final class SwiftDataGoalRepository: GoalRepository {
  let context: ModelContext

  package init(context: ModelContext) {
    self.context = context
  }

  /// Stores a new goal.
  ///
  /// - Throws: `AppcadiaError` if its title is empty or belongs to another goal, or its difficulty
  ///   is out of range; an error of the store.
  package func createGoal(_ goal: Goal) async throws { try create(goal) }

  /// `createGoal(_:)` for callers that are not asynchronous.
  package func create(_ goal: Goal) throws {
    try context.serially {
      try check(goal)
      context.insert(goal)
    }
  }

  /// Changes a goal, and saves; refuses a title that another program gives to another goal at the
  /// same time.
  ///
  /// - Parameters:
  ///   - id: The goal's identifier.
  ///   - change: Changes the goal. It may run several times.
  /// - Returns: The goal.
  /// - Throws: `AppcadiaError` if the goal does not exist, its title is empty or belongs to another
  ///   goal, or its difficulty is out of range; errors of `change` and of the store. Nothing is
  ///   changed then.
  @discardableResult
  package func edit(id: UUID, _ change: (Goal) throws -> Void) throws -> Goal {
    try context.serially {
      let goal = try goal(id: id)
      try change(goal)
      try check(goal)
      return goal
    }
  }

  /// The active goals, newest first, in one statement.
  package func fetchActiveGoals() async throws -> [Goal] {
    let request = FetchDescriptor<Goal>(
      predicate: #Predicate { $0.isActive == true },
      sortBy: [SortDescriptor(\.createdAt, order: .reverse)])
    return try context.fetch(request)
  }

  /// Stores the changes of a goal of this repository.
  ///
  /// The design's function. Its changes were made before it begins, so another program may take the
  /// title in between; `edit(id:_:)` prevents this.
  ///
  /// - Throws: `AppcadiaError` if it belongs to another context or is deleted, its title is empty
  ///   or belongs to another goal, or its difficulty is out of range; an error of the store.
  package func updateGoal(_ goal: Goal) async throws {
    guard goal.modelContext === context, !goal.isDeleted else {
      throw AppcadiaError.goalNotFound(goal.id)
    }
    try check(goal)
    try context.save()
  }

  /// Deletes a goal with its stamps and daily actions.
  ///
  /// - Throws: `AppcadiaError.goalNotFound`, or an error of the store.
  package func deleteGoal(id: UUID) async throws { try delete(id: id) }

  /// `deleteGoal(id:)` for callers that are not asynchronous.
  package func delete(id: UUID) throws {
    try context.serially {
      context.delete(try goal(id: id))
      let completions = FetchDescriptor<Completion>(predicate: #Predicate { $0.goalId == id })
      for completion in try context.fetch(completions) { context.delete(completion) }
    }
  }

  /// The goal with an identifier.
  ///
  /// - Throws: `AppcadiaError.goalNotFound`, or an error of the store.
  package func goal(id: UUID) throws -> Goal {
    var request = FetchDescriptor<Goal>(predicate: #Predicate { $0.id == id })
    request.fetchLimit = 1
    guard let goal = try context.fetch(request).first else { throw AppcadiaError.goalNotFound(id) }
    return goal
  }

  private func check(_ goal: Goal) throws {
    let title = try goal.title.checkedTitle()
    _ = try checkedDifficulty(Int(goal.difficulty))
    if let other = try otherGoal(called: title, besides: goal.id) {
      throw AppcadiaError.titleTaken(other.title, by: other.id)
    }
    if goal.title != title { goal.title = title }
  }

  /// Another goal with the same title, ignoring case.
  private func otherGoal(called title: String, besides id: UUID) throws -> Goal? {
    var request = FetchDescriptor<Goal>(predicate: #Predicate { $0.id != id })
    request.propertiesToFetch = [\.id, \.title]
    return try context.fetch(request).first {
      $0.title.caseInsensitiveCompare(title) == .orderedSame
    }
  }
}
