import BenchmarkCommon

/// The cost of a call in the largest table compared with the smallest.
struct Growth: Encodable {
  var key: String
  var fewestRows: Int
  var mostRows: Int
  /// The factor from the smallest table to the largest, for one call.
  var library: Double
  var baseline: Double

  /// A larger factor counts as growth of the library's own share.
  static let limit = 1.1

  /// The rows whose cost must not grow with the table.
  static let keys = ["c", "d"]

  /// SQLite itself reads deeper indexes and misses caches; the rest is the library's share.
  var beyondBaseline: Double { library / baseline }
  var isMet: Bool { beyondBaseline <= Self.limit }

  /// Creates nil unless the row was measured with several numbers of rows.
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
