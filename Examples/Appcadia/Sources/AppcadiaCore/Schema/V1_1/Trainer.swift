import Foundation
import SwiftData

extension AppcadiaSchemaV1_1 {
  /// トレーナー: who cheers the user on, in a manner of their own.
  @Model
  package final class Trainer {
    #Index<Trainer>([\.isSelected])

    @Attribute(.unique) package var id: UUID
    package var name: String
    /// The raw value of a `TrainerType`.
    package var type: String
    /// True of one trainer at most; `TrainerRepository.choose` keeps it so.
    package var isSelected: Bool
    package var avatarImageName: String
    /// 音声ファイルのプレフィックス: what the names of sound files begin with.
    package var voicePrefix: String
    package var description: String
    /// 性格設定: the character, in words.
    package var personality: String
    package var createdAt: Date

    @Relationship(deleteRule: .cascade, inverse: \Reward.trainer)
    package var rewards: [Reward] = []

    package init(
      id: UUID = UUID(), name: String, type: TrainerType, avatarImageName: String = "",
      voicePrefix: String = "", description: String = "", personality: String = "",
      createdAt: Date = .now
    ) {
      self.id = id
      self.name = name
      self.type = type.rawValue
      self.isSelected = false
      self.avatarImageName = avatarImageName
      self.voicePrefix = voicePrefix
      self.description = description
      self.personality = personality
      self.createdAt = createdAt
    }
  }
}
