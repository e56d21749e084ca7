import Foundation

extension Error {
  /// A description of the error in a sentence, without names of types and cases.
  package var sentence: String {
    if let error = self as? any LocalizedError, let text = error.errorDescription { return text }
    // Foundation describes its own errors in sentences, and all others by the names of their types.
    switch self {
    case is CocoaError, is POSIXError, is URLError: return localizedDescription
    case is DecodingError: return "The contents are not of the form that was expected."
    default: return (self as NSError).localizedFailureReason ?? "Something unexpected happened."
    }
  }

  /// What to do about the error, if it contains advice.
  package var suggestion: String? { (self as? any LocalizedError)?.recoverySuggestion }
}
