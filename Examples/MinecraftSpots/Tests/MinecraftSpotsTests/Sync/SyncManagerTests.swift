import Foundation
import MinecraftSpotsCore
import Synchronization
import Testing

/// Settings that end with the test.
final class SettingsInMemory: SettingsStorage {
  private let values = Mutex<[String: Bool]>([:])

  func bool(forKey key: String) -> Bool? { values.withLock { $0[key] } }
  func set(_ value: Bool, forKey key: String) { values.withLock { $0[key] = value } }
}

@Suite("Sync managers")
struct SyncManagerTests {
  private let settings = SyncSettings(storage: SettingsInMemory())

  @Test func usesThisDeviceWhereICloudIsOnAndNotBuilt() async throws {
    #expect(settings.provider == .cloudKit && settings.usedProvider == .local)
    let manager = settings.usedProvider.makeManager(settings: settings)
    #expect(manager.provider == .local)
    try await manager.synchronize()
  }

  @Test(arguments: [SyncProvider.cloudKit, .firebase])
  func saysWhatIsNotBuiltYet(_ provider: SyncProvider) async throws {
    let manager = provider.makeManager(settings: settings)
    #expect(manager.provider == provider && !provider.isAvailable)
    let error = SyncError.providerNotBuilt(provider)
    await #expect(throws: error) { try await manager.synchronize() }
    #expect(error.localizedDescription.contains("Sync with \(provider.displayName) is not built"))
  }

  @Test func keepsTheChoiceOfICloud() async throws {
    let manager = CloudKitSyncManager(settings: settings)
    for isOn in [false, true] {
      try await manager.enableSync(isOn)
      #expect(settings.iCloudSyncEnabled == isOn)
      #expect(settings.provider == (isOn ? .cloudKit : .local))
    }
  }

  @Test func refusesFirebase() async throws {
    let manager = FirebaseSyncManager(settings: settings)
    await #expect(throws: SyncError.providerNotBuilt(.firebase)) {
      try await manager.enableSync(true)
    }
    #expect(!settings.firebaseSyncEnabled)
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
  @Test func settingsScreenKeepsWhatIsChosen() async throws {
    let model = SettingsViewModel(settings: settings)
    #expect(model.iCloudSyncEnabled && !model.showRestartAlert)
    try await model.handleSyncToggle(true)
    #expect(!model.showRestartAlert)
    try await model.handleSyncToggle(false)
    #expect(!model.iCloudSyncEnabled && model.showRestartAlert)

    let later = SettingsViewModel(settings: settings)
    #expect(later.provider == .local && !later.showRestartAlert)
    await #expect(throws: SyncError.providerNotBuilt(.firebase)) {
      try await later.choose(.firebase)
    }
    #expect(later.provider == .local && !later.showRestartAlert)
    try await later.handleSyncToggle(true)
    #expect(later.iCloudSyncEnabled && later.showRestartAlert)
  }
}
