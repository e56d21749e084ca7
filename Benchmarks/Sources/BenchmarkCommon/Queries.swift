import Foundation

/// The values of one query by status and date.
package struct StatusQuery {
  /// The index of the status in ``BookmarkValues/statuses``.
  package var kind: Int
  package var start: Date

  package var status: String { BookmarkValues.statuses[kind] }

  /// Returns queries that start at random bookmarks after the fraction `part`, the same at each
  /// call.
  package static func make(
    _ count: Int, of rowCount: Int, from part: Double = 0, seed: UInt64 = 7
  ) -> [StatusQuery] {
    var random = SplitMix64(state: seed)
    let duration = Double(rowCount) * BookmarkValues.secondsBetween
    return (0..<count).map { number in
      StatusQuery(
        kind: number % BookmarkValues.statuses.count,
        start: BookmarkValues.firstDate + duration * Double.random(in: part..<1, using: &random))
    }
  }
}

/// The bookmarks that are looked up one at a time.
package enum Lookups {
  package static let count = 50_000

  /// Returns indexes of bookmarks in random order, the same at each call.
  ///
  /// If there are fewer than look-ups, each occurs several times.
  package static func order(of rowCount: Int) -> [Int] {
    var random = SplitMix64(state: 11)
    let order = (0..<rowCount).shuffled(using: &random)
    return (0..<count).map { order[$0 % rowCount] }
  }
}
