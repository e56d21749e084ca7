import Foundation
import SwiftData

extension ActionRepository {
  /// Ticks an action off for a day, and saves.
  ///
  /// - Parameters:
  ///   - id: The action's identifier.
  ///   - day: The day.
  ///   - today: The current day.
  ///   - now: The current time.
  /// - Returns: The completion.
  /// - Throws: `AppcadiaError` if the action does not exist, its goal is closed, the day is in the
  ///   future, or the action is done already; an error of the store.
  @discardableResult
  package func tick(
    id: UUID, on day: Day, today: Day, at now: Date = .now
  ) throws -> Completion {
    try context.serially {
      let action = try action(id: id)
      guard action.goal?.isActive != false else {
        throw AppcadiaError.goalInactive(title: action.goal?.title ?? action.title)
      }
      guard day <= today else { throw AppcadiaError.dayInFuture(day, today: today) }
      guard try completion(of: id, on: day) == nil else {
        throw AppcadiaError.alreadyDone(action: action.title, day: day)
      }
      let completion = Completion(
        actionId: id, goalId: action.goalId, date: day.date, completedAt: now)
      context.insert(completion)
      return completion
    }
  }

  /// Takes the tick of an action for a day back, and saves.
  ///
  /// - Throws: `AppcadiaError` if the action does not exist, or is not done; an error of the store.
  package func untick(id: UUID, on day: Day) throws {
    try context.serially {
      let action = try action(id: id)
      guard let completion = try completion(of: id, on: day) else {
        throw AppcadiaError.notDone(action: action.title, day: day)
      }
      context.delete(completion)
    }
  }

  /// The identifiers of a goal's actions that are done for a day.
  package func done(of goal: Goal, on day: Day) throws -> Set<UUID> {
    let (id, date) = (goal.id, day.date)
    return Set(
      try context.fetch(
        FetchDescriptor<Completion>(predicate: #Predicate { $0.goalId == id && $0.date == date })
      ).map(\.actionId))
  }

  /// The required actions of a goal that are not done for a day, in order.
  package func missingRequired(of goal: Goal, on day: Day) throws -> [DailyAction] {
    let done = try done(of: goal, on: day)
    return goal.orderedActions.filter { $0.isRequired && !done.contains($0.id) }
  }

  private func action(id: UUID) throws -> DailyAction {
    let request = FetchDescriptor<DailyAction>(predicate: #Predicate { $0.id == id })
    guard let action = try context.fetch(request).first else {
      throw AppcadiaError.actionNotFound(id)
    }
    return action
  }

  private func completion(of id: UUID, on day: Day) throws -> Completion? {
    let date = day.date
    return try context.fetch(
      FetchDescriptor<Completion>(predicate: #Predicate { $0.actionId == id && $0.date == date })
    ).first
  }
}
