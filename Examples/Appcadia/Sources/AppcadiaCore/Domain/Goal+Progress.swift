extension Goal {
  /// The days in a row up to the last stamp, where today may still go on with them, else 0.
  package func currentStreak(asOf today: Day) -> Int {
    streaks.current(asOf: today)
  }

  /// The streaks as they are stored.
  package internal(set) var streaks: Streaks {
    get {
      Streaks(
        latest: Int(currentStreak), best: Int(bestStreak), last: lastStampDate.map(Day.init(date:)))
    }
    set {
      currentStreak = Int32(clamping: newValue.latest)
      bestStreak = Int32(clamping: newValue.best)
      lastStampDate = newValue.last?.date
    }
  }
}
