extension Goal {
  /// The number of consecutive days up to the last stamp, or 0 if today cannot continue them.
  package func currentStreak(asOf today: Day) -> Int {
    streaks.current(asOf: today)
  }

  /// The stored streaks.
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
