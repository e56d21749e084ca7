import Foundation

extension String {
  /// The title without white space around it.
  /// - Throws: `AppcadiaError.emptyTitle` where nothing is left.
  func checkedTitle() throws(AppcadiaError) -> String {
    let title = trimmingCharacters(in: .whitespacesAndNewlines)
    guard !title.isEmpty else { throw .emptyTitle }
    return title
  }
}

/// A difficulty as it is stored.
/// - Throws: `AppcadiaError.difficultyOutOfRange`.
func checkedDifficulty(_ value: Int) throws(AppcadiaError) -> Int16 {
  guard (1...5).contains(value) else { throw .difficultyOutOfRange(value) }
  return Int16(value)
}
