import Foundation
import SwiftData

extension AppcadiaSchemaV1_0 {
  /// スタンプ: the mark that a day was used for a goal.
  @Model
  package final class Stamp {
    #Index<Stamp>([\.date], [\.goalId])
    #Unique<Stamp>([\.goalId, \.date])

    @Attribute(.unique) package var id: UUID
    package var goalId: UUID
    /// スタンプ獲得日（日付のみ）: `Day.date` for the regular stamp.
    ///
    /// Goal and date are unique together, so the stamps that a day has besides are some seconds
    /// into it: the first one second, the next two.
    package var date: Date
    /// スタンプした時刻: when it was given.
    package var stampedAt: Date
    /// メモ（任意）: anything worth noting.
    package var note: String?
    /// The raw value of a `StampType`.
    package var stampType: String
    /// 気分記録（任意）: how the user felt.
    package var mood: String?
    /// その日感じた難易度: how hard it felt, 1 to 5.
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
