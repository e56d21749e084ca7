import Foundation
import WebServer

extension WebRefusal {
  /// Creates the refusal of a body that is not the JSON that a route needs.
  ///
  /// - Parameters:
  ///   - error: Why it could not be decoded.
  ///   - example: A body that would be accepted.
  init(_ error: DecodingError, example: String) {
    let (path, problem): ([any CodingKey], String) =
      switch error {
      case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
      case .valueNotFound(_, let context): (context.codingPath, "is null")
      case .typeMismatch(_, let context): (context.codingPath, "has another type")
      case .dataCorrupted(let context): (context.codingPath, "is not valid")
      @unknown default: ([], "is not valid")
      }
    let name = path.map(\.stringValue).joined(separator: ".")
    self.init(
      400, "invalid-json", at: name.isEmpty ? "body" : "body \(name)",
      name.isEmpty
        ? "The body must be JSON like \(example)."
        : "“\(name)” \(problem). The body must be JSON like \(example).")
  }
}
