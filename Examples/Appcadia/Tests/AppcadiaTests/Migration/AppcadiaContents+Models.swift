import Foundation

@testable import AppcadiaCore

extension AppcadiaContents.Trainer {
  init(_ model: AppcadiaSchemaV1_0.Trainer) {
    self.init(
      id: model.id, name: model.name, type: model.type, isSelected: model.isSelected,
      avatarImageName: model.avatarImageName, voicePrefix: model.voicePrefix,
      description: model.description, personality: model.personality, createdAt: model.createdAt)
  }

  init(_ model: AppcadiaSchemaV1_1.Trainer) {
    self.init(
      id: model.id, name: model.name, type: model.type, isSelected: model.isSelected,
      avatarImageName: model.avatarImageName, voicePrefix: model.voicePrefix,
      description: model.description, personality: model.personality, createdAt: model.createdAt,
      rewards: Set(model.rewards.map(\.id)))
  }
}

extension AppcadiaContents.Goal {
  init(_ model: AppcadiaCore.Goal) {
    self.init(
      id: model.id, title: model.title, category: model.category,
      targetDescription: model.targetDescription, isActive: model.isActive,
      createdAt: model.createdAt, targetEndDate: model.targetEndDate,
      motivation: model.motivation, difficulty: model.difficulty, totalStamps: model.totalStamps,
      currentStreak: model.currentStreak, bestStreak: model.bestStreak,
      lastStampDate: model.lastStampDate, actions: Set(model.dailyActions.map(\.id)),
      stamps: Set(model.stamps.map(\.id)))
  }
}

extension AppcadiaContents.Action {
  init(_ model: DailyAction) {
    self.init(
      id: model.id, goalId: model.goalId, title: model.title, description: model.description,
      isRequired: model.isRequired, estimatedMinutes: model.estimatedMinutes,
      reminderHour: model.reminderHour, reminderMinute: model.reminderMinute,
      isReminderEnabled: model.isReminderEnabled, sortOrder: model.sortOrder,
      createdAt: model.createdAt, goal: model.goal?.id)
  }
}

extension AppcadiaContents.Stamp {
  init(_ model: AppcadiaCore.Stamp) {
    self.init(
      id: model.id, goalId: model.goalId, date: model.date, stampedAt: model.stampedAt,
      note: model.note, stampType: model.stampType, mood: model.mood, difficulty: model.difficulty,
      goal: model.goal?.id)
  }
}

extension AppcadiaContents.Reward {
  init(_ model: AppcadiaCore.Reward) {
    self.init(
      id: model.id, trainerId: model.trainerId, type: model.type, name: model.name,
      description: model.description, threshold: model.threshold, isUnlocked: model.isUnlocked,
      unlockedAt: model.unlockedAt, contentFileName: model.contentFileName, rarity: model.rarity,
      category: model.category, trainer: model.trainer?.id)
  }
}

extension AppcadiaContents.Settings {
  init(_ model: AppSettings) {
    self.init(
      id: model.id, selectedTrainerId: model.selectedTrainerId,
      isFirstLaunch: model.isFirstLaunch, voiceVolume: model.voiceVolume,
      notificationEnabled: model.notificationEnabled,
      preferredNotificationTime: model.preferredNotificationTime, themeMode: model.themeMode,
      language: model.language, lastBackupDate: model.lastBackupDate,
      totalAppUsageDays: model.totalAppUsageDays, createdAt: model.createdAt,
      updatedAt: model.updatedAt)
  }
}

extension AppcadiaContents.Completion {
  init(_ model: AppcadiaCore.Completion) {
    self.init(
      id: model.id, actionId: model.actionId, goalId: model.goalId, date: model.date,
      completedAt: model.completedAt)
  }
}
