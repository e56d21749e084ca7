import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@testable import MinecraftSpotsCore

@Suite("Core Data store, opened by the program")
struct CoreDataInPlaceTests {
  private static let time = Date(timeIntervalSinceReferenceDate: 700_000_000)

  private func contents(
    _ prepare: (URL, CoreDataStoreFile) throws -> Void
  ) throws -> SpotContents {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("AppModel.sqlite")
      try prepare(folder, CoreDataStoreFile(at: url))
      return try SpotContents.versions[1].contents(of: url)
    }
  }

  /// The file has Core Data's layout and metadata.
  @Test func coreDataStoreIsMigratedInPlace() throws {
    let (item, world) = (UUID(), UUID())
    let found = try contents { folder, file in
      try file.addWorld(id: world, name: "w", seed: "1", created: Self.time)
      try file.addItem(
        id: item, place: ("1", "2", "3"), world: world, imageName: "a.png", created: Self.time,
        updated: Self.time)
      try pngData(count: 150_000).write(to: folder.appendingPathComponent("a.png"))
    }
    #expect(found.items.map(\.id) == [item.uuidString])
    #expect(found.items.first?.image == pngData(count: 150_000))
    #expect(found.items.first?.world == world.uuidString)
    #expect(found.worlds.map(\.name) == ["w"])
  }

  /// In Core Data, identifiers were neither required nor unique.
  @Test func itemsThatShareAnIdentifierAreKept() throws {
    let id = UUID()
    let found = try contents { _, file in
      for (number, id) in [id, nil, id, nil, id].enumerated() {
        try file.addItem(
          id: id, place: ("\(number)", "0", "0"), world: nil, imageName: nil, created: Self.time,
          updated: Self.time)
      }
    }
    let places = found.items.compactMap(\.coordinatesX).sorted()
    #expect(places == ["0", "1", "2", "3", "4"])
    #expect(found.items.contains { $0.id == id.uuidString })
    #expect(Set(found.items.map(\.id)).count == 5)
  }

  @Test func manyItemsAreMigratedInBatches() throws {
    let found = try contents { folder, file in
      try pngData(count: 1_000).write(to: folder.appendingPathComponent("a.png"))
      for number in 0..<105 {
        try file.addItem(
          id: UUID(), place: ("\(number)", "0", "0"), world: nil, imageName: "a.png",
          created: Self.time, updated: Self.time)
      }
    }
    #expect(found.items.count == 105)
    #expect(found.items.allSatisfy { $0.image == pngData(count: 1_000) })
  }

  @Test func appKeepsABackupOfTheOldStore() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("AppModel.sqlite")
      let file = try CoreDataStoreFile(at: url)
      try file.addItem(
        id: UUID(), place: nil, world: nil, imageName: nil, created: Self.time, updated: nil)
      _ = try SwiftDataManager.makeContainer(at: url)
      let kept = try #require(
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
          .first { $0.hasPrefix("AppModel.sqlite.backup-") })
      let contents = try SpotContents.versions[0].contents(of: folder.appendingPathComponent(kept))
      #expect(contents.items.count == 1)
    }
  }

  /// A folder at the path of a picture exists, but cannot be read.
  @Test func storeStaysUnchangedIfAPictureIsUnreadable() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("AppModel.sqlite")
      let file = try CoreDataStoreFile(at: url)
      try file.addItem(
        id: UUID(), place: nil, world: nil, imageName: "a.png", created: Self.time,
        updated: Self.time)
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("a.png"), withIntermediateDirectories: true)
      let error = #expect(throws: SwiftDataError.self) {
        try SpotContents.versions[1].contents(of: url)
      }
      let report = (error?.underlyingError as? UnreadablePictures)?.report
      #expect(report?.unreadable.map(\.name) == ["a.png"])
      #expect(report?.readable == 0)
      #expect(try SpotContents.versions[0].contents(of: url).items.count == 1)
    }
  }
}
