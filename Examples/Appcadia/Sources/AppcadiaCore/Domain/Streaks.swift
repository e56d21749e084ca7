/// The runs of days in a row that a set of days has.
package struct Streaks: Hashable, Sendable {
  /// The length of the run that ends on the last day.
  package private(set) var latest = 0
  /// The length of the longest run.
  package private(set) var best = 0
  package private(set) var last: Day?

  package init() {}

  /// Streaks as they were stored.
  package init(latest: Int, best: Int, last: Day?) {
    (self.latest, self.best, self.last) = (latest, best, last)
  }

  /// Counts the runs of days.
  ///
  /// - Parameter days: Days in any order; the same one may come more than once.
  /// - Complexity: O(*n* log *n*).
  package init(of days: some Sequence<Day>) {
    for day in days.sorted() { append(day) }
  }

  /// Adds a day that is not before the last one.
  package mutating func append(_ day: Day) {
    if let last {
      guard day > last else { return }
      latest = day == last.next ? latest + 1 : 1
    } else {
      latest = 1
    }
    best = max(best, latest)
    last = day
  }

  /// The length of the run that may still go on.
  /// - Parameter today: The day it is.
  /// - Returns: 0 where both today and yesterday are missing. A last day after today counts, as it
  ///   happens to who flew east over the date line.
  package func current(asOf today: Day) -> Int {
    guard let last, last >= today.previous else { return 0 }
    return latest
  }
}
