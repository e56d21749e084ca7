import Foundation
import SwiftData

/// Keeps the settings of the app, of which a store holds one.
package struct SettingsRepository {
  let context: ModelContext

  package init(context: ModelContext) {
    self.context = context
  }

  /// The settings, made where there are none; those just made are saved with the next change.
  ///
  /// Version 1.1 of the app kept no settings, but knew which trainer was chosen.
  /// - Parameters:
  ///   - language: The language of settings made now.
  ///   - now: The time it is.
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

  /// Changes settings, and saves.
  /// - Parameters:
  ///   - now: The time it is.
  ///   - change: Changes them.
  /// - Returns: The settings.
  /// - Throws: What `change` throws, `AppcadiaError.volumeOutOfRange`, or an error of the store;
  ///   then nothing is changed.
  @discardableResult
  package func update(
    at now: Date = .now, _ change: (AppSettings) throws -> Void
  ) throws -> AppSettings {
    let settings = try settings(at: now)
    let volume = settings.voiceVolume
    try change(settings)
    guard (0...1).contains(settings.voiceVolume) else {
      let refused = settings.voiceVolume
      settings.voiceVolume = volume
      throw AppcadiaError.volumeOutOfRange(refused)
    }
    settings.updatedAt = now
    try context.save()
    return settings
  }

  /// Counts the day among those on which the app was used, unless it is counted, and saves.
  /// - Parameters:
  ///   - now: The time it is.
  ///   - timeZone: Where today is told.
  /// - Throws: An error of the store.
  package func noteUse(at now: Date = .now, in timeZone: TimeZone) throws {
    let settings = try settings(at: now)
    let lastUse = Day(settings.updatedAt, in: timeZone)
    guard settings.totalAppUsageDays == 0 || lastUse < Day(now, in: timeZone) else { return }
    settings.totalAppUsageDays = Int32(clamping: Int(settings.totalAppUsageDays) + 1)
    settings.updatedAt = now
    try context.save()
  }
}
