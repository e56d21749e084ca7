import Foundation
import SwiftData

extension SwiftDataGoalRepository {
  /// Sets the stamp counts of active goals to zero, and saves.
  /// - Returns: How many goals had another count.
  /// - Throws: An error of the store.
  @discardableResult
  package func batchUpdateStampCounts() async throws -> Int {
    let count = try context.update(
      Goal.self, where: #Predicate { $0.isActive == true && $0.totalStamps != 0 },
      .set(\.totalStamps, to: 0))
    // The update wrote stored goals at once; this writes those with unsaved changes.
    try context.save()
    return count
  }

  /// Every goal with its stamps and daily actions, newest goal first.
  package func fetchGoalsWithRelations() async throws -> [Goal] {
    var request = FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.createdAt, order: .reverse)])
    request.relationshipKeyPathsForPrefetching = [\.stamps, \.dailyActions]
    return try context.fetch(request)
  }

  /// Counts stamps and streaks of every goal anew from the stamps themselves, and saves.
  /// - Returns: The goals that had other numbers.
  /// - Throws: An error of the store.
  @discardableResult
  package func recount() async throws -> [Goal] {
    let corrected = try await fetchGoalsWithRelations().filter { $0.recountStamps() }
    try context.save()
    return corrected
  }
}

extension Goal {
  /// Sets the numbers that follow from the stamps.
  /// - Returns: Whether they were others before.
  func recountStamps() -> Bool {
    let total = Int32(clamping: stamps.count)
    let counted = Streaks(of: stamps.lazy.filter(\.isRegular).map(\.day))
    guard totalStamps != total || streaks != counted else { return false }
    totalStamps = total
    streaks = counted
    return true
  }
}

extension Stamp {
  /// The day that it was given for.
  package var day: Day { Day(date: date) }

  /// Whether streaks count it.
  package var isRegular: Bool { stampType == StampType.regular.rawValue }
}
