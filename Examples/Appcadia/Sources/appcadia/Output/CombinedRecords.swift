import AppcadiaCore

/// A goal with what belongs to it, as JSON shows it.
struct GoalDetails: Codable, Equatable {
  var goal: GoalRecord
  var actions: [ActionRecord]
  var stamps: [StampRecord]
}

/// What came of a stamp, as JSON shows it.
struct StampOutcome: Codable, Equatable {
  var stamp: StampRecord
  var goal: GoalRecord
  var unlocked: [RewardRecord]
}

/// A month's stamps of a goal, as JSON shows them.
struct MonthRecord: Codable, Equatable {
  var goal: GoalRecord
  var month: String
  /// The days that have a regular stamp.
  var regular: [String]
  /// The days that have others.
  var others: [String]

  init(_ page: CalendarPage, goal: GoalRecord) {
    self.goal = goal
    month = page.month.description
    regular = page.month.days.filter { page.marks[$0]?.regular == true }.map(\.description)
    others = page.month.days.filter { page.marks[$0]?.others == true }.map(\.description)
  }
}
