import AppcadiaCore

/// Describes streaks and counts in words.
enum StreakText {
  /// A line with a goal's streaks and stamps.
  static func summary(of goal: Goal, today: Day) -> String {
    var parts = [
      "streak \(count(goal.currentStreak(asOf: today), "day"))",
      "best \(count(Int(goal.bestStreak), "day"))", count(Int(goal.totalStamps), "stamp"),
    ]
    if let last = goal.lastStampDate { parts.append("last \(Day(date: last))") }
    return parts.joined(separator: ", ")
  }

  /// A number with its noun, in the plural unless the number is 1.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
