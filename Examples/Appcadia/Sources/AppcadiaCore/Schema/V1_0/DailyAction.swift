import Foundation
import SwiftData

extension AppcadiaSchemaV1_0 {
  /// 日次行動: something to do every day for a goal.
  @Model
  package final class DailyAction {
    @Attribute(.unique) package var id: UUID
    package var goalId: UUID
    package var title: String
    package var description: String
    /// 必須行動かどうか: whether a day is incomplete without it.
    package var isRequired: Bool
    package var estimatedMinutes: Int16
    /// リマインダー時刻: 0 to 23.
    package var reminderHour: Int16
    package var reminderMinute: Int16
    package var isReminderEnabled: Bool
    package var sortOrder: Int16
    package var createdAt: Date

    package var goal: Goal?

    package init(
      id: UUID = UUID(), goalId: UUID, title: String, description: String = "",
      isRequired: Bool = true, estimatedMinutes: Int16 = 0, reminder: TimeOfDay? = nil,
      sortOrder: Int16 = 0, createdAt: Date = .now
    ) {
      self.id = id
      self.goalId = goalId
      self.title = title
      self.description = description
      self.isRequired = isRequired
      self.estimatedMinutes = estimatedMinutes
      self.reminderHour = Int16(reminder?.hour ?? 0)
      self.reminderMinute = Int16(reminder?.minute ?? 0)
      self.isReminderEnabled = reminder != nil
      self.sortOrder = sortOrder
      self.createdAt = createdAt
    }
  }
}
