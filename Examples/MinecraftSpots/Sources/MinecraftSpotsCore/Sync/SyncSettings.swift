import Foundation

/// What the user chose about sync.
package struct SyncSettings: Sendable {
  private enum Key {
    static let iCloud = "iCloudSyncEnabled"
    static let firebase = "firebaseSyncEnabled"
    static let kinto = "kintoSyncEnabled"
    static let chosen = "syncProvider"
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

  package var kintoSyncEnabled: Bool { storage.bool(forKey: Key.kinto) ?? false }

  /// The provider that is on.
  package var provider: SyncProvider {
    if iCloudSyncEnabled { return .cloudKit }
    if firebaseSyncEnabled { return .firebase }
    return kintoSyncEnabled ? .kinto : .local
  }

  /// The provider that was chosen, also while it is off.
  package var chosenProvider: SyncProvider {
    guard provider == .local else { return provider }
    return storage.string(forKey: Key.chosen).flatMap(SyncProvider.init(rawValue:)) ?? .local
  }

  /// Whether enough is known of a provider to sync with it.
  package func isSetUp(_ provider: SyncProvider) -> Bool {
    provider.placeKey.map { storage.string(forKey: $0) != nil } ?? true
  }

  /// The provider to sync with: the one that is on, but this device where nobody said where that is.
  ///
  /// iCloud is on unless somebody turned it off, so that it must not keep an app from working.
  package var usedProvider: SyncProvider { isSetUp(provider) ? provider : .local }

  /// Turns a provider on, and all others off.
  /// - Throws: What the storage throws when it cannot be written.
  package func choose(_ provider: SyncProvider) throws {
    try storage.set(provider.rawValue, forKey: Key.chosen)
    try setFirebaseSyncEnabled(provider == .firebase)
    try setKintoSyncEnabled(provider == .kinto)
    try setICloudSyncEnabled(provider == .cloudKit)
  }

  /// Turns a provider off, and remembers it as the one that was chosen.
  /// - Throws: What the storage throws when it cannot be written.
  package func turnOff(_ provider: SyncProvider) throws {
    if provider == chosenProvider { try storage.set(provider.rawValue, forKey: Key.chosen) }
    switch provider {
    case .cloudKit: try setICloudSyncEnabled(false)
    case .firebase: try setFirebaseSyncEnabled(false)
    case .kinto: try setKintoSyncEnabled(false)
    case .local: break
    }
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

  /// - Throws: What the storage throws when it cannot be written.
  package func setKintoSyncEnabled(_ enabled: Bool) throws {
    guard enabled != kintoSyncEnabled else { return }
    try storage.set(enabled, forKey: Key.kinto)
  }
}

extension Notification.Name {
  package static let iCloudSyncSettingChanged = Notification.Name("iCloudSyncSettingChanged")
}
