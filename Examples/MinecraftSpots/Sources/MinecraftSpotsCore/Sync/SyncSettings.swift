import Foundation

/// What the user chose about sync.
package struct SyncSettings: Sendable {
  private enum Key {
    static let iCloud = "iCloudSyncEnabled"
    static let firebase = "firebaseSyncEnabled"
  }

  private let storage: any SettingsStorage

  package init(storage: some SettingsStorage = UserDefaultsStorage()) {
    self.storage = storage
  }

  package var iCloudSyncEnabled: Bool { storage.bool(forKey: Key.iCloud) }
  package var firebaseSyncEnabled: Bool { storage.bool(forKey: Key.firebase) }

  /// The provider that the settings name.
  package var provider: SyncProvider {
    if iCloudSyncEnabled { return .cloudKit }
    return firebaseSyncEnabled ? .firebase : .local
  }

  /// - Throws: What the storage throws when it cannot be written.
  package func setICloudSyncEnabled(_ enabled: Bool) throws {
    guard enabled != iCloudSyncEnabled else { return }
    try storage.set(enabled, forKey: Key.iCloud)
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
