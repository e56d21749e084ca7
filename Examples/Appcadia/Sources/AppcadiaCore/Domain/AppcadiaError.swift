import Foundation

/// The reason that the app rejects a request.
package enum AppcadiaError: LocalizedError, Equatable {
  case goalNotFound(UUID)
  case trainerNotFound(UUID)
  case actionNotFound(UUID)
  /// Titles of goals must be unique.
  case titleTaken(String, by: UUID)
  /// The goal already has a regular stamp on that day.
  case alreadyStamped(goal: String, day: Day)
  case notStamped(goal: String, day: Day, StampType)
  /// The action is ticked off for that day already.
  case alreadyDone(action: String, day: Day)
  case notDone(action: String, day: Day)
  /// A backup is only restored into a store without goals, unless it may replace them.
  case storeHasGoals(Int)
  case dayInFuture(Day, today: Day)
  case goalInactive(title: String)
  case emptyTitle
  case difficultyOutOfRange(Int)
  case minutesOutOfRange(Int)
  case volumeOutOfRange(Float)
  case tooManyActions(goal: String)
  case tooManyStamps(goal: String, day: Day)

  package var errorDescription: String? {
    switch self {
    case .goalNotFound(let id): "The store does not contain a goal \(id)."
    case .trainerNotFound(let id): "The store does not contain a trainer \(id)."
    case .actionNotFound(let id): "The store does not contain a daily action \(id)."
    case .titleTaken(let title, let id):
      "The goal \(id.uuidString.lowercased()) already has the title “\(title)”."
    case .alreadyStamped(let goal, let day): "“\(goal)” already has its stamp for \(day)."
    case .notStamped(let goal, let day, let type):
      "“\(goal)” has no \(type.rawValue) stamp for \(day)."
    case .alreadyDone(let action, let day): "“\(action)” is already done for \(day)."
    case .notDone(let action, let day): "“\(action)” is not done for \(day)."
    case .storeHasGoals(let count):
      "The backup was not restored: the store has \(count) goal\(count == 1 ? "" : "s")."
    case .dayInFuture(let day, let today):
      "\(day) cannot be stamped: it is in the future, as today is \(today)."
    case .goalInactive(let title): "“\(title)” cannot be stamped: the goal is closed."
    case .emptyTitle: "A title needs at least one visible character."
    case .difficultyOutOfRange(let value): "Difficulty must be between 1 and 5, not \(value)."
    case .minutesOutOfRange(let value):
      "Minutes must be between 0 and 1440 (a whole day), not \(value)."
    case .volumeOutOfRange(let value): "Volume must be between 0 and 1, not \(value)."
    case .tooManyActions(let goal): "“\(goal)” already has the maximum number of daily actions."
    case .tooManyStamps(let goal, let day):
      "“\(goal)” already has the maximum number of stamps for \(day)."
    }
  }

  package var recoverySuggestion: String? {
    switch self {
    case .goalNotFound, .trainerNotFound, .actionNotFound: "Choose one that is in the store."
    case .titleTaken: "Give another title."
    case .alreadyStamped: "Choose another day, or give the day a bonus stamp."
    case .notStamped, .notDone: "Choose another day."
    case .alreadyDone: "Choose another day, or take it back first."
    case .storeHasGoals: "Choose an empty store, or allow to replace what it contains."
    case .dayInFuture: "Stamp days up to today."
    case .goalInactive: "Reopen the goal first."
    case .emptyTitle: "Give a title."
    case .difficultyOutOfRange, .minutesOutOfRange, .volumeOutOfRange:
      "Give a number in this range."
    case .tooManyActions: "Combine several things into one action."
    case .tooManyStamps: "Choose another day."
    }
  }
}
