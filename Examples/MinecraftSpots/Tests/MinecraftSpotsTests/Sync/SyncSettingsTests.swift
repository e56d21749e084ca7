import Foundation
import MinecraftSpotsCore
import Synchronization
import Testing

@Suite("Sync settings")
struct SyncSettingsTests {
  @Test func changedSettingsPostANotification() throws {
    let settings = SyncSettings(storage: SettingsInMemory())
    // Other tests also post notifications.
    let thread = ObjectIdentifier(Thread.current)
    let count = Mutex(0)
    let token = NotificationCenter.default.addObserver(
      forName: .iCloudSyncSettingChanged, object: nil, queue: nil
    ) { _ in
      if ObjectIdentifier(Thread.current) == thread { count.withLock { $0 += 1 } }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    // It is on by default, so this changes nothing.
    try settings.setICloudSyncEnabled(true)
    #expect(count.withLock { $0 } == 0)
    try settings.setICloudSyncEnabled(false)
    try settings.setICloudSyncEnabled(false)
    try settings.setFirebaseSyncEnabled(true)
    #expect(count.withLock { $0 } == 1)
  }

  @Test func iCloudIsPreferredToFirebase() throws {
    let settings = SyncSettings(storage: SettingsInMemory())
    try settings.setICloudSyncEnabled(false)
    try settings.setFirebaseSyncEnabled(true)
    #expect(settings.provider == .firebase)
    try settings.setICloudSyncEnabled(true)
    #expect(settings.provider == .cloudKit)
  }

  @Test func settingsAreKeptInUserDefaults() throws {
    let name = "MinecraftSpotsTests-\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: name) }
    let settings = SyncSettings(storage: UserDefaultsStorage(suiteName: name))
    #expect(settings.iCloudSyncEnabled)
    #expect(settings.isFirstLaunch)
    try settings.setICloudSyncEnabled(false)
    try settings.noteLaunch()
    let later = SyncSettings(storage: UserDefaultsStorage(suiteName: name))
    #expect(!later.iCloudSyncEnabled)
    #expect(!later.isFirstLaunch)
    #expect(UserDefaults(suiteName: name)?.object(forKey: "iCloudSyncEnabled") as? Bool == false)
    try later.setICloudSyncEnabled(true)
    #expect(SyncSettings(storage: UserDefaultsStorage(suiteName: name)).iCloudSyncEnabled)
  }

  @Test func textsMatchTheDesign() {
    #expect(SettingsText.restart == "設定を反映するにはアプリを再起動してください")
    #expect(SettingsText.footer == "iCloud同期をオンにすると、複数のデバイス間でデータが同期されます。")
  }
}
