import AppcadiaCore

/// A goal with everything that belongs to it, in JSON.
struct GoalDetails: Codable, Equatable {
  var goal: GoalRecord
  var actions: [ActionRecord]
  var stamps: [StampRecord]
}

/// The result of adding a stamp, in JSON.
struct StampOutcome: Codable, Equatable {
  var stamp: StampRecord
  var goal: GoalRecord
  var unlocked: [RewardRecord]
}

/// A month's stamps of a goal, in JSON.
struct MonthRecord: Codable, Equatable {
  var goal: GoalRecord
  var month: String
  /// The days with a regular stamp.
  var regular: [String]
  /// The days with other stamps.
  var others: [String]

  init(_ page: CalendarPage, goal: GoalRecord) {
    self.goal = goal
    month = page.month.description
    regular = page.month.days.filter { page.marks[$0]?.regular == true }.map(\.description)
    others = page.month.days.filter { page.marks[$0]?.others == true }.map(\.description)
  }
}
