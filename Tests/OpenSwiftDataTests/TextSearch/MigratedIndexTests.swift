import CoreDataFormat
import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import StoreTesting
import Testing

/// Text indexes match the rows after every kind of migration.
@Suite("Text indexes of migrated stores")
struct MigratedIndexTests {
  enum Old: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static let models: [any PersistentModel.Type] = [Essay.self, Margin.self]

    @Model final class Essay {
      var title: String
      var text: String
      var count: Int?
      init(title: String, text: String) {
        self.title = title
        self.text = text
      }
    }

    @Model final class Margin {
      var remark: String
      init(remark: String) { self.remark = remark }
    }
  }

  /// Has one more column, which is added in place.
  enum Extended: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static let models: [any PersistentModel.Type] = [Essay.self, Margin.self]

    @Model final class Essay {
      var title: String
      var text: String
      var count: Int?
      var author: String?
      init(title: String, text: String) {
        self.title = title
        self.text = text
      }
    }

    @Model final class Margin {
      var remark: String
      init(remark: String) { self.remark = remark }
    }
  }

  /// Renames an indexed column, removes another one, makes a number required, and adds an entity
  /// before
  /// the others, which changes their entity numbers.
  enum New: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static let models: [any PersistentModel.Type] = [Author.self, Essay.self]

    @Model final class Author {
      var name: String
      init(name: String) { self.name = name }
    }

    @Model final class Essay {
      @Attribute(originalName: "title") var heading: String
      var count: Int = 5
      init(heading: String) { self.heading = heading }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Old.self, Extended.self, New.self] }
    static var stages: [MigrationStage] {
      [
        .lightweight(fromVersion: Old.self, toVersion: Extended.self),
        .custom(
          fromVersion: Extended.self, toVersion: New.self,
          willMigrate: { context in
            for essay in try context.fetch(FetchDescriptor<Extended.Essay>()) {
              essay.title += " revised"
            }
            try context.save()
          }, didMigrate: nil),
      ]
    }
  }

  private let folder: TestFolder
  private var url: URL { folder.file("essays.store") }

  init() throws {
    folder = try TestFolder()
    let container = try open(Old.self, TextIndex(\Old.Essay.title, \Old.Essay.text))
    let context = ModelContext(container)
    context.insert(Old.Essay(title: "On castles", text: "stones"))
    context.insert(Old.Essay(title: "On rivers", text: "water and stones"))
    context.insert(Old.Margin(remark: "well said"))
    try context.save()
  }

  private func open(
    _ version: any VersionedSchema.Type, _ indexes: TextIndex?...,
    plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: url)
    let declared = indexes.compactMap(\.self)
    if !declared.isEmpty { configuration.textIndexes = declared }
    return try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan, configurations: configuration)
  }

  private func check() throws {
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    let names = try SearchStore.indexNames(connection)
    #expect(!names.isEmpty)
    for name in names {
      try connection.run(
        "INSERT INTO \"\(name)\" (\"\(name)\", rank) VALUES ('integrity-check', 1)")
    }
  }

  private func count<T: PersistentModel>(
    _ text: String, _ type: T.Type, _ container: ModelContainer
  ) throws -> Int {
    let predicate = #Predicate<T> { $0.matchesText(text) }
    let count = try ModelContext(container).fetchCount(FetchDescriptor(predicate: predicate))
    let hits = try ModelContext(container).search(text, in: FetchDescriptor<T>())
    #expect(hits.count == count)
    return count
  }

  @Test func columnsAddedInPlaceLeaveTheIndexAlone() throws {
    let container = try open(
      Extended.self, TextIndex(\Extended.Essay.title, \Extended.Essay.text))
    #expect(try count("castles stones", Extended.Essay.self, container) == 1)
    #expect(try count("stones", Extended.Essay.self, container) == 2)
    try check()
  }

  @Test func removedAndRenamedColumnsAreIndexedAnew() throws {
    let container = try open(New.self, TextIndex(\New.Essay.heading))
    #expect(try count("castles", New.Essay.self, container) == 1)
    #expect(try count("stones", New.Essay.self, container) == 0)
    let context = ModelContext(container)
    context.insert(New.Essay(heading: "More castles"))
    try context.save()
    #expect(try count("castles", New.Essay.self, container) == 2)
    try check()
  }

  @Test func stagesEndWithRightIndexes() throws {
    let container = try open(New.self, TextIndex(\New.Essay.heading), plan: Plan.self)
    #expect(try count("revised castles", New.Essay.self, container) == 1)
    #expect(try count("revised", New.Essay.self, container) == 2)
    try check()
  }

  @Test func programsWithoutDeclarationsMigrate() throws {
    do {
      let context = ModelContext(try open(New.self))
      context.insert(New.Essay(heading: "Castles without an index"))
      try context.save()
    }
    let container = try open(New.self, TextIndex(\New.Essay.heading))
    #expect(try count("castles", New.Essay.self, container) == 2)
    try check()
  }

  @Test func aFailedMigrationKeepsTheIndex() throws {
    enum Failing: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [Old.self, Extended.self, New.self] }
      static var stages: [MigrationStage] {
        [
          .lightweight(fromVersion: Old.self, toVersion: Extended.self),
          .custom(
            fromVersion: Extended.self, toVersion: New.self, willMigrate: nil,
            didMigrate: { _ in throw CancellationError() }),
        ]
      }
    }
    #expect(throws: (any Error).self) {
      try open(New.self, TextIndex(\New.Essay.heading), plan: Failing.self)
    }
    try check()
    let container = try open(Old.self, TextIndex(\Old.Essay.title, \Old.Essay.text))
    #expect(try count("castles", Old.Essay.self, container) == 1)
  }
}
