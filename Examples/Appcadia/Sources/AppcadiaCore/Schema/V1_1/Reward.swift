import Foundation
import SwiftData

extension AppcadiaSchemaV1_1 {
  /// 報酬: something that a trainer gives for a number of stamps.
  @Model
  package final class Reward {
    #Index<Reward>([\.trainerId, \.threshold], [\.isUnlocked])

    @Attribute(.unique) package var id: UUID
    package var trainerId: UUID
    /// The raw value of a `RewardType`.
    package var type: String
    package var name: String
    package var description: String
    /// 解放に必要なスタンプ数: the number of stamps that unlock it.
    package var threshold: Int32
    package var isUnlocked: Bool
    package var unlockedAt: Date?
    /// ファイル名: the file with the sound or picture.
    package var contentFileName: String
    /// The raw value of a `RewardRarity`.
    package var rarity: String
    /// The raw value of a `RewardCategory`.
    package var category: String

    package var trainer: Trainer?

    package init(
      id: UUID = UUID(), trainerId: UUID, type: RewardType, name: String,
      description: String = "", threshold: Int32, contentFileName: String = "",
      rarity: RewardRarity = .common, category: RewardCategory = .encouragement
    ) {
      self.id = id
      self.trainerId = trainerId
      self.type = type.rawValue
      self.name = name
      self.description = description
      self.threshold = threshold
      self.isUnlocked = false
      self.unlockedAt = nil
      self.contentFileName = contentFileName
      self.rarity = rarity.rawValue
      self.category = category.rawValue
    }
  }
}
