import Foundation
import SwiftData

extension SwiftDataGoalRepository {
  /// Sets the stamp counts of active goals to zero, and saves.
  ///
  /// - Returns: The number of goals whose count was not zero.
  /// - Throws: An error of the store.
  @discardableResult
  package func batchUpdateStampCounts() async throws -> Int {
    let count = try context.update(
      Goal.self, where: #Predicate { $0.isActive == true && $0.totalStamps != 0 },
      .set(\.totalStamps, to: 0))
    // The update wrote stored goals directly; this saves those with unsaved changes.
    try context.save()
    return count
  }

  /// All goals with their stamps and daily actions, newest first.
  package func fetchGoalsWithRelations() async throws -> [Goal] { try goalsWithRelations() }

  private func goalsWithRelations() throws -> [Goal] {
    var request = FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.createdAt, order: .reverse)])
    request.relationshipKeyPathsForPrefetching = [\.stamps, \.dailyActions]
    return try context.fetch(request)
  }

  /// Recomputes the counts and streaks of all goals from their stamps, and saves.
  ///
  /// - Returns: The goals whose numbers were wrong.
  /// - Throws: An error of the store.
  @discardableResult
  package func recount() async throws -> [Goal] {
    try context.serially { try goalsWithRelations().filter { $0.recountStamps() } }
  }
}

extension Goal {
  /// Recomputes the numbers that depend on the stamps.
  ///
  /// - Parameter removed: A stamp that is being deleted.
  /// - Returns: Whether they were different before.
  @discardableResult
  func recountStamps(without removed: Stamp? = nil) -> Bool {
    let stamps = stamps.filter { $0 !== removed }
    let total = Int32(clamping: stamps.count)
    let counted = Streaks(of: stamps.lazy.filter(\.isRegular).map(\.day))
    guard totalStamps != total || streaks != counted else { return false }
    totalStamps = total
    streaks = counted
    return true
  }
}

extension Stamp {
  /// The stamped day.
  package var day: Day { Day(date: date) }

  /// Whether the stamp counts for streaks.
  package var isRegular: Bool { stampType == StampType.regular.rawValue }
}
