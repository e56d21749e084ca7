import AppcadiaCore
import Foundation
import SwiftData
import Testing

@Suite("Settings repository")
struct SettingsRepositoryTests {
  @Test(arguments: StoreKind.allCases)
  func valuesOfSettingsAreStoredInOneRow(_ kind: StoreKind) async throws {
    try await kind.withContainer { container async throws in
      let now = Date(timeIntervalSince1970: 1_700_000_000)
      try SettingsRepository(context: ModelContext(container)).update(at: now) { settings in
        settings.voiceVolume = 0.25
        settings.themeMode = ThemeMode.dark.rawValue
        settings.preferredNotificationTime = TimeOfDay("06:45")?.date ?? .distantPast
      }
      let context = ModelContext(container)
      let settings = try SettingsRepository(context: context).settings()
      #expect(settings.voiceVolume == 0.25)
      #expect(settings.themeMode == "dark")
      #expect(TimeOfDay(date: settings.preferredNotificationTime).description == "06:45")
      #expect(settings.updatedAt == now)
      #expect(settings.isFirstLaunch)
      #expect(settings.lastBackupDate == nil)
      #expect(try context.count(AppSettings.self) == 1)
    }
  }

  @Test(arguments: [Float(-0.1), 1.5, .infinity, .nan])
  func volumesOutOfRangeAreRefused(_ volume: Float) async throws {
    try await StoreKind.memory.withContainer { container async throws in
      let repository = SettingsRepository(context: ModelContext(container))
      #expect(throws: AppcadiaError.self) {
        try repository.update { $0.voiceVolume = volume }
      }
      #expect(try repository.settings().voiceVolume == 0.8)
    }
  }

  @Test func daysOfUseAreCounted() async throws {
    try await StoreKind.memory.withContainer { container async throws in
      let repository = SettingsRepository(context: ModelContext(container))
      let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
      for hour in stride(from: 0, to: 72, by: 5) {
        try repository.noteUse(at: Date(timeIntervalSince1970: Double(hour) * 3_600), in: zone)
      }
      // From nine o'clock on the first day to seven o'clock on the fourth.
      #expect(try repository.settings().totalAppUsageDays == 4)
    }
  }
}
