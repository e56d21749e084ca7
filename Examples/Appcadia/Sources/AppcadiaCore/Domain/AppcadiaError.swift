import Foundation

/// Why the app rejects a request.
package enum AppcadiaError: LocalizedError, Equatable {
  case goalNotFound(UUID)
  case trainerNotFound(UUID)
  /// Titles of goals must be unique.
  case titleTaken(String, by: UUID)
  /// The goal already has a regular stamp on that day.
  case alreadyStamped(goal: String, day: Day)
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
    case .goalNotFound(let id): "The store holds no goal \(id)."
    case .trainerNotFound(let id): "The store holds no trainer \(id)."
    case .titleTaken(let title, let id):
      "There is a goal “\(title)” already, as \(id.uuidString.lowercased())."
    case .alreadyStamped(let goal, let day): "“\(goal)” has its stamp of \(day) already."
    case .dayInFuture(let day, let today): "\(day) is yet to come: today is \(today)."
    case .goalInactive(let title): "“\(title)” is closed."
    case .emptyTitle: "A title needs at least one visible character."
    case .difficultyOutOfRange(let value): "Difficulties are 1 to 5, and \(value) is not."
    case .minutesOutOfRange(let value): "Minutes are 0 to 1440, the whole day; \(value) are not."
    case .volumeOutOfRange(let value): "The volume is 0 to 1, and \(value) is not."
    case .tooManyActions(let goal): "“\(goal)” has as many daily actions as can be numbered."
    case .tooManyStamps(let goal, let day):
      "“\(goal)” has as many stamps of \(day) as a day can hold."
    }
  }

  package var recoverySuggestion: String? {
    switch self {
    case .goalNotFound, .trainerNotFound: "Choose one that is in the store."
    case .titleTaken: "Give another title."
    case .alreadyStamped: "Choose another day, or give the day a bonus stamp."
    case .dayInFuture: "Stamp days up to today."
    case .goalInactive: "Reopen it to go on stamping."
    case .emptyTitle: "Give a title."
    case .difficultyOutOfRange, .minutesOutOfRange, .volumeOutOfRange:
      "Give a number in this range."
    case .tooManyActions: "Put several things into one action."
    case .tooManyStamps: "Choose another day."
    }
  }
}
