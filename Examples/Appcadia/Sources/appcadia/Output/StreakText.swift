import AppcadiaCore

/// Streaks and counts in words.
enum StreakText {
  /// A goal's streaks and stamps in a line.
  static func summary(of goal: Goal, today: Day) -> String {
    var parts = [
      "streak \(count(goal.currentStreak(asOf: today), "day"))",
      "best \(count(Int(goal.bestStreak), "day"))", count(Int(goal.totalStamps), "stamp"),
    ]
    if let last = goal.lastStampDate { parts.append("last \(Day(date: last))") }
    return parts.joined(separator: ", ")
  }

  /// A number with its noun, in the plural where there is not one.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
