import Foundation
import MinecraftSpotsCore
import SwiftData
import Testing

@Suite("Stored images")
struct StoredImageTests {
  /// Sizes around the limit for separate files, and far above it.
  static let sizes = [8, 100_000, 102_399, 102_400, 102_401, 5_000_000]

  @Test(arguments: StoreKind.allCases, sizes)
  func imagesAreReadBackUnchanged(_ kind: StoreKind, _ size: Int) async throws {
    let store = try SpotStore(kind)
    let image = pngData(count: size)
    let item = try await store.items.add(
      name: "Spot", at: Coordinates(x: 0, y: 64, z: 0), world: nil, imageData: image)
    let source = ItemsSwiftDataSourceImpl(container: try store.reopened())
    #expect(try await source.fetchImageData(id: item.id) == image)
    #expect(try await source.fetchWithoutNoPhoto().map(\.id) == [item.id])
    #expect(try await source.fetchAll().map(\.spotImageName) == [item.id])
  }

  @Test(arguments: StoreKind.allCases)
  func imagesAreReplacedAndRemoved(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    let (first, second) = (pngData(count: 300_000), pngData(count: 400_000, seed: 2))
    var item = try await store.items.add(
      name: "Spot", at: Coordinates(x: 0, y: 64, z: 0), world: nil, imageData: first)
    for image in [second, pngData(count: 50), first] {
      item = try await store.items.edit(item, image: .replace(image))
      #expect(try await store.items.image(of: item.id) == image)
    }
    item = try await store.items.edit(item, image: .remove)
    #expect(item.spotImageName == nil)
    await #expect(throws: SpotError.noImage(itemID: item.id)) {
      try await store.items.image(of: item.id)
    }
    #expect(try await store.items.items().map(\.spotImageName) == [nil])
  }

  @Test(arguments: StoreKind.allCases)
  func imageStaysWhenItsItemIsEdited(_ kind: StoreKind) async throws {
    let store = try SpotStore(kind)
    let image = pngData(count: 300_000)
    var item = try await store.items.add(
      name: "Spot", at: Coordinates(x: 0, y: 64, z: 0), world: nil, imageData: image)
    item.comment = "edited"
    let edited = try await store.items.edit(item)
    let source = ItemsSwiftDataSourceImpl(container: try store.reopened())
    #expect(try await source.fetch(id: item.id) == edited)
    #expect(try await source.fetchImageData(id: item.id) == image)
  }

  /// Tests that deletion leaves nothing of a picture behind: neither a file next to the store nor
  /// bytes in it that another spot would read.
  @Test func imagesAreDeletedWithTheirItems() async throws {
    let store = try SpotStore(.file)
    var ids: [String] = []
    for number in 0..<4 {
      ids.append(
        try await store.items.add(
          name: "\(number)", at: Coordinates(x: 0, y: 64, z: 0), world: nil,
          imageData: pngData(count: 200_000, seed: UInt64(number))
        ).id)
    }
    for id in ids.dropLast() { try await store.items.delete(id: id) }
    #expect(try await store.items.items().map(\.id) == ids.suffix(1))
    let last = try #require(ids.last)
    #expect(try await store.items.image(of: last) == pngData(count: 200_000, seed: 3))
    #expect(try filesBesideStore(store).count <= 1)
    try await store.items.delete(id: last)
    #expect(try filesBesideStore(store).isEmpty)
  }

  /// The files with external values of the store.
  private func filesBesideStore(_ store: SpotStore) throws -> [URL] {
    let enumerator = FileManager.default.enumerator(
      at: store.folder, includingPropertiesForKeys: [.isRegularFileKey])
    let files = (enumerator?.allObjects ?? []).compactMap { $0 as? URL }
    return try files.filter { url in
      let isFile = try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
      return isFile && !url.lastPathComponent.hasPrefix("spots.store")
        && url.lastPathComponent != "openswiftdata-owners"
    }
  }
}
