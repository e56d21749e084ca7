import CoreDataFormat
import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// Values that a migration moves between rows and external files.
@Suite("Migration of external storage")
struct ExternalTests {
  private let store: StoreFixture
  private static let large = Data(repeating: 7, count: 200_000)
  private static let small = Data([1, 2, 3])

  init() throws { store = try StoreFixture() }

  enum Inside: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Scan.self] }
    @Model final class Scan {
      var number: Int
      var image: Data?
      init(number: Int, image: Data?) {
        self.number = number
        self.image = image
      }
    }
  }
  enum Outside: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Scan.self] }
    @Model final class Scan {
      var number: Int
      @Attribute(.externalStorage) var image: Data?
      init(number: Int, image: Data?) {
        self.number = number
        self.image = image
      }
    }
  }
  enum InsideAgain: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Inside.Scan.self] }
  }
  enum Without: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Scan.self] }
    @Model final class Scan {
      var number: Int
      init(number: Int) { self.number = number }
    }
  }

  private func makeInside() throws {
    let context = try store.open(Inside.self)
    for (number, image) in [Self.large, Self.small, nil].enumerated() {
      context.insert(Inside.Scan(number: number, image: image))
    }
    try context.save()
  }

  @Test func valuesMoveToFilesAndBack() throws {
    try makeInside()
    let outside = try store.open(Outside.self)
    #expect(store.externalFiles().count == 1)
    let scans = try outside.fetch(FetchDescriptor<Outside.Scan>(sortBy: [SortDescriptor(\.number)]))
    #expect(scans.map(\.image) == [Self.large, Self.small, nil])
    try StoreChecker(store.url, Outside.models).check()
    let inside = try store.open(InsideAgain.self)
    #expect(store.externalFiles().isEmpty)
    let again = try inside.fetch(FetchDescriptor<Inside.Scan>(sortBy: [SortDescriptor(\.number)]))
    #expect(again.map(\.image) == [Self.large, Self.small, nil])
    try StoreChecker(store.url, Inside.models).check()
  }

  @Test func filesOfRemovedPropertiesAreDeleted() throws {
    try makeInside()
    _ = try store.open(Outside.self)
    _ = try store.open(Without.self)
    #expect(store.externalFiles().isEmpty)
  }

  /// The file is put back, as a migration leaves it that is killed after its commit.
  @Test func filesThatAMigrationLeftAreDeleted() throws {
    let context = try store.open(Outside.self)
    context.insert(Outside.Scan(number: 1, image: Self.large))
    try context.save()
    let folder = ExternalData.folder(forStoreNamed: "test.store")
    let kept = try #require(store.externalFiles().first)
    _ = try store.open(Without.self)
    let file = store.folder.url.appendingPathComponent("\(folder)/\(kept)")
    try Self.large.write(to: file)
    _ = try store.open(Without.self)
    #expect(store.externalFiles().isEmpty)
  }

  enum Plan: SchemaMigrationPlan {
    @TaskLocal static var fails = false
    static var schemas: [any VersionedSchema.Type] { [Outside.self, InsideAgain.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: Outside.self, toVersion: InsideAgain.self,
          willMigrate: { context in
            let scans = try context.fetch(
              FetchDescriptor<Outside.Scan>(sortBy: [SortDescriptor(\.number)]))
            scans[0].image = Data(repeating: 8, count: 150_000)
            context.insert(Outside.Scan(number: 9, image: Data(repeating: 9, count: 150_000)))
            try context.save()
          },
          didMigrate: { _ in if fails { throw TestFailure(number: 1) } })
      ]
    }
  }

  @Test func aFailedMigrationKeepsTheFiles() throws {
    try makeInside()
    _ = try store.open(Outside.self)
    let files = store.externalFiles()
    let contents = try store.contents()
    Plan.$fails.withValue(true) {
      #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try store.open(InsideAgain.self, Plan.self)
      }
    }
    #expect(store.externalFiles() == files)
    #expect(try store.contents() == contents)
    try StoreChecker(store.url, Outside.models).check()
    let context = try store.open(InsideAgain.self, Plan.self)
    #expect(store.externalFiles().isEmpty)
    let scans = try context.fetch(FetchDescriptor<Inside.Scan>(sortBy: [SortDescriptor(\.number)]))
    #expect(scans.map { $0.image?.first } == [8, 1, nil, 9])
  }

  @Test func errorsNameTheMissingFile() throws {
    try makeInside()
    _ = try store.open(Outside.self)
    let name = try #require(store.externalFiles().first)
    let folder = ExternalData.folder(forStoreNamed: "test.store")
    try FileManager.default.removeItem(
      at: store.folder.url.appendingPathComponent("\(folder)/\(name)"))
    let contents = try store.contents()
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      _ = try store.open(InsideAgain.self)
    }
    #expect(error?.underlyingError as? SwiftDataError == .valueCannotBeRead)
    #expect("\(error.map { "\($0)" } ?? "")".contains(name))
    #expect(try store.contents() == contents)
  }
}
