/// The runs of consecutive days in a set of days.
package struct Streaks: Hashable, Sendable {
  /// The length of the run that ends on the last day.
  package private(set) var latest = 0
  /// The length of the longest run.
  package private(set) var best = 0
  package private(set) var last: Day?

  package init() {}

  /// Creates streaks from their stored form.
  package init(latest: Int, best: Int, last: Day?) {
    (self.latest, self.best, self.last) = (latest, best, last)
  }

  /// Counts the runs of days.
  ///
  /// - Parameter days: Days in any order; duplicates are allowed.
  /// - Complexity: O(*n* log *n*).
  package init(of days: some Sequence<Day>) {
    for day in days.sorted() { append(day) }
  }

  /// Adds a day; does nothing unless it is later than the last one.
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

  /// The length of the run that today may continue.
  ///
  /// - Parameter today: The current day.
  /// - Returns: 0 if both today and yesterday are missing. A last day after today counts, because
  ///   crossing the date line eastward goes back a day.
  package func current(asOf today: Day) -> Int {
    guard let last, last >= today.previous else { return 0 }
    return latest
  }
}
