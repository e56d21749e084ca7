import Foundation
import SwiftData
import Testing

@testable import MinecraftSpotsCore

@Suite("Core Data migration")
struct CoreDataMigrationTests {
  private static let (world, first, second) = (UUID(), UUID(), UUID())
  private static let (created, updated) = (
    Date(timeIntervalSinceReferenceDate: 700_000_000.25),
    Date(timeIntervalSinceReferenceDate: 700_000_100)
  )

  private let store: SpotStore
  private let file: CoreDataStoreFile

  init() throws {
    store = try SpotStore(.file)
    file = try CoreDataStoreFile(at: store.folder.appendingPathComponent("AppModel.sqlite"))
    try file.addWorld(id: Self.world, name: "サバイバル", seed: "-42", created: Self.created)
    try file.addItem(
      id: Self.first, place: ("-120", "64", "3000"), world: Self.world, imageName: "a.jpg",
      created: Self.created, updated: Self.updated)
    try file.addItem(
      id: Self.second, place: nil, world: nil, imageName: "lost.jpg", created: Self.created,
      updated: Self.updated)
    try pngData(count: 250_000).write(to: store.folder.appendingPathComponent("a.jpg"))
  }

  private func migrate(_ file: CoreDataStoreFile) async throws -> CoreDataMigration.Report {
    try await CoreDataMigration(
      coreData: CoreDataManager(url: file.url), images: LocalImageRepository(folder: store.folder),
      to: store.container
    ).migrateCoreDataToSwiftData()
  }

  @Test func migrationCopiesAllAndKeepsTheFileUnchanged() async throws {
    let before = try file.contents()
    let report = try await migrate(file)
    #expect(
      report
        == CoreDataMigration.Report(worlds: 1, items: 2, known: 0, missingImages: ["lost.jpg"]))
    #expect(try file.contents() == before)

    let source = ItemsSwiftDataSourceImpl(container: try store.reopened())
    let item = try #require(try await source.fetch(id: Self.first.uuidString))
    #expect(item.coordinates == Coordinates(x: -120, y: 64, z: 3_000))
    #expect(item.world?.name == "サバイバル")
    #expect(item.world?.seed == Seed(rawValue: -42))
    #expect(item.createdAt == Self.created)
    #expect(item.updatedAt == Self.updated)
    #expect(try await source.fetchImageData(id: item.id) == pngData(count: 250_000))
    let other = try #require(try await source.fetch(id: Self.second.uuidString))
    #expect(other.coordinates == nil)
    #expect(other.world == nil)
    #expect(other.spotImageName == nil)
  }

  @Test func missingPictureOfSeveralItemsIsReportedOnce() async throws {
    for name in ["lost.jpg", "gone.jpg", "lost.jpg"] {
      try file.addItem(
        id: UUID(), place: nil, world: nil, imageName: name, created: Self.created,
        updated: Self.updated)
    }
    let report = try await migrate(file)
    #expect(report.items == 5)
    #expect(report.missingImages.sorted() == ["gone.jpg", "lost.jpg"])
  }

  @Test func repeatedMigrationKeepsExistingItems() async throws {
    _ = try await migrate(file)
    var item = try #require(try await store.items.items(ItemQuery(photo: .present)).first)
    item.name = "renamed"
    let edited = try await store.items.edit(item)
    try file.addItem(
      id: UUID(), place: ("1", "2", "3"), world: nil, imageName: nil, created: nil, updated: nil)
    let again = try await migrate(file)
    #expect(again == CoreDataMigration.Report(worlds: 0, items: 1, known: 3))
    #expect(try await store.items.items(ItemQuery(photo: .present)) == [edited])
    #expect(try await store.items.items().count == 3)
  }

  @Test func storeWithoutWorldsIsRead() async throws {
    let file = try CoreDataStoreFile(
      at: store.folder.appendingPathComponent("old.sqlite"), hasWorlds: false)
    try file.addItem(
      id: nil, place: ("1", "2", "3"), world: Self.world, imageName: nil, created: Self.created,
      updated: nil)
    #expect(try await migrate(file) == CoreDataMigration.Report(items: 1))
    let item = try #require(try await store.items.items().first)
    #expect(UUID(uuidString: item.id) != nil)
    #expect(item.world?.id == Self.world.uuidString)
    #expect(item.world?.name == nil)
  }

  @Test func manyItemsAreCopiedInBatches() async throws {
    for number in 0..<105 {
      try file.addItem(
        id: UUID(), place: ("\(number)", "0", "0"), world: Self.world, imageName: "a.jpg",
        created: Self.created, updated: Self.updated)
    }
    #expect(try await migrate(file).items == 107)
    #expect(try await store.items.items(ItemQuery(photo: .present)).count == 106)
  }

  @Test(arguments: ["../a.jpg", "/etc/hostname", "..", ".", "", "a\u{0}.jpg"])
  func filesOutsideTheFolderAreNotRead(_ name: String) throws {
    let images = LocalImageRepository(folder: store.folder.appendingPathComponent("inner"))
    #expect(throws: LocalImageRepository.LoadError.invalidFileName(name)) {
      try images.loadImageData(fileName: name)
    }
  }

  @Test func storeOfAnotherModelIsRefused() throws {
    #expect(throws: SwiftDataError.storeSchemaMismatch) {
      try CoreDataManager(url: store.folder.appendingPathComponent("spots.store"))
    }
    #expect(throws: SwiftDataError.self) {
      try CoreDataManager(url: store.folder.appendingPathComponent("missing.sqlite"))
    }
  }
}
