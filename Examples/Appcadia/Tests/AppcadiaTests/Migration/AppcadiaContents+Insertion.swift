import Foundation
import SwiftData

@testable import AppcadiaCore

extension AppcadiaContents {
  /// Inserts the contents of version 1.0; a closure inserts the trainers.
  func insertBase(
    into context: ModelContext, insertTrainer: (Trainer) -> Void
  ) {
    trainers.forEach(insertTrainer)
    var models: [UUID: AppcadiaCore.Goal] = [:]
    for goal in goals {
      let model = AppcadiaCore.Goal(goal)
      context.insert(model)
      models[goal.id] = model
    }
    for action in actions {
      let model = DailyAction(action)
      context.insert(model)
      model.goal = action.goal.flatMap { models[$0] }
    }
    for stamp in stamps {
      let model = AppcadiaCore.Stamp(stamp)
      context.insert(model)
      model.goal = stamp.goal.flatMap { models[$0] }
    }
  }

  /// Inserts the contents of version 1.1.
  func insertWithRewards(into context: ModelContext) {
    var models: [UUID: AppcadiaCore.Trainer] = [:]
    insertBase(into: context) { trainer in
      let model = AppcadiaCore.Trainer(trainer)
      context.insert(model)
      models[trainer.id] = model
    }
    for reward in rewards {
      let model = AppcadiaCore.Reward(reward)
      context.insert(model)
      model.trainer = reward.trainer.flatMap { models[$0] }
    }
  }
}

extension AppcadiaSchemaV1_0.Trainer {
  convenience init(_ row: AppcadiaContents.Trainer) {
    self.init(
      id: row.id, name: row.name, type: .calm, avatarImageName: row.avatarImageName,
      voicePrefix: row.voicePrefix, description: row.description, personality: row.personality,
      createdAt: row.createdAt)
    (type, isSelected) = (row.type, row.isSelected)
  }
}

extension Trainer {
  fileprivate convenience init(_ row: AppcadiaContents.Trainer) {
    self.init(
      id: row.id, name: row.name, type: .calm, avatarImageName: row.avatarImageName,
      voicePrefix: row.voicePrefix, description: row.description, personality: row.personality,
      createdAt: row.createdAt)
    (type, isSelected) = (row.type, row.isSelected)
  }
}

extension Goal {
  fileprivate convenience init(_ row: AppcadiaContents.Goal) {
    self.init(
      id: row.id, title: row.title, category: row.category,
      targetDescription: row.targetDescription, createdAt: row.createdAt,
      motivation: row.motivation, difficulty: row.difficulty)
    (isActive, targetEndDate, totalStamps) = (row.isActive, row.targetEndDate, row.totalStamps)
    (currentStreak, bestStreak) = (row.currentStreak, row.bestStreak)
    lastStampDate = row.lastStampDate
  }
}

extension DailyAction {
  fileprivate convenience init(_ row: AppcadiaContents.Action) {
    self.init(
      id: row.id, goalId: row.goalId, title: row.title, description: row.description,
      isRequired: row.isRequired, estimatedMinutes: row.estimatedMinutes,
      sortOrder: row.sortOrder, createdAt: row.createdAt)
    (reminderHour, reminderMinute) = (row.reminderHour, row.reminderMinute)
    isReminderEnabled = row.isReminderEnabled
  }
}

extension Stamp {
  fileprivate convenience init(_ row: AppcadiaContents.Stamp) {
    self.init(
      id: row.id, goalId: row.goalId, date: row.date, stampedAt: row.stampedAt, note: row.note,
      mood: row.mood, difficulty: row.difficulty)
    stampType = row.stampType
  }
}

extension Reward {
  fileprivate convenience init(_ row: AppcadiaContents.Reward) {
    self.init(
      id: row.id, trainerId: row.trainerId, type: .badge, name: row.name,
      description: row.description, threshold: row.threshold,
      contentFileName: row.contentFileName)
    (type, rarity, category) = (row.type, row.rarity, row.category)
    (isUnlocked, unlockedAt) = (row.isUnlocked, row.unlockedAt)
  }
}

extension AppSettings {
  convenience init(_ row: AppcadiaContents.Settings) {
    self.init(id: row.id, createdAt: row.createdAt)
    (selectedTrainerId, isFirstLaunch) = (row.selectedTrainerId, row.isFirstLaunch)
    (voiceVolume, notificationEnabled) = (row.voiceVolume, row.notificationEnabled)
    preferredNotificationTime = row.preferredNotificationTime
    (themeMode, language) = (row.themeMode, row.language)
    (lastBackupDate, totalAppUsageDays) = (row.lastBackupDate, row.totalAppUsageDays)
    updatedAt = row.updatedAt
  }
}

extension Completion {
  convenience init(_ row: AppcadiaContents.Completion) {
    self.init(
      id: row.id, actionId: row.actionId, goalId: row.goalId, date: row.date,
      completedAt: row.completedAt)
  }
}
