import Foundation
import SwiftData

/// Manages the settings of the app, of which a store contains one instance.
package struct SettingsRepository {
  let context: ModelContext

  package init(context: ModelContext) {
    self.context = context
  }

  /// The settings; if there are none, they are created, and saved with the next change.
  ///
  /// Version 1.1 of the app did not store settings, but knew the chosen trainer.
  ///
  /// - Parameters:
  ///   - language: The language of new settings.
  ///   - now: The current time.
  /// - Returns: The settings.
  /// - Throws: An error of the store.
  package func settings(
    language: Language = .japanese, at now: Date = .now
  ) throws -> AppSettings {
    var request = FetchDescriptor<AppSettings>(sortBy: [SortDescriptor(\.createdAt)])
    request.fetchLimit = 1
    if let settings = try context.fetch(request).first { return settings }
    let settings = AppSettings(language: language, createdAt: now)
    context.insert(settings)
    settings.selectedTrainerId = try TrainerRepository(context: context).selected()?.id
    settings.isFirstLaunch = settings.selectedTrainerId == nil
    return settings
  }

  /// Creates the settings if there are none, and saves; programs that start at once create them once.
  ///
  /// - Throws: An error of the store.
  package func install(language: Language, at now: Date = .now) throws {
    guard try context.fetchCount(FetchDescriptor<AppSettings>()) == 0 else { return }
    try context.serially { _ = try settings(language: language, at: now) }
  }

  /// Changes the settings, and saves.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - change: Changes the settings.
  /// - Returns: The settings.
  /// - Throws: An error of `change`, `AppcadiaError.volumeOutOfRange`, or an error of the store;
  ///   nothing is saved then.
  @discardableResult
  package func update(
    at now: Date = .now, _ change: (AppSettings) throws -> Void
  ) throws -> AppSettings {
    try context.serially {
      let settings = try settings(at: now)
      try change(settings)
      guard (0...1).contains(settings.voiceVolume) else {
        throw AppcadiaError.volumeOutOfRange(settings.voiceVolume)
      }
      settings.updatedAt = now
      return settings
    }
  }

  /// Counts today as a day on which the app was used, unless it is already counted, and saves.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - timeZone: The time zone that determines today.
  /// - Throws: An error of the store.
  package func noteUse(at now: Date = .now, in timeZone: TimeZone) throws {
    try context.serially {
      let settings = try settings(at: now)
      let lastUse = Day(settings.updatedAt, in: timeZone)
      guard settings.totalAppUsageDays == 0 || lastUse < Day(now, in: timeZone) else { return }
      settings.totalAppUsageDays = Int32(clamping: Int(settings.totalAppUsageDays) + 1)
      settings.updatedAt = now
    }
  }
}
