import Foundation

package protocol ItemsRepository: Sendable {
  func fetchAll() async throws -> [Item]
  func fetch(_ query: ItemQuery) async throws -> [Item]
  func fetch(id: String) async throws -> Item?
  func fetchImageData(id: String) async throws -> Data?
  func insert(_ item: Item, imageData: Data?) async throws
  func update(
    id: String, image: ImageChange, _ change: @Sendable (inout Item) throws -> Void
  ) async throws -> Item
  func delete(id: String) async throws
}

package struct ItemsRepositoryImpl: ItemsRepository {
  private let localDataSource: any ItemsSwiftDataSource
  private let syncManager: any SyncManager

  package init(
    localDataSource: some ItemsSwiftDataSource = ItemsSwiftDataSourceImpl(),
    syncManager: some SyncManager = LocalSyncManager()  // 設定で切り替え可能
  ) {
    self.localDataSource = localDataSource
    self.syncManager = syncManager
  }

  package func fetchAll() async throws -> [Item] {
    // 同期実行
    try await syncManager.synchronize()

    // ローカルから取得
    return try await localDataSource.fetchAll()
  }

  package func fetch(_ query: ItemQuery) async throws -> [Item] {
    try await syncManager.synchronize()
    return try await localDataSource.fetch(query)
  }

  package func fetch(id: String) async throws -> Item? {
    try await localDataSource.fetch(id: id)
  }

  package func fetchImageData(id: String) async throws -> Data? {
    try await localDataSource.fetchImageData(id: id)
  }

  package func insert(_ item: Item, imageData: Data?) async throws {
    try await localDataSource.insert(item, imageData: imageData)
  }

  package func update(
    id: String, image: ImageChange, _ change: @Sendable (inout Item) throws -> Void
  ) async throws -> Item {
    try await localDataSource.update(id: id, image: image, change)
  }

  package func delete(id: String) async throws {
    try await localDataSource.delete(id: id)
  }
}
