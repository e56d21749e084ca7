import Foundation
import SwiftData
import Testing

@testable import MinecraftSpotsCore

@Suite("ItemModel Tests")
struct ItemModelTests {

  @MainActor
  @Test("ItemModelを作成して保存できる")
  func testCreateAndSave() async throws {
    let container = try createTestContainer()
    let context = ModelContext(container)

    let item = ItemModel(
      id: "test-id",
      coordinatesX: "100",
      coordinatesY: "64",
      coordinatesZ: "200",
      worldID: "world-id",
      spotImageData: Data(),
      createdAt: Date(),
      updatedAt: Date()
    )

    context.insert(item)
    try context.save()

    // 取得確認
    let descriptor = FetchDescriptor<ItemModel>(
      predicate: #Predicate { $0.id == "test-id" }
    )
    let items = try context.fetch(descriptor)

    #expect(items.count == 1)
    #expect(items.first?.id == "test-id")
    #expect(items.first?.coordinatesX == "100")
  }

  @MainActor
  @Test("画像を保存・読み込みできる")
  func testImageStorage() async throws {
    let container = try createTestContainer()
    let context = ModelContext(container)

    let imageData = Data([0x01, 0x02, 0x03])
    let item = ItemModel(
      id: "test-id",
      spotImageData: imageData,
      createdAt: Date(),
      updatedAt: Date()
    )

    context.insert(item)
    try context.save()

    // 再取得
    let descriptor = FetchDescriptor<ItemModel>(
      predicate: #Predicate { $0.id == "test-id" }
    )
    let items = try context.fetch(descriptor)

    #expect(items.first?.spotImageData == imageData)
  }
}

@MainActor
private func createTestContainer() throws -> ModelContainer {
  let schema = SwiftDataSchema.v1
  let config = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
  return try ModelContainer(for: schema, configurations: [config])
}
