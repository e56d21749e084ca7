import Foundation

/// What the user chose about sync.
package struct SyncSettings: Sendable {
  private enum Key {
    static let iCloud = "iCloudSyncEnabled"
    static let firebase = "firebaseSyncEnabled"
    static let hasLaunched = "hasLaunched"
  }

  private let storage: any SettingsStorage

  package init(storage: some SettingsStorage = UserDefaultsStorage()) {
    self.storage = storage
  }

  /// On until it is turned off.
  package var iCloudSyncEnabled: Bool { storage.bool(forKey: Key.iCloud) ?? true }
  package var firebaseSyncEnabled: Bool { storage.bool(forKey: Key.firebase) ?? false }
  /// Whether the app was not started with these settings before.
  package var isFirstLaunch: Bool { !(storage.bool(forKey: Key.hasLaunched) ?? false) }

  /// The provider that the settings name.
  package var provider: SyncProvider {
    if iCloudSyncEnabled { return .cloudKit }
    return firebaseSyncEnabled ? .firebase : .local
  }

  /// The provider to sync with: the one that the settings name, but this device where that is iCloud
  /// and this version of the app cannot sync with it.
  ///
  /// iCloud is on unless somebody turned it off, so that it must not keep an app from working.
  package var usedProvider: SyncProvider {
    provider == .cloudKit && !provider.isAvailable ? .local : provider
  }

  /// Notes that the app was started.
  /// - Throws: What the storage throws when it cannot be written.
  package func noteLaunch() throws {
    guard isFirstLaunch else { return }
    try storage.set(true, forKey: Key.hasLaunched)
  }

  /// - Throws: What the storage throws when it cannot be written.
  package func setICloudSyncEnabled(_ enabled: Bool) throws {
    let former = iCloudSyncEnabled
    try storage.set(enabled, forKey: Key.iCloud)
    guard enabled != former else { return }
    NotificationCenter.default.post(name: .iCloudSyncSettingChanged, object: nil)
  }

  /// - Throws: What the storage throws when it cannot be written.
  package func setFirebaseSyncEnabled(_ enabled: Bool) throws {
    guard enabled != firebaseSyncEnabled else { return }
    try storage.set(enabled, forKey: Key.firebase)
  }
}

extension Notification.Name {
  package static let iCloudSyncSettingChanged = Notification.Name("iCloudSyncSettingChanged")
}
