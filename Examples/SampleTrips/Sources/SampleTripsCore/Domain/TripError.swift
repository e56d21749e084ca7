import Foundation

/// The reason that a trip cannot be stored.
package enum TripError: LocalizedError, Hashable {
  case noName
  case nameTaken(String)
  case endsBeforeStart
  /// The trip was deleted meanwhile.
  case notFound

  package var errorDescription: String? {
    switch self {
    case .noName: "A name needs at least one visible character."
    case .nameTaken(let name): "Another trip already has the name “\(name)”."
    case .endsBeforeStart: "A trip cannot end before it starts."
    case .notFound: "The trip was deleted meanwhile."
    }
  }

  package var recoverySuggestion: String? {
    switch self {
    case .noName: "Give a name."
    case .nameTaken: "Give another name: names of trips are unique."
    case .endsBeforeStart: "Give the start date first, then the end date."
    case .notFound: "Choose another trip."
    }
  }
}
