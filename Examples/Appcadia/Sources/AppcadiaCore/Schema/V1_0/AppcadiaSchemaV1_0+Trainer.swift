import Foundation
import SwiftData

extension AppcadiaSchemaV1_0 {
  /// トレーナー, before trainers had rewards to give.
  @Model
  package final class Trainer {
    #Index<Trainer>([\.isSelected])

    @Attribute(.unique) package var id: UUID
    package var name: String
    /// The raw value of a `TrainerType`.
    package var type: String
    package var isSelected: Bool
    package var avatarImageName: String
    package var voicePrefix: String
    package var description: String
    package var personality: String
    package var createdAt: Date

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
