import AppcadiaCore
import ExampleSupport
import Foundation

/// The settings in JSON.
struct SettingsRecord: Codable, Equatable {
  var trainer: String?
  var volume: Float
  var notifications: Bool
  var notificationTime: String
  var theme: String
  var language: String
  var usageDays: Int32
  var isFirstLaunch: Bool
  var lastBackup: Date?

  init(_ settings: AppSettings, trainer: String?) {
    self.trainer = trainer
    volume = settings.voiceVolume
    notifications = settings.notificationEnabled
    notificationTime = TimeOfDay(date: settings.preferredNotificationTime).description
    theme = settings.themeMode
    language = settings.language
    usageDays = settings.totalAppUsageDays
    isFirstLaunch = settings.isFirstLaunch
    lastBackup = settings.lastBackupDate
  }

  /// The settings as lines of text.
  var lines: [String] {
    [
      ("trainer", trainer?.printable ?? "none"),
      (Setting.volume.rawValue, "\(volume)"),
      (Setting.notifications.rawValue, notifications ? "on" : "off"),
      (Setting.notificationTime.rawValue, notificationTime),
      (Setting.theme.rawValue, theme.printable),
      (Setting.language.rawValue, language.printable),
      ("days used", "\(usageDays)"),
      ("last backup", lastBackup?.formatted(.iso8601) ?? "none"),
    ].map { $0.padded(to: 18) + "  " + $1 }
  }
}
