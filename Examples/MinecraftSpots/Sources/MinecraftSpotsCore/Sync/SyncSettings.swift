import Foundation

/// The user's choices about sync.
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

  /// Whether sync with iCloud is on, which is the default.
  package var iCloudSyncEnabled: Bool { storage.bool(forKey: Key.iCloud) ?? true }
  package var firebaseSyncEnabled: Bool { storage.bool(forKey: Key.firebase) ?? false }
  /// Whether the app was never launched with these settings.
  package var isFirstLaunch: Bool { !(storage.bool(forKey: Key.hasLaunched) ?? false) }

  package var kintoSyncEnabled: Bool { storage.bool(forKey: Key.kinto) ?? false }

  /// The provider that is turned on.
  package var provider: SyncProvider {
    if iCloudSyncEnabled { return .cloudKit }
    if firebaseSyncEnabled { return .firebase }
    return kintoSyncEnabled ? .kinto : .local
  }

  /// The chosen provider, even if it is turned off.
  package var chosenProvider: SyncProvider {
    guard provider == .local else { return provider }
    return storage.string(forKey: Key.chosen).flatMap(SyncProvider.init(rawValue:)) ?? .local
  }

  /// Whether enough is configured to sync with a provider.
  package func isSetUp(_ provider: SyncProvider) -> Bool {
    provider.placeKey.map { storage.string(forKey: $0) != nil } ?? true
  }

  /// The provider to sync with: the active one, or this device if its server is not configured.
  ///
  /// iCloud is on by default, so it must not keep an app from working.
  package var usedProvider: SyncProvider { isSetUp(provider) ? provider : .local }

  /// Turns a provider on, and all others off.
  ///
  /// - Throws: An error of the storage if it cannot be written.
  package func choose(_ provider: SyncProvider) throws {
    try storage.set(provider.rawValue, forKey: Key.chosen)
    try setFirebaseSyncEnabled(provider == .firebase)
    try setKintoSyncEnabled(provider == .kinto)
    try setICloudSyncEnabled(provider == .cloudKit)
  }

  /// Turns a provider off, and remembers it as the chosen one.
  ///
  /// - Throws: An error of the storage if it cannot be written.
  package func turnOff(_ provider: SyncProvider) throws {
    if provider == chosenProvider { try storage.set(provider.rawValue, forKey: Key.chosen) }
    switch provider {
    case .cloudKit: try setICloudSyncEnabled(false)
    case .firebase: try setFirebaseSyncEnabled(false)
    case .kinto: try setKintoSyncEnabled(false)
    case .local: break
    }
  }

  /// Records that the app was launched.
  ///
  /// - Throws: An error of the storage if it cannot be written.
  package func noteLaunch() throws {
    guard isFirstLaunch else { return }
    try storage.set(true, forKey: Key.hasLaunched)
  }

  /// - Throws: An error of the storage if it cannot be written.
  package func setICloudSyncEnabled(_ enabled: Bool) throws {
    let former = iCloudSyncEnabled
    try storage.set(enabled, forKey: Key.iCloud)
    guard enabled != former else { return }
    NotificationCenter.default.post(name: .iCloudSyncSettingChanged, object: nil)
  }

  /// - Throws: An error of the storage if it cannot be written.
  package func setFirebaseSyncEnabled(_ enabled: Bool) throws {
    guard enabled != firebaseSyncEnabled else { return }
    try storage.set(enabled, forKey: Key.firebase)
  }

  /// - Throws: An error of the storage if it cannot be written.
  package func setKintoSyncEnabled(_ enabled: Bool) throws {
    guard enabled != kintoSyncEnabled else { return }
    try storage.set(enabled, forKey: Key.kinto)
  }
}

extension Notification.Name {
  package static let iCloudSyncSettingChanged = Notification.Name("iCloudSyncSettingChanged")
}
