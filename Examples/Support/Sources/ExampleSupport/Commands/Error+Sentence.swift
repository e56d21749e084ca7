import Foundation

extension Error {
  /// A description of the error in a sentence, without names of types and cases.
  package var sentence: String {
    if let error = self as? any LocalizedError, let text = error.errorDescription { return text }
    // Foundation describes its own errors in sentences, and all others by the names of their types.
    switch self {
    case is CocoaError, is POSIXError, is URLError: return localizedDescription
    case is DecodingError: return "The contents do not have the expected format."
    default: return (self as NSError).localizedFailureReason ?? "An unexpected error occurred."
    }
  }

  /// The error's advice on how to fix it, if any.
  package var suggestion: String? { (self as? any LocalizedError)?.recoverySuggestion }
}
