import Foundation
import SwiftData

extension AppcadiaSchemaV1_1 {
  /// トレーナー: a character that encourages the user.
  @Model
  package final class Trainer {
    #Index<Trainer>([\.isSelected])

    @Attribute(.unique) package var id: UUID
    package var name: String
    /// The raw value of a `TrainerType`.
    package var type: String
    /// True for at most one trainer; `TrainerRepository.choose` ensures it.
    package var isSelected: Bool
    package var avatarImageName: String
    /// 音声ファイルのプレフィックス: the prefix of the names of sound files.
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
