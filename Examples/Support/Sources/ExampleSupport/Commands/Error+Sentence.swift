import Foundation

extension Error {
  /// What happened, as a sentence for people, without names of types and cases.
  package var sentence: String {
    if let error = self as? any LocalizedError, let text = error.errorDescription { return text }
    // Foundation makes sentences of its own errors, and names of types of all others.
    switch self {
    case is CocoaError, is POSIXError, is URLError: return localizedDescription
    case is DecodingError: return "The contents are not of the form that was expected."
    default: return (self as NSError).localizedFailureReason ?? "Something unexpected happened."
    }
  }

  /// What to do about it, where the error knows.
  package var suggestion: String? { (self as? any LocalizedError)?.recoverySuggestion }
}
