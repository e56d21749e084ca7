import SwiftData

/// Manages the daily actions of goals.
package struct ActionRepository {
  let context: ModelContext

  package init(context: ModelContext) {
    self.context = context
  }

  /// Adds an action at the end of a goal's actions, and saves.
  ///
  /// - Parameters:
  ///   - title: The title of the action.
  ///   - goal: A goal of the context.
  ///   - minutes: The estimated duration, 0 to 1440; 0 if unknown.
  ///   - reminder: The time of the reminder; nil for none.
  ///   - isRequired: Whether a day is incomplete without the action.
  ///   - description: Details of the action.
  /// - Returns: The action.
  /// - Throws: `AppcadiaError` if the goal belongs to another context, or the title or minutes are
  ///   invalid; an error of the store.
  @discardableResult
  package func add(
    _ title: String, to goal: Goal, minutes: Int = 0, reminder: TimeOfDay? = nil,
    isRequired: Bool = true, description: String = ""
  ) throws -> DailyAction {
    guard goal.modelContext === context else { throw AppcadiaError.goalNotFound(goal.id) }
    let title = try title.checkedTitle()
    guard (0...1440).contains(minutes) else { throw AppcadiaError.minutesOutOfRange(minutes) }
    return try context.serially {
      let goal = try SwiftDataGoalRepository(context: context).goal(id: goal.id)
      let last = goal.dailyActions.map(\.sortOrder).max() ?? -1
      guard last < Int16.max else { throw AppcadiaError.tooManyActions(goal: goal.title) }
      let action = DailyAction(
        goalId: goal.id, title: title, description: description, isRequired: isRequired,
        estimatedMinutes: Int16(minutes), reminder: reminder, sortOrder: last + 1)
      context.insert(action)
      action.goal = goal
      return action
    }
  }
}

extension Goal {
  /// The daily actions, in order.
  package var orderedActions: [DailyAction] { dailyActions.sorted { $0.sortOrder < $1.sortOrder } }
}

extension DailyAction {
  /// The time of the reminder; nil if there is none, or the stored time is invalid.
  package var reminder: TimeOfDay? {
    isReminderEnabled ? TimeOfDay(hour: Int(reminderHour), minute: Int(reminderMinute)) : nil
  }
}
