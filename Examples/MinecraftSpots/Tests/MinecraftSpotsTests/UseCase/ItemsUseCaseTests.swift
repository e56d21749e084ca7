import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@testable import MinecraftSpotsCore

@Suite("Items use case")
struct ItemsUseCaseTests {
  private static let place = Coordinates(x: -120, y: 11, z: 3_000)

  @Test(arguments: StoreKind.allCases)
  func addedItemsAreStored(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    let world = try await store.worlds.add(name: "Survival", seed: Seed(rawValue: -7))
    let added = try await store.items.add(
      name: " 村 ", at: Self.place, world: world, comment: "鍛冶屋", imageData: pngData(count: 9))
    #expect(added.name == "村")
    #expect(added.spotImageName == added.id)
    let source = ItemsSwiftDataSourceImpl(container: try store.reopened())
    #expect(try await source.fetchAll() == [added])
    #expect(try await source.fetch(id: added.id) == added)
    #expect(try await source.fetch(id: "nobody") == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func everyQueryFindsItsItems(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    let clock = TestClock()
    let items = store.items(now: { clock.now })
    let world = try await store.worlds.add(name: "A", seed: nil)
    var added: [Item] = []
    for number in 0..<12 {
      clock.advance()
      added.append(
        try await items.add(
          name: "\(number)", at: Self.place, world: number % 2 == 0 ? world : nil,
          imageData: number % 3 == 0 ? pngData(count: 20) : nil))
    }
    for worldID in [nil, world.id, "unknown"] {
      for photo in [ItemQuery.Photo.any, .present, .missing] {
        let expected = added.reversed().filter { item in
          (worldID == nil || item.world?.id == worldID)
            && (photo == .any || (item.spotImageName != nil) == (photo == .present))
        }
        let found = try await items.items(ItemQuery(worldID: worldID, photo: photo))
        #expect(found == expected, "\(worldID ?? "all") \(photo)")
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func editsWriteOnlyChangedProperties(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    let context = ModelContext(store.container)
    // Values of a later version, or typed into the store by hand, which the domain cannot
    // represent.
    context.insert(ItemModel.testFixture(id: "odd", coordinatesX: "12.5", worldID: "elsewhere"))
    try context.save()
    var item = try #require(try await store.items.items().first)
    #expect(item.coordinates == nil)
    #expect(item.world?.id == "elsewhere")
    item.name = "renamed"
    _ = try await store.items.edit(item)
    let reader = ModelContext(try store.reopened())
    let model = try #require(try reader.fetch(FetchDescriptor<ItemModel>()).first)
    #expect(model.coordinatesX == "12.5")
    #expect(model.coordinatesY == "64")
    #expect(model.worldID == "elsewhere")
    #expect(model.name == "renamed")
  }

  @Test func editsUpdateTheModificationDate() async throws {
    let store = try SpotStore(.memory)
    let clock = TestClock()
    let items = store.items(now: { clock.now })
    let added = try await items.add(name: "a", at: Self.place, world: nil)
    clock.advance(by: 60)
    let edited = try await items.edit(added)
    #expect(edited.createdAt == added.createdAt)
    #expect(edited.updatedAt == added.updatedAt.addingTimeInterval(60))
  }

  @Test(arguments: StoreKind.allCases)
  func invalidEditsChangeNothing(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    let added = try await store.items.add(
      name: "a", at: Self.place, world: nil, imageData: pngData(count: 9))
    var item = added
    item.name = " "
    await #expect(throws: SpotError.emptyName) {
      try await store.items.edit(item, image: .replace(pngData(count: 20)))
    }
    item.name = "b"
    await #expect(throws: SpotError.notAnImage) {
      try await store.items.edit(item, image: .replace(Data("text".utf8)))
    }
    #expect(try await store.items.items() == [added])
    #expect(try await store.items.image(of: added.id) == pngData(count: 9))
  }

  @Test func invalidItemsAreRefused() async throws {
    let store = try SpotStore(.memory)
    let outside = Coordinates(x: 0, y: 5_000, z: 0)
    await #expect(throws: SpotError.emptyName) {
      try await store.items.add(name: " \n", at: Self.place, world: nil)
    }
    await #expect(throws: SpotError.outsideWorld(outside)) {
      try await store.items.add(name: "a", at: outside, world: nil)
    }
    await #expect(throws: SpotError.notAnImage) {
      try await store.items.add(
        name: "a", at: Self.place, world: nil, imageData: Data("text".utf8))
    }
    #expect(try await store.items.items().isEmpty)
  }

  @Test func unknownItemsAreRefused() async throws {
    let store = try SpotStore(.memory)
    let missing = SpotError.itemNotFound(id: "x")
    let item = ItemModel.testFixture(id: "x").toDomain(world: nil)
    await #expect(throws: missing) { try await store.items.edit(item) }
    await #expect(throws: missing) { try await store.items.delete(id: "x") }
    await #expect(throws: missing) { try await store.items.image(of: "x") }
  }

  @Test(arguments: StoreKind.allCases)
  func nearestItemsAreFound(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    let world = try await store.worlds.add(name: "A", seed: nil)
    var random = SeededGenerator(seed: 5)
    for number in 0..<40 {
      _ = try await store.items.add(
        name: "\(number)",
        at: Coordinates(
          x: Int.random(in: -99...99, using: &random), y: 64,
          z: Int.random(in: -99...99, using: &random)),
        world: number % 2 == 0 ? world : nil)
    }
    let here = Coordinates(x: 3, y: 60, z: -8)
    for query in [ItemQuery(), ItemQuery(worldID: world.id)] {
      let matches = try await store.items.nearestItems(to: here, count: 7, among: query)
      let all = try await store.items.items(query).compactMap { $0.coordinates?.distance(to: here) }
      #expect(matches.map(\.distance) == Array(all.sorted().prefix(7)))
    }
  }
}
