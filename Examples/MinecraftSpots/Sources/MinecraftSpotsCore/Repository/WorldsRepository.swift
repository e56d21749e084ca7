package protocol WorldsRepository: Sendable {
  func fetchAll() async throws -> [World]
  func countItems() async throws -> [String: Int]
  func insert(_ world: World) async throws
  func update(
    id: String, _ change: @Sendable (inout World) throws -> Void
  ) async throws -> World
  func delete(id: String, withItems: Bool) async throws
}

package struct WorldsRepositoryImpl: WorldsRepository {
  private let localDataSource: any WorldsSwiftDataSource
  private let syncManager: any SyncManager

  package init(
    localDataSource: some WorldsSwiftDataSource = WorldsSwiftDataSourceImpl(),
    syncManager: some SyncManager = LocalSyncManager()
  ) {
    self.localDataSource = localDataSource
    self.syncManager = syncManager
  }

  package func fetchAll() async throws -> [World] {
    try await syncManager.synchronize()
    return try await localDataSource.fetchAll()
  }

  package func countItems() async throws -> [String: Int] {
    try await localDataSource.countItems()
  }

  package func insert(_ world: World) async throws {
    try await localDataSource.insert(world)
  }

  package func update(
    id: String, _ change: @Sendable (inout World) throws -> Void
  ) async throws -> World {
    try await localDataSource.update(id: id, change)
  }

  package func delete(id: String, withItems: Bool) async throws {
    try await localDataSource.delete(id: id, withItems: withItems)
  }
}
