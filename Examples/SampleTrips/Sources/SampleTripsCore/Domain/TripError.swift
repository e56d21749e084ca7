import Foundation

/// Why a trip cannot be stored.
package enum TripError: LocalizedError, Hashable {
  case noName
  case nameTaken(String)
  case endsBeforeStart

  package var errorDescription: String? {
    switch self {
    case .noName: "A name needs at least one character that can be seen."
    case .nameTaken(let name): "There is a trip “\(name)” already."
    case .endsBeforeStart: "A trip cannot end before it starts."
    }
  }

  package var recoverySuggestion: String? {
    switch self {
    case .noName: "Give a name."
    case .nameTaken: "Give another name: names of trips are unique."
    case .endsBeforeStart: "Give the day of the start first, then that of the end."
    }
  }
}
