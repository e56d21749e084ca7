import SwiftData

/// Keeps the daily actions of goals.
package struct ActionRepository {
  let context: ModelContext

  package init(context: ModelContext) {
    self.context = context
  }

  /// Adds an action after those that the goal has, and saves.
  /// - Parameters:
  ///   - title: What to do.
  ///   - goal: A goal of the context.
  ///   - minutes: How long it takes, 0 to 1440; 0 for unknown.
  ///   - reminder: When to be reminded of it; nil for never.
  ///   - isRequired: Whether a day is only done with it.
  ///   - description: More about it.
  /// - Returns: The action.
  /// - Throws: `AppcadiaError` where the goal is of another context, or title or minutes are none, or an error of the store.
  @discardableResult
  package func add(
    _ title: String, to goal: Goal, minutes: Int = 0, reminder: TimeOfDay? = nil,
    isRequired: Bool = true, description: String = ""
  ) throws -> DailyAction {
    guard goal.modelContext === context else { throw AppcadiaError.goalNotFound(goal.id) }
    let title = try title.checkedTitle()
    guard (0...1440).contains(minutes) else { throw AppcadiaError.minutesOutOfRange(minutes) }
    let last = goal.dailyActions.map(\.sortOrder).max() ?? -1
    guard last < Int16.max else { throw AppcadiaError.tooManyActions(goal: goal.title) }
    let action = DailyAction(
      goalId: goal.id, title: title, description: description, isRequired: isRequired,
      estimatedMinutes: Int16(minutes), reminder: reminder, sortOrder: last + 1)
    context.insert(action)
    action.goal = goal
    try context.save()
    return action
  }
}

extension Goal {
  /// The daily actions in their order.
  package var orderedActions: [DailyAction] { dailyActions.sorted { $0.sortOrder < $1.sortOrder } }
}

extension DailyAction {
  /// When to be reminded; nil for never, or where the store holds no time.
  package var reminder: TimeOfDay? {
    isReminderEnabled ? TimeOfDay(hour: Int(reminderHour), minute: Int(reminderMinute)) : nil
  }
}
