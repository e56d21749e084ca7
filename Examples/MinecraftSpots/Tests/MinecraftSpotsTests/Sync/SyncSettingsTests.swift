import Foundation
import MinecraftSpotsCore
import Synchronization
import Testing

@Suite("Sync settings")
struct SyncSettingsTests {
  @Test func postWhenTheyChange() throws {
    let settings = SyncSettings(storage: SettingsInMemory())
    // Other tests post, too.
    let thread = ObjectIdentifier(Thread.current)
    let count = Mutex(0)
    let token = NotificationCenter.default.addObserver(
      forName: .iCloudSyncSettingChanged, object: nil, queue: nil
    ) { _ in
      if ObjectIdentifier(Thread.current) == thread { count.withLock { $0 += 1 } }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try settings.setICloudSyncEnabled(true)
    try settings.setICloudSyncEnabled(true)
    try settings.setFirebaseSyncEnabled(true)
    #expect(count.withLock { $0 } == 1)
  }

  @Test func preferICloud() throws {
    let settings = SyncSettings(storage: SettingsInMemory())
    try settings.setFirebaseSyncEnabled(true)
    #expect(settings.provider == .firebase)
    try settings.setICloudSyncEnabled(true)
    #expect(settings.provider == .cloudKit)
  }

  @Test func areKeptInUserDefaults() throws {
    let name = "MinecraftSpotsTests-\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: name) }
    let settings = SyncSettings(storage: UserDefaultsStorage(suiteName: name))
    #expect(!settings.iCloudSyncEnabled)
    try settings.setICloudSyncEnabled(true)
    #expect(SyncSettings(storage: UserDefaultsStorage(suiteName: name)).iCloudSyncEnabled)
    #expect(UserDefaults(suiteName: name)?.bool(forKey: "iCloudSyncEnabled") == true)
  }
}
