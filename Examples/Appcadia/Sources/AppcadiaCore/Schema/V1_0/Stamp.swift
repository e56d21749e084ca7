import Foundation
import SwiftData

extension AppcadiaSchemaV1_0 {
  /// スタンプ: records that the user worked on a goal on a day.
  @Model
  package final class Stamp {
    #Index<Stamp>([\.date], [\.goalId])
    #Unique<Stamp>([\.goalId, \.date])

    @Attribute(.unique) package var id: UUID
    package var goalId: UUID
    /// スタンプ獲得日（日付のみ）: `Day.date` for the regular stamp.
    ///
    /// Goal and date are unique together, so further stamps of a day get a few seconds more: one
    /// second for the first, two for the next.
    package var date: Date
    /// スタンプした時刻: the time when it was given.
    package var stampedAt: Date
    /// メモ（任意）: an optional note.
    package var note: String?
    /// The raw value of a `StampType`.
    package var stampType: String
    /// 気分記録（任意）: the user's mood.
    package var mood: String?
    /// その日感じた難易度: the perceived difficulty, 1 to 5.
    package var difficulty: Int16

    package var goal: Goal?

    package init(
      id: UUID = UUID(), goalId: UUID, date: Date, stampedAt: Date, note: String? = nil,
      type: StampType = .regular, mood: String? = nil, difficulty: Int16 = 3
    ) {
      self.id = id
      self.goalId = goalId
      self.date = date
      self.stampedAt = stampedAt
      self.note = note
      self.stampType = type.rawValue
      self.mood = mood
      self.difficulty = difficulty
    }
  }
}
