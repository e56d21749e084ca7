import Foundation

/// A reminder that repeats every day: of a daily action, or of the stamp of a goal.
package struct Reminder: Hashable, Sendable {
  /// The identifier of the action, or of the goal.
  package var id: UUID
  package var time: TimeOfDay
  package var goal: String
  /// The title of the action; nil for a reminder of the goal's stamp.
  package var action: String?
  package var description: String
  /// The estimated duration; 0 if unknown.
  package var minutes: Int
  package var createdAt: Date
  package var firstDay: Day
  /// The last day of the goal; nil if it has none.
  package var lastDay: Day?

  /// What to do.
  package var title: String { action ?? goal }
}
