import ExampleTestSupport
import Foundation
import MinecraftSpotsCore
import Testing

/// Compares random operations of a player with the same operations on plain values.
@Suite("Random use")
struct RandomUseTests {
  private struct Expected {
    var worlds: [String: World] = [:]
    var items: [String: (item: Item, image: Data?)] = [:]
  }

  @Test(arguments: StoreKind.allCases, 1...6 as ClosedRange<UInt64>)
  func storeMatchesPlainValuesAfterRandomUse(_ kind: StoreKind, _ seed: UInt64) async throws {
    let store = try SpotStore(kind)
    var random = SeededGenerator(seed: seed)
    var expected = Expected()
    for step in 0..<60 {
      try await act(on: store, &expected, using: &random)
      guard step.isMultiple(of: 20) else { continue }
      try await check(store.items, store.worlds, expected, "seed \(seed), step \(step)")
    }
    let container = try store.reopened()
    let items = ItemsUseCase(
      repository: ItemsRepositoryImpl(
        localDataSource: ItemsSwiftDataSourceImpl(container: container)))
    let worlds = WorldsUseCase(
      repository: WorldsRepositoryImpl(
        localDataSource: WorldsSwiftDataSourceImpl(container: container)))
    try await check(items, worlds, expected, "seed \(seed), at the end")
  }

  private func act(
    on store: SpotStore, _ expected: inout Expected, using random: inout SeededGenerator
  ) async throws {
    let world = expected.worlds.values.sorted { $0.id < $1.id }.randomElement(using: &random)
    let known = expected.items.values.sorted { $0.item.id < $1.item.id }
      .randomElement(using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      let added = try await store.worlds.add(name: "w \(random.next())", seed: Seed(rawValue: 1))
      expected.worlds[added.id] = added
    case 2:
      guard let world else { return }
      try await store.worlds.delete(id: world.id, withItems: true)
      expected.worlds[world.id] = nil
      expected.items = expected.items.filter { $0.value.item.world?.id != world.id }
    case 3:
      guard let known else { return }
      try await store.items.delete(id: known.item.id)
      expected.items[known.item.id] = nil
    case 4, 5:
      guard let known else { return }
      var item = known.item
      item.comment = "\(random.next())"
      item.world = Bool.random(using: &random) ? world : nil
      item.coordinates?.x += 1
      let (change, image) = imageChange(from: known.image, using: &random)
      expected.items[item.id] = (try await store.items.edit(item, image: change), image)
    default:
      let image = Bool.random(using: &random) ? picture(using: &random) : nil
      let added = try await store.items.add(
        name: "s", at: Coordinates(x: 0, y: 0, z: 0), world: world, imageData: image)
      expected.items[added.id] = (added, image)
    }
  }

  private func imageChange(
    from image: Data?, using random: inout SeededGenerator
  ) -> (ImageChange, Data?) {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return (.keep, image)
    case 1: return (.remove, nil)
    default:
      let other = picture(using: &random)
      return (.replace(other), other)
    }
  }

  /// A picture that is small or large, so that it is stored in the row or in a file.
  private func picture(using random: inout SeededGenerator) -> Data {
    let size = Bool.random(using: &random) ? 64 : 110_000
    return pngData(count: size, seed: random.next())
  }

  private func check(
    _ items: ItemsUseCase, _ worlds: WorldsUseCase, _ expected: Expected, _ place: Comment
  ) async throws {
    let found = try await items.items()
    #expect(Set(found) == Set(expected.items.values.map(\.item)), place)
    #expect(found.map(\.createdAt) == found.map(\.createdAt).sorted(by: >), place)
    #expect(Set(try await worlds.worlds()) == Set(expected.worlds.values), place)
    for (id, value) in expected.items {
      guard let image = value.image else {
        await #expect(throws: SpotError.noImage(itemID: id), place) {
          try await items.image(of: id)
        }
        continue
      }
      let stored = try await items.image(of: id)
      #expect(stored == image, place)
    }
  }
}
