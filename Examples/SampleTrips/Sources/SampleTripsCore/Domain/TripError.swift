import Foundation

/// Why a trip cannot be found or stored.
package enum TripError: LocalizedError, Hashable {
  case noName
  case nameTaken(String)
  case endsBeforeStart
  case notFound(String)
  /// Several trips are meant; these are the first.
  case ambiguous(String, names: [String])

  package var errorDescription: String? {
    switch self {
    case .noName: "Names have at least one character that shows."
    case .nameTaken(let name): "There is a trip “\(name)” already; names are unique."
    case .endsBeforeStart: "A trip cannot end before it starts."
    case .notFound(let text): "There is no trip “\(text)”."
    case .ambiguous(let text, let names):
      "Several trips are meant by “\(text)”: \(names.joined(separator: ", ")), …"
    }
  }
}
