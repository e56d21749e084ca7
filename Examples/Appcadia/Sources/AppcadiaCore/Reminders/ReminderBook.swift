import Foundation
import SwiftData

/// The reminders of the active goals.
package struct ReminderBook {
  let context: ModelContext
  let timeZone: TimeZone

  package init(context: ModelContext, timeZone: TimeZone) {
    self.context = context
    self.timeZone = timeZone
  }

  /// Whether the user wants to be reminded.
  package var isOn: Bool {
    get throws { try SettingsRepository(context: context).settings().notificationEnabled }
  }

  /// All reminders, by time: those of daily actions and, if notifications are on, one for the stamp
  /// of each goal at the preferred time.
  ///
  /// - Throws: An error of the store.
  package func reminders() throws -> [Reminder] {
    let settings = try SettingsRepository(context: context).settings()
    let time =
      settings.notificationEnabled ? TimeOfDay(date: settings.preferredNotificationTime) : nil
    return try goals().flatMap { goal in
      goal.orderedActions.compactMap { reminder(of: $0, for: goal) }
        + [time].compactMap { $0.map { reminder(of: goal, at: $0) } }
    }.sorted { ($0.time.minutes, $0.title) < ($1.time.minutes, $1.title) }
  }

  /// The reminders that became due recently.
  ///
  /// A reminder whose action is done for its day, or whose goal is stamped, is left out. There are
  /// none if notifications are off.
  ///
  /// - Parameters:
  ///   - minutes: The number of minutes to look back, which is the interval of the timer.
  ///   - now: The current time.
  /// - Returns: The reminders, by time.
  /// - Throws: An error of the store.
  package func due(within minutes: Int, at now: Date = .now) throws -> [Reminder] {
    guard try isOn else { return [] }
    // Times of day are those of the clock on the wall. A time that the clock skips, when daylight
    // saving time begins, is due after that.
    let end = localMinute(now)
    let start = localMinute(now.addingTimeInterval(Double(-minutes) * 60))
    guard start < end else { return [] }
    let goals = try goals()
    return try reminders().filter { reminder in
      guard
        let day = (start / 1_440...end / 1_440).map(Day.init(number:)).first(where: {
          (start + 1...end).contains($0.number * 1_440 + reminder.time.minutes)
        }), day <= reminder.lastDay ?? day
      else { return false }
      return try !isDone(reminder, on: day, goals)
    }
  }

  private func isDone(_ reminder: Reminder, on day: Day, _ goals: [Goal]) throws -> Bool {
    if reminder.action == nil {
      let goal = goals.first { $0.id == reminder.id }
      return try goal.map {
        try StampBook(context: context, timeZone: timeZone).stamps(of: $0, in: day...day)
          .contains(where: \.isRegular)
      } ?? true
    }
    let goal = goals.first { $0.dailyActions.contains { $0.id == reminder.id } }
    return try goal.map {
      try ActionRepository(context: context).done(of: $0, on: day).contains(reminder.id)
    } ?? true
  }

  private func goals() throws -> [Goal] {
    var request = FetchDescriptor<Goal>(
      predicate: #Predicate { $0.isActive == true }, sortBy: [SortDescriptor(\.createdAt)])
    request.relationshipKeyPathsForPrefetching = [\.dailyActions]
    return try context.fetch(request)
  }

  private func reminder(of action: DailyAction, for goal: Goal) -> Reminder? {
    action.reminder.map { time in
      Reminder(
        id: action.id, time: time, goal: goal.title, action: action.title,
        description: action.description, minutes: Int(action.estimatedMinutes),
        createdAt: action.createdAt, firstDay: Day(action.createdAt, in: timeZone),
        lastDay: goal.targetEndDate.map(Day.init(date:)))
    }
  }

  private func reminder(of goal: Goal, at time: TimeOfDay) -> Reminder {
    Reminder(
      id: goal.id, time: time, goal: goal.title, action: nil, description: goal.motivation,
      minutes: 0, createdAt: goal.createdAt, firstDay: Day(goal.createdAt, in: timeZone),
      lastDay: goal.targetEndDate.map(Day.init(date:)))
  }

  /// The number of minutes that the clock has shown since the 1st of January 1970.
  private func localMinute(_ instant: Date) -> Int {
    let seconds = instant.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: instant))
    return Int((seconds / 60).rounded(.down))
  }
}
