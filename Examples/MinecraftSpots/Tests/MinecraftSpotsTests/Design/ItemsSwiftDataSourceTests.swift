import Foundation
import SwiftData
import Testing

@testable import MinecraftSpotsCore

@Suite("ItemsSwiftDataSource Tests")
struct ItemsSwiftDataSourceTests {

  @MainActor
  @Test("アイテムを保存して取得できる")
  func testInsertAndFetch() async throws {
    // インメモリコンテナでテスト
    let schema = SwiftDataSchema.v1
    let config = ModelConfiguration(
      schema: schema,
      isStoredInMemoryOnly: true
    )
    let container = try ModelContainer(for: schema, configurations: [config])
    let sut = ItemsSwiftDataSourceImpl(container: container)

    // アイテム作成
    let item = Item(
      id: UUID().uuidString,
      coordinates: Coordinates(x: 100, y: 64, z: 200),
      world: nil,
      spotImageName: nil,
      createdAt: Date(),
      updatedAt: Date()
    )

    // 保存
    try await sut.insert(item, imageData: nil)

    // 取得
    let items = try await sut.fetchAll()

    // 検証
    #expect(items.count == 1)
    #expect(items.first?.id == item.id)
  }

  @MainActor
  @Test("画像なしフィルタが動作する")
  func testFetchWithoutNoPhoto() async throws {
    let container = try createTestContainer()
    let sut = ItemsSwiftDataSourceImpl(container: container)

    // 画像ありアイテム
    let itemWithImage = Item(
      id: "1", coordinates: nil, world: nil, spotImageName: nil, createdAt: Date(),
      updatedAt: Date())
    try await sut.insert(itemWithImage, imageData: Data())

    // 画像なしアイテム
    let itemWithoutImage = Item(
      id: "2", coordinates: nil, world: nil, spotImageName: nil, createdAt: Date(),
      updatedAt: Date())
    try await sut.insert(itemWithoutImage, imageData: nil)

    // 画像ありのみ取得
    let items = try await sut.fetchWithoutNoPhoto()

    #expect(items.count == 1)
    #expect(items.first?.id == "1")
  }
}

// ヘルパー
@MainActor
private func createTestContainer() throws -> ModelContainer {
  let schema = SwiftDataSchema.v1
  let config = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
  return try ModelContainer(for: schema, configurations: [config])
}
