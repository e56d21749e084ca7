import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresTesting
import Testing

/// Values with `.externalStorage`, which a server stores in its rows: large ones are read when they
/// are looked at.
@Suite("Large values in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct LargeValueTests {
  @Model
  final class Scan {
    var number: Int
    @Attribute(.externalStorage) var picture: Data?
    var album: Album?

    init(number: Int, picture: Data?) { (self.number, self.picture) = (number, picture) }
  }

  @Model
  final class Album {
    var name: String
    @Relationship(inverse: \Scan.album) var scans: [Scan] = []

    init(name: String) { self.name = name }
  }

  private let container: ModelContainer

  init() throws {
    let schema = "large_\(UUID().uuidString.prefix(8).lowercased())"
    container = try ModelContainer(
      for: Schema([Scan.self, Album.self]),
      configurations: [
        PostgresConfiguration(try PostgresServer.shared.address(), databaseSchema: schema)
      ])
    let context = ModelContext(container)
    let album = Album(name: "all")
    context.insert(album)
    album.scans = (0..<6).map { Scan(number: $0, picture: Self.picture($0)) }
    try context.save()
  }

  /// A small value, none, or a large one.
  private static func picture(_ number: Int) -> Data? {
    number == 1 ? nil : Data(repeating: UInt8(number), count: number == 0 ? 100 : number * 100_000)
  }

  private func statements(_ context: ModelContext, _ body: () throws -> Void) throws -> Int {
    let count = Mutex(0)
    let observation = context.observeStatements { _ in count.withLock { $0 += 1 } }
    try body()
    observation.cancel()
    return count.withLock { $0 }
  }

  private static let sorted = FetchDescriptor<Scan>(sortBy: [SortDescriptor(\.number)])

  @Test func aLargeValueIsReadWhenItIsLookedAt() throws {
    let context = ModelContext(container)
    let scans = try context.fetch(Self.sorted)
    let counts = try scans.map { scan in
      try statements(context) { #expect(scan.picture == Self.picture(scan.number)) }
    }
    #expect(counts == [0, 0, 1, 1, 1, 1])
    #expect(try statements(context) { _ = scans.map(\.picture) } == 0)
  }

  /// The members of a relationship, and the model of an identifier, are read in other ways.
  @Test func membersAndSingleRowsLeaveThemToo() throws {
    let context = ModelContext(container)
    let album = try #require(try context.fetch(FetchDescriptor<Album>()).first)
    let scan = try #require(album.scans.first { $0.number == 3 })
    let count = try statements(context) { #expect(scan.picture == Self.picture(3)) }
    #expect(count == 1)

    let other = ModelContext(container)
    let same = try #require(other.model(for: scan.persistentModelID) as? Scan)
    #expect(same.number == 3)
    let otherCount = try statements(other) { #expect(same.picture == Self.picture(3)) }
    #expect(otherCount == 1)
  }

  @Test func aValueThatWasNotReadStaysInItsRow() throws {
    let context = ModelContext(container)
    for scan in try context.fetch(Self.sorted) { scan.number += 10 }
    try context.save()
    let other = ModelContext(container)
    let scans = try other.fetch(Self.sorted)
    #expect(scans.map(\.picture) == (0..<6).map(Self.picture))
    scans[4].picture = nil
    scans[5].picture = Data([1, 2, 3])
    try other.save()
    let changed = try ModelContext(container).fetch(Self.sorted)
    #expect(
      changed.map(\.picture)[2...] == [Self.picture(2), Self.picture(3), nil, Data([1, 2, 3])])
  }

  @Test func askingForThePropertyReadsIt() throws {
    let context = ModelContext(container)
    var descriptor = Self.sorted
    descriptor.propertiesToFetch = [\.number, \.picture]
    let scans = try context.fetch(descriptor)
    #expect(try statements(context) { _ = scans.map(\.picture) } == 0)
    #expect(scans.map(\.picture) == (0..<6).map(Self.picture))
  }

  @Test func aModelWhoseContextHasEndedReadsIt() throws {
    let scans = try ModelContext(container).fetch(Self.sorted)
    #expect(scans.map(\.picture) == (0..<6).map(Self.picture))
  }

  @Test func undoRestoresADeletedValue() throws {
    let context = ModelContext(container)
    context.undoManager = UndoManager()
    for scan in try context.fetch(Self.sorted) { context.delete(scan) }
    try context.save()
    #expect(try ModelContext(container).fetchCount(Self.sorted) == 0)
    context.undoManager?.undo()
    try context.save()
    let restored = try ModelContext(container).fetch(Self.sorted)
    #expect(restored.map(\.picture) == (0..<6).map(Self.picture))
  }
}
