import Foundation
import SwiftData
import Testing

@testable import MinecraftSpotsCore

@Suite("Worlds use case")
struct WorldsUseCaseTests {
  private static let place = Coordinates(x: 0, y: 64, z: 0)

  @Test(arguments: StoreKind.allCases)
  func worldsAreListedByNameWithCounts(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    for name in ["World 10", "world 2", "Éden"] {
      let world = try await store.worlds.add(name: name, seed: Seed(typed: name))
      for number in 0..<(name == "world 2" ? 3 : 0) {
        _ = try await store.items.add(name: "\(number)", at: Self.place, world: world)
      }
    }
    let entries = try await store.worlds.entries()
    #expect(entries.map(\.world.name) == ["Éden", "world 2", "World 10"])
    #expect(entries.map(\.itemCount) == [0, 3, 0])
    #expect(entries[1].world.seed == Seed(typed: "world 2"))
  }

  @Test(arguments: StoreKind.allCases)
  func itemsShowTheNewNameOfTheirWorld(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    let world = try await store.worlds.add(name: "Old", seed: nil)
    _ = try await store.items.add(name: "a", at: Self.place, world: world)
    let renamed = try await store.worlds.rename(world, to: " New ")
    #expect(renamed.name == "New")
    let source = ItemsSwiftDataSourceImpl(container: try store.reopened())
    #expect(try await source.fetchAll().map(\.world) == [renamed])
  }

  @Test func unreadableSeedIsKept() async throws {
    let store = try SpotStore(.file)
    let context = ModelContext(store.container)
    context.insert(WorldModel(id: "w", name: "a", seed: "Glacier"))
    try context.save()
    let world = try #require(try await store.worlds.worlds().first)
    #expect(world.seed == nil)
    _ = try await store.worlds.rename(world, to: "b")
    let reader = ModelContext(try store.reopened())
    #expect(try reader.fetch(FetchDescriptor<WorldModel>()).map(\.seed) == ["Glacier"])
  }

  @Test(arguments: StoreKind.allCases)
  func worldWithItemsIsDeletedOnlyOnRequest(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    let (gone, kept) = (
      try await store.worlds.add(name: "Gone", seed: nil),
      try await store.worlds.add(name: "Kept", seed: nil)
    )
    for world in [gone, gone, kept] {
      _ = try await store.items.add(
        name: "a", at: Self.place, world: world, imageData: pngData(count: 150_000))
    }
    await #expect(throws: SpotError.worldHasItems(id: gone.id, count: 2)) {
      try await store.worlds.delete(id: gone.id, withItems: false)
    }
    #expect(try await store.worlds.worlds().count == 2)
    try await store.worlds.delete(id: gone.id, withItems: true)
    let container = try store.reopened()
    let source = ItemsSwiftDataSourceImpl(container: container)
    #expect(try await source.fetchAll().map(\.world) == [kept])
    #expect(try await WorldsSwiftDataSourceImpl(container: container).fetchAll() == [kept])
  }

  @Test func unknownWorldsAndEmptyNamesAreRefused() async throws {
    let store = try SpotStore(.memory)
    let missing = SpotError.worldNotFound(id: "x")
    let world = WorldModel(id: "x").toDomain()
    await #expect(throws: missing) { try await store.worlds.rename(world, to: "a") }
    await #expect(throws: missing) { try await store.worlds.delete(id: "x", withItems: true) }
    await #expect(throws: SpotError.emptyName) {
      try await store.worlds.add(name: "\u{3000}", seed: nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func nameOfAnotherWorldIsRefused(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    let first = try await store.worlds.add(name: "Éden", seed: nil)
    let second = try await store.worlds.add(name: "Other", seed: nil)
    let taken = SpotError.worldNameTaken("Éden", byID: first.id)
    await #expect(throws: taken) { try await store.worlds.add(name: " ÉDEN ", seed: nil) }
    await #expect(throws: taken) { try await store.worlds.rename(second, to: "éden") }
    #expect(try await store.worlds.rename(first, to: "éden").name == "éden")
    #expect(try await store.worlds.worlds().map(\.name) == ["éden", "Other"])
  }
}
