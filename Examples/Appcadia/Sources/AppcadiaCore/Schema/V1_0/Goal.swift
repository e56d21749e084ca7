import Foundation
import SwiftData

extension AppcadiaSchemaV1_0 {
  /// 目標: something that the user wants to achieve, and the progress so far.
  @Model
  package final class Goal {
    #Index<Goal>([\.isActive], [\.createdAt], [\.lastStampDate])

    @Attribute(.unique) package var id: UUID
    package var title: String
    /// 自由入力カテゴリ: free text.
    package var category: String
    package var targetDescription: String
    package var isActive: Bool
    package var createdAt: Date
    /// 任意の終了日: the optional deadline, as `Day.date`.
    package var targetEndDate: Date?
    /// 目標設定時の動機: the user's motivation.
    package var motivation: String
    /// 1-5の難易度: the difficulty.
    package var difficulty: Int16

    // MARK: - 進捗関連

    /// The number of stamps of all types.
    package var totalStamps: Int32
    /// 連続達成日数: the number of consecutive days up to `lastStampDate`, even if today can no longer
    /// continue them; see `currentStreak(asOf:)`.
    package var currentStreak: Int32
    /// 最高連続記録: the longest run of days so far.
    package var bestStreak: Int32
    /// The day of the last regular stamp, as `Day.date`.
    package var lastStampDate: Date?

    // MARK: - リレーション

    @Relationship(deleteRule: .cascade, inverse: \DailyAction.goal)
    package var dailyActions: [DailyAction] = []
    @Relationship(deleteRule: .cascade, inverse: \Stamp.goal)
    package var stamps: [Stamp] = []

    package init(
      id: UUID = UUID(), title: String, category: String = "", targetDescription: String = "",
      createdAt: Date = .now, targetEnd: Day? = nil, motivation: String = "", difficulty: Int16 = 3
    ) {
      self.id = id
      self.title = title
      self.category = category
      self.targetDescription = targetDescription
      self.isActive = true
      self.createdAt = createdAt
      self.targetEndDate = targetEnd?.date
      self.motivation = motivation
      self.difficulty = difficulty
      self.totalStamps = 0
      self.currentStreak = 0
      self.bestStreak = 0
      self.lastStampDate = nil
    }
  }
}
