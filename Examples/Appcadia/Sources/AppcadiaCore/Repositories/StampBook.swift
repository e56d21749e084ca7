import Foundation
import SwiftData

/// Stamps days, and updates the goals' counts and streaks.
package struct StampBook {
  /// The contents of a stamp besides its day.
  package struct Entry {
    package var type = StampType.regular
    package var note: String?
    package var mood: String?
    /// 1 to 5; nil to use the goal's difficulty.
    package var difficulty: Int?

    package init() {}
  }

  let context: ModelContext
  let timeZone: TimeZone

  /// Creates a stamp book.
  ///
  /// - Parameters:
  ///   - context: The context of goals and stamps.
  ///   - timeZone: The time zone that determines today.
  package init(context: ModelContext, timeZone: TimeZone) {
    self.context = context
    self.timeZone = timeZone
  }

  /// Stamps a day for a goal, and saves.
  ///
  /// - Parameters:
  ///   - goal: A goal of the context.
  ///   - day: The day, which may be long ago; nil for today.
  ///   - entry: The contents of the stamp.
  ///   - now: The current time.
  /// - Returns: The stamp.
  /// - Throws: `AppcadiaError` if the goal belongs to another context or is closed, the day is in
  ///   the future or already has its regular stamp, or the difficulty is invalid; an error of the
  ///   store.
  @discardableResult
  package func stamp(
    _ goal: Goal, on day: Day? = nil, _ entry: Entry = Entry(), at now: Date = .now
  ) throws -> Stamp {
    let today = Day(now, in: timeZone)
    let day = day ?? today
    guard goal.modelContext === context else { throw AppcadiaError.goalNotFound(goal.id) }
    // What was stamped already is read in the transaction that adds the stamp. Otherwise a stamp
    // of another program for the same goal and day would be replaced.
    return try context.serially {
      let goal = try SwiftDataGoalRepository(context: context).goal(id: goal.id)
      guard goal.isActive else { throw AppcadiaError.goalInactive(title: goal.title) }
      guard day <= today else { throw AppcadiaError.dayInFuture(day, today: today) }
      let stamp = Stamp(
        goalId: goal.id, date: try freeDate(on: day, of: goal, for: entry.type), stampedAt: now,
        note: entry.note, type: entry.type, mood: entry.mood,
        difficulty: try checkedDifficulty(entry.difficulty ?? Int(goal.difficulty)))
      try insert(stamp, of: goal)
      return stamp
    }
  }

  private func insert(_ stamp: Stamp, of goal: Goal) throws {
    context.insert(stamp)
    stamp.goal = goal
    goal.totalStamps = Int32(clamping: Int(goal.totalStamps) + 1)
    if stamp.isRegular { goal.streaks = try streaks(of: goal, with: stamp.day) }
  }

  /// Takes a stamp of a day back, recounts the goal's stamps and streaks, and saves.
  ///
  /// Rewards that the stamp unlocked stay unlocked.
  ///
  /// - Parameters:
  ///   - goal: A goal of the context.
  ///   - day: The day; nil for today.
  ///   - type: The type of the stamp. If the day has several of it, the last one is taken back.
  ///   - now: The current time.
  /// - Returns: The note of the stamp.
  /// - Throws: `AppcadiaError` if the goal belongs to another context or does not exist, or has no
  ///   such stamp; an error of the store.
  @discardableResult
  package func takeBack(
    from goal: Goal, on day: Day? = nil, _ type: StampType = .regular, at now: Date = .now
  ) throws -> String? {
    let day = day ?? Day(now, in: timeZone)
    guard goal.modelContext === context else { throw AppcadiaError.goalNotFound(goal.id) }
    return try context.serially {
      let goal = try SwiftDataGoalRepository(context: context).goal(id: goal.id)
      let present = try stamps(of: goal, in: day...day).filter { $0.stampType == type.rawValue }
      guard let stamp = present.last else {
        throw AppcadiaError.notStamped(goal: goal.title, day: day, type)
      }
      goal.recountStamps(without: stamp)
      let note = stamp.note
      context.delete(stamp)
      return note
    }
  }

  /// The stamps of a range of days, earliest first, in one statement.
  ///
  /// - Parameters:
  ///   - goal: The goal.
  ///   - days: The days.
  /// - Returns: Stamps of every type.
  /// - Throws: An error of the store.
  package func stamps(of goal: Goal, in days: ClosedRange<Day>) throws -> [Stamp] {
    let (id, first, end) = (goal.id, days.lowerBound.date, days.upperBound.next.date)
    return try context.fetch(
      FetchDescriptor<Stamp>(
        predicate: #Predicate { $0.goalId == id && $0.date >= first && $0.date < end },
        sortBy: [SortDescriptor(\.date)]))
  }

  /// The date to store with a new stamp of a day.
  private func freeDate(on day: Day, of goal: Goal, for type: StampType) throws -> Date {
    let present = try stamps(of: goal, in: day...day)
    if type == .regular {
      guard !present.contains(where: \.isRegular) else {
        throw AppcadiaError.alreadyStamped(goal: goal.title, day: day)
      }
      return day.date
    }
    let free = max(day.date, present.last?.date ?? day.date).addingTimeInterval(1)
    guard Day(date: free) == day else {
      throw AppcadiaError.tooManyStamps(goal: goal.title, day: day)
    }
    return free
  }

  /// The streaks after a regular stamp is added, which may fill a gap if it is not the last one.
  private func streaks(of goal: Goal, with day: Day) throws -> Streaks {
    var streaks = goal.streaks
    if streaks.last.map({ day > $0 }) ?? true {
      streaks.append(day)
      return streaks
    }
    let (id, regular) = (goal.id, StampType.regular.rawValue)
    var request = FetchDescriptor<Stamp>(
      predicate: #Predicate { $0.goalId == id && $0.stampType == regular })
    request.propertiesToFetch = [\.date]
    return Streaks(of: try context.fetch(request).map(\.day) + [day])
  }
}
