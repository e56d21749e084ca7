import Foundation
import SwiftData

extension AppcadiaSchemaV1_2 {
  /// アプリ設定: the settings, of which `SettingsRepository` creates one instance in each store.
  @Model
  package final class AppSettings {
    @Attribute(.unique) package var id: UUID
    package var selectedTrainerId: UUID?
    package var isFirstLaunch: Bool
    /// 0 to 1.
    package var voiceVolume: Float
    package var notificationEnabled: Bool
    /// A time of day, as `TimeOfDay.date`.
    package var preferredNotificationTime: Date
    /// The raw value of a `ThemeMode`.
    package var themeMode: String
    /// The raw value of a `Language`.
    package var language: String
    package var lastBackupDate: Date?
    package var totalAppUsageDays: Int32
    package var createdAt: Date
    package var updatedAt: Date

    package init(id: UUID = UUID(), language: Language = .japanese, createdAt: Date = .now) {
      self.id = id
      self.selectedTrainerId = nil
      self.isFirstLaunch = true
      self.voiceVolume = 0.8
      self.notificationEnabled = false
      self.preferredNotificationTime = TimeOfDay.evening.date
      self.themeMode = ThemeMode.auto.rawValue
      self.language = language.rawValue
      self.lastBackupDate = nil
      self.totalAppUsageDays = 0
      self.createdAt = createdAt
      self.updatedAt = createdAt
    }
  }
}
