import Foundation

/// The contents of a store of the app, as plain values sorted by identifier.
struct AppcadiaContents: Equatable, Sendable {
  struct Trainer: Equatable {
    var id: UUID
    var name: String
    var type: String
    var isSelected: Bool
    var avatarImageName: String
    var voicePrefix: String
    var description: String
    var personality: String
    var createdAt: Date
    /// Since version 1.1.
    var rewards: Set<UUID> = []
  }

  struct Goal: Equatable {
    var id: UUID
    var title: String
    var category: String
    var targetDescription: String
    var isActive: Bool
    var createdAt: Date
    var targetEndDate: Date?
    var motivation: String
    var difficulty: Int16
    var totalStamps: Int32
    var currentStreak: Int32
    var bestStreak: Int32
    var lastStampDate: Date?
    var actions: Set<UUID> = []
    var stamps: Set<UUID> = []
  }

  struct Action: Equatable {
    var id: UUID
    var goalId: UUID
    var title: String
    var description: String
    var isRequired: Bool
    var estimatedMinutes: Int16
    var reminderHour: Int16
    var reminderMinute: Int16
    var isReminderEnabled: Bool
    var sortOrder: Int16
    var createdAt: Date
    var goal: UUID?
  }

  struct Stamp: Equatable {
    var id: UUID
    var goalId: UUID
    var date: Date
    var stampedAt: Date
    var note: String?
    var stampType: String
    var mood: String?
    var difficulty: Int16
    var goal: UUID?
  }

  struct Reward: Equatable {
    var id: UUID
    var trainerId: UUID
    var type: String
    var name: String
    var description: String
    var threshold: Int32
    var isUnlocked: Bool
    var unlockedAt: Date?
    var contentFileName: String
    var rarity: String
    var category: String
    var trainer: UUID?
  }

  struct Completion: Equatable {
    var id: UUID
    var actionId: UUID
    var goalId: UUID
    var date: Date
    var completedAt: Date
  }

  struct Settings: Equatable {
    var id: UUID
    var selectedTrainerId: UUID?
    var isFirstLaunch: Bool
    var voiceVolume: Float
    var notificationEnabled: Bool
    var preferredNotificationTime: Date
    var themeMode: String
    var language: String
    var lastBackupDate: Date?
    var totalAppUsageDays: Int32
    var createdAt: Date
    var updatedAt: Date
  }

  var trainers: [Trainer] = []
  var goals: [Goal] = []
  var actions: [Action] = []
  var stamps: [Stamp] = []
  /// Since version 1.1.
  var rewards: [Reward] = []
  /// Since version 1.2.
  var settings: [Settings] = []
  /// Since version 1.3.
  var completions: [Completion] = []
}
