import AppcadiaCore
import Foundation

/// A trainer in JSON.
struct TrainerRecord: Codable, Equatable {
  var id: String
  var name: String
  var type: String
  var isSelected: Bool
  var description: String
  var personality: String

  init(_ trainer: Trainer) {
    id = trainer.id.uuidString.lowercased()
    name = trainer.name
    type = trainer.type
    isSelected = trainer.isSelected
    description = trainer.description
    personality = trainer.personality
  }
}

/// A goal in JSON; days are like `2026-02-03`.
struct GoalRecord: Codable, Equatable {
  var id: String
  var title: String
  var category: String
  var isActive: Bool
  var createdAt: Date
  var targetEnd: String?
  var difficulty: Int16
  var totalStamps: Int32
  var currentStreak: Int
  var bestStreak: Int32
  var lastStamp: String?

  init(_ goal: Goal, today: Day) {
    id = goal.id.uuidString.lowercased()
    title = goal.title
    category = goal.category
    isActive = goal.isActive
    createdAt = goal.createdAt
    targetEnd = goal.targetEndDate.map { Day(date: $0).description }
    difficulty = goal.difficulty
    totalStamps = goal.totalStamps
    currentStreak = goal.currentStreak(asOf: today)
    bestStreak = goal.bestStreak
    lastStamp = goal.lastStampDate.map { Day(date: $0).description }
  }
}

/// A daily action in JSON.
struct ActionRecord: Codable, Equatable {
  var id: String
  var title: String
  var description: String
  var isRequired: Bool
  var minutes: Int16
  var reminder: String?
  /// Whether it is done for the day: today, or that of the command.
  var isDone: Bool

  init(_ action: DailyAction, isDone: Bool = false) {
    id = action.id.uuidString.lowercased()
    self.isDone = isDone
    title = action.title
    description = action.description
    isRequired = action.isRequired
    minutes = action.estimatedMinutes
    reminder = action.reminder?.description
  }
}

/// A stamp in JSON.
struct StampRecord: Codable, Equatable {
  var day: String
  var type: String
  var stampedAt: Date
  var note: String?
  var mood: String?
  var difficulty: Int16

  init(_ stamp: Stamp) {
    day = stamp.day.description
    type = stamp.stampType
    stampedAt = stamp.stampedAt
    note = stamp.note
    mood = stamp.mood
    difficulty = stamp.difficulty
  }
}

/// A reward in JSON.
struct RewardRecord: Codable, Equatable {
  var name: String
  var type: String
  var description: String
  var threshold: Int32
  var isUnlocked: Bool
  var unlockedAt: Date?
  var rarity: String
  var category: String

  init(_ reward: Reward) {
    name = reward.name
    type = reward.type
    description = reward.description
    threshold = reward.threshold
    isUnlocked = reward.isUnlocked
    unlockedAt = reward.unlockedAt
    rarity = reward.rarity
    category = reward.category
  }
}
