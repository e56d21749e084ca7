import Foundation

/// A visible name without surrounding white space.
struct DisplayName {
  let text: String

  /// - Throws: `SpotError.emptyName`.
  init(_ text: String) throws(SpotError) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else { throw .emptyName }
    self.text = trimmed
  }
}
