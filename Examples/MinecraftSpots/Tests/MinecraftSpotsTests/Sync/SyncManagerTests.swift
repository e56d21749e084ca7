import Foundation
import MinecraftSpotsCore
import Synchronization
import Testing

/// Settings that end with the test.
final class SettingsInMemory: SettingsStorage {
  private let values = Mutex<[String: Bool]>([:])

  func bool(forKey key: String) -> Bool { values.withLock { $0[key] ?? false } }
  func set(_ value: Bool, forKey key: String) { values.withLock { $0[key] = value } }
}

@Suite("Sync managers")
struct SyncManagerTests {
  private let settings = SyncSettings(storage: SettingsInMemory())

  @Test func beginsWithThisDeviceOnly() async throws {
    #expect(settings.provider == .local)
    let manager = settings.provider.makeManager(settings: settings)
    #expect(manager.provider == .local)
    try await manager.synchronize()
  }

  @Test(arguments: [SyncProvider.cloudKit, .firebase])
  func saysWhatIsNotBuiltYet(_ provider: SyncProvider) async throws {
    let manager = provider.makeManager(settings: settings)
    #expect(manager.provider == provider && !provider.isAvailable)
    let error = SyncError.providerNotBuilt(provider)
    await #expect(throws: error) { try await manager.synchronize() }
    await #expect(throws: error) { try await manager.enableSync(true) }
    #expect(error.localizedDescription.contains("Sync with \(provider.displayName) is not built"))
    #expect(settings.provider == .local)
  }

  @Test(arguments: [SyncProvider.cloudKit, .firebase])
  func turnsOffWhatEarlierVersionsTurnedOn(_ provider: SyncProvider) async throws {
    try settings.setICloudSyncEnabled(provider == .cloudKit)
    try settings.setFirebaseSyncEnabled(provider == .firebase)
    #expect(settings.provider == provider)
    try await provider.makeManager(settings: settings).enableSync(false)
    #expect(settings.provider == .local)
  }

  @Test func localManagerTurnsOthersOff() async throws {
    try settings.setICloudSyncEnabled(true)
    try settings.setFirebaseSyncEnabled(true)
    let manager = LocalSyncManager(settings: settings)
    try await manager.enableSync(false)
    #expect(settings.provider == .cloudKit)
    try await manager.enableSync(true)
    #expect(settings.provider == .local && !settings.firebaseSyncEnabled)
  }

  @Test func repositoryPassesOnWhyNothingWasSynced() async throws {
    let store = try SpotStore(.memory)
    let repository = ItemsRepositoryImpl(
      localDataSource: ItemsSwiftDataSourceImpl(container: store.container),
      syncManager: FirebaseSyncManager(settings: settings))
    await #expect(throws: SyncError.providerNotBuilt(.firebase)) {
      try await repository.fetchAll()
    }
  }

  @MainActor
  @Test func settingsScreenKeepsChoiceThatCannotBe() async throws {
    let model = SettingsViewModel(settings: settings)
    await #expect(throws: SyncError.providerNotBuilt(.cloudKit)) {
      try await model.handleSyncToggle(true)
    }
    #expect(!model.iCloudSyncEnabled && !model.showRestartAlert)

    try settings.setICloudSyncEnabled(true)
    let later = SettingsViewModel(settings: settings)
    #expect(later.iCloudSyncEnabled)
    try await later.handleSyncToggle(false)
    #expect(later.provider == .local && later.showRestartAlert)
  }
}
