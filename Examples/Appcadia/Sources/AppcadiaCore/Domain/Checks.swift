import Foundation

extension String {
  /// The title without surrounding white space.
  ///
  /// - Throws: `AppcadiaError.emptyTitle` if nothing is left.
  func checkedTitle() throws(AppcadiaError) -> String {
    let title = trimmingCharacters(in: .whitespacesAndNewlines)
    guard !title.isEmpty else { throw .emptyTitle }
    return title
  }
}

/// Converts a difficulty to the type in which it is stored.
///
/// - Throws: `AppcadiaError.difficultyOutOfRange`.
func checkedDifficulty(_ value: Int) throws(AppcadiaError) -> Int16 {
  guard (1...5).contains(value) else { throw .difficultyOutOfRange(value) }
  return Int16(value)
}
