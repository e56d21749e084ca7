import Foundation
import SwiftData

extension AppcadiaSchemaV1_3 {
  /// 完了: records that a daily action was done on a day.
  ///
  /// It refers to its action and goal by identifier, because a relationship would change their
  /// classes. `ActionRepository` and `SwiftDataGoalRepository` delete it with them.
  @Model
  package final class Completion {
    #Index<Completion>([\.goalId, \.date])
    #Unique<Completion>([\.actionId, \.date])

    @Attribute(.unique) package var id: UUID
    package var actionId: UUID
    package var goalId: UUID
    /// The day, as `Day.date`.
    package var date: Date
    package var completedAt: Date

    package init(
      id: UUID = UUID(), actionId: UUID, goalId: UUID, date: Date, completedAt: Date = .now
    ) {
      self.id = id
      self.actionId = actionId
      self.goalId = goalId
      self.date = date
      self.completedAt = completedAt
    }
  }
}
