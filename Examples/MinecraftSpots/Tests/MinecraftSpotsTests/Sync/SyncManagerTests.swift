import Foundation
import MinecraftSpotsCore
import Synchronization
import Testing

/// Settings that only exist during the test.
final class SettingsInMemory: SettingsStorage {
  private let values = Mutex<(switches: [String: Bool], texts: [String: String])>(([:], [:]))

  func bool(forKey key: String) -> Bool? { values.withLock { $0.switches[key] } }
  func set(_ value: Bool, forKey key: String) { values.withLock { $0.switches[key] = value } }
  func string(forKey key: String) -> String? { values.withLock { $0.texts[key] } }
  func set(_ value: String, forKey key: String) { values.withLock { $0.texts[key] = value } }
}

@Suite("Sync managers")
struct SyncManagerTests {
  private let settings = SyncSettings(storage: SettingsInMemory())

  @Test func localSyncIsUsedIfICloudIsNotSetUp() async throws {
    #expect(settings.provider == .cloudKit)
    #expect(settings.usedProvider == .local)
    let manager = settings.usedProvider.makeManager(settings: settings)
    #expect(manager.provider == .local)
    try await manager.synchronize()
  }

  @Test func providerIsUsedOnceItIsSetUp() throws {
    let storage = SettingsInMemory()
    let settings = SyncSettings(storage: storage)
    for (key, provider) in [
      ("cloudKitContainer", SyncProvider.cloudKit), ("firebaseProject", .firebase),
      ("kintoServer", .kinto),
    ] {
      try settings.choose(provider)
      #expect(settings.usedProvider == .local)
      #expect(!settings.isSetUp(provider))
      storage.set("somewhere", forKey: key)
      #expect(settings.usedProvider == provider)
      #expect(settings.isSetUp(provider))
    }
  }

  @Test(arguments: [SyncProvider.cloudKit, .firebase, .kinto])
  func missingSetupIsNamedInTheError(_ provider: SyncProvider) async throws {
    let manager = provider.makeManager(settings: settings)
    #expect(manager.provider == provider)
    let error = SyncNotSetUp(provider: provider)
    await #expect(throws: error) { try await manager.synchronize() }
    #expect(error.localizedDescription.contains("Sync with \(provider.displayName) is not set up"))
  }

  @Test(arguments: [SyncProvider.cloudKit, .firebase, .kinto])
  func repositorySyncsBeforeItFetches(_ provider: SyncProvider) async throws {
    let server = SpotServer()
    let stores = [try SpotStore(.memory), try SpotStore(.memory)]
    let repositories = stores.map { store in
      let manager = provider.makeManager(settings: settings, engine: server.engine(of: store))
      return ItemsRepositoryImpl(
        localDataSource: ItemsSwiftDataSourceImpl(container: store.container), syncManager: manager)
    }
    let item = Item(
      id: "1", coordinates: Coordinates(x: 1, y: 2, z: 3), world: nil, spotImageName: nil,
      createdAt: .distantPast, updatedAt: .distantPast, name: "Village")
    let picture = pngData(count: 300_000)
    try await repositories[0].insert(item, imageData: picture)
    #expect(try await repositories[0].fetchAll().count == 1)
    let fetched = try await repositories[1].fetchAll()
    #expect(fetched.map(\.name) == ["Village"])
    #expect(try await repositories[1].fetchImageData(id: "1") == picture)
  }

  @Test func choiceOfICloudIsKept() async throws {
    let manager = CloudKitSyncManager(settings: settings)
    for isOn in [false, true] {
      try await manager.enableSync(isOn)
      #expect(settings.iCloudSyncEnabled == isOn)
      #expect(settings.provider == (isOn ? .cloudKit : .local))
    }
  }

  @Test func firebaseManagerTurnsOnFirebase() async throws {
    let manager = FirebaseSyncManager(settings: settings)
    try await manager.enableSync(true)
    #expect(settings.provider == .firebase)
    #expect(settings.firebaseSyncEnabled)
    #expect(!settings.iCloudSyncEnabled)
  }

  @Test(arguments: [SyncProvider.cloudKit, .firebase, .kinto])
  func chosenProviderIsRememberedWhileOff(_ provider: SyncProvider) async throws {
    let manager = provider.makeManager(settings: settings)
    try await manager.enableSync(true)
    try await manager.enableSync(false)
    #expect(settings.provider == .local)
    #expect(settings.chosenProvider == provider)
    try await settings.chosenProvider.makeManager(settings: settings).enableSync(true)
    #expect(settings.provider == provider)
    try await LocalSyncManager(settings: settings).enableSync(true)
    #expect(settings.chosenProvider == .local)
  }

  @Test(arguments: [SyncProvider.cloudKit, .firebase])
  func providersOfEarlierVersionsAreTurnedOff(_ provider: SyncProvider) async throws {
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
    #expect(settings.provider == .local)
    #expect(!settings.firebaseSyncEnabled)
  }

  @Test func repositoryReportsWhySyncFailed() async throws {
    let store = try SpotStore(.memory)
    let repository = ItemsRepositoryImpl(
      localDataSource: ItemsSwiftDataSourceImpl(container: store.container),
      syncManager: FirebaseSyncManager(settings: settings))
    await #expect(throws: SyncNotSetUp(provider: .firebase)) {
      try await repository.fetchAll()
    }
  }

  @MainActor
  @Test func settingsScreenKeepsTheChosenProvider() async throws {
    let model = SettingsViewModel(settings: settings)
    #expect(model.iCloudSyncEnabled)
    #expect(!model.showRestartAlert)
    try await model.handleSyncToggle(true)
    #expect(!model.showRestartAlert)
    try await model.handleSyncToggle(false)
    #expect(!model.iCloudSyncEnabled)
    #expect(model.showRestartAlert)

    let later = SettingsViewModel(settings: settings)
    #expect(later.provider == .local)
    #expect(!later.showRestartAlert)
    try await later.choose(.firebase)
    #expect(later.provider == .firebase)
    #expect(later.showRestartAlert)
    #expect(!later.iCloudSyncEnabled)
    try await later.handleSyncToggle(true)
    #expect(later.iCloudSyncEnabled)
    #expect(later.showRestartAlert)
  }
}
