import BenchmarkCommon

/// How much dearer a call is in the largest table than in the smallest.
struct Growth: Encodable {
  var key: String
  var fewestRows: Int
  var mostRows: Int
  /// The factor from the smallest table to the largest, for one call.
  var library: Double
  var baseline: Double

  /// More than that is taken for growth of the library's own part.
  static let limit = 1.1

  /// Of rows that must not grow with the table.
  static let keys = ["c", "d"]

  /// SQLite itself reads deeper indexes and misses caches; what is beyond that is the library's.
  var beyondBaseline: Double { library / baseline }
  var isMet: Bool { beyondBaseline <= Self.limit }

  /// Nil unless the row was measured with several numbers of rows.
  init?(_ key: String, _ comparisons: [Comparison]) {
    let own = comparisons.filter { $0.key == key }.sorted { $0.rowCount < $1.rowCount }
    guard let first = own.first, let last = own.last, first.rowCount < last.rowCount
    else { return nil }
    self.key = key
    (fewestRows, mostRows) = (first.rowCount, last.rowCount)
    let items = Double(first.itemCount) / Double(last.itemCount)
    library = last.library.median / first.library.median * items
    baseline = last.baseline.median / first.baseline.median * items
  }
}
