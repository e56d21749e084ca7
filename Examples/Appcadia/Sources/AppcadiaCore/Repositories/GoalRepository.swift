import Foundation

/// Manages goals.
///
/// Goals belong to their context and are not `Sendable`, so the functions run on the caller's
/// actor: on the main actor for a view, on the actor that owns the context for background work.
package protocol GoalRepository {
  /// Stores a new goal.
  nonisolated(nonsending) func createGoal(_ goal: Goal) async throws
  /// The active goals, newest first.
  nonisolated(nonsending) func fetchActiveGoals() async throws -> [Goal]
  /// Stores the changes of a goal.
  nonisolated(nonsending) func updateGoal(_ goal: Goal) async throws
  /// Deletes a goal with its stamps and daily actions.
  nonisolated(nonsending) func deleteGoal(id: UUID) async throws
}
