import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// Stores whose relationships have different inverses than those inferred from the models.
@Suite("Stores with inverses of their own")
struct InverseTests {
  /// Models of an app that does not specify the inverse.
  enum Open: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Rubric.self, Category.self] }

    @Model final class Rubric {
      var title: String
      @Relationship(deleteRule: .cascade) var categories: [Category] = []
      init(_ title: String) { self.title = title }
    }
    @Model final class Category {
      var name: String
      var rubric: Rubric?
      init(_ name: String) { self.name = name }
    }
  }

  /// The same models without an inverse.
  enum Apart: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Rubric.self, Category.self] }

    @Model final class Rubric {
      var title: String
      @Relationship(deleteRule: .cascade, inverse: nil) var categories: [Category] = []
      init(_ title: String) { self.title = title }
    }
    @Model final class Category {
      var name: String
      var rubric: Rubric?
      init(_ name: String) { self.name = name }
    }
  }

  /// The next version.
  enum Noted: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Rubric.self, Category.self] }

    @Model final class Rubric {
      var title: String
      var note: String?
      @Relationship(deleteRule: .cascade) var categories: [Category] = []
      init(_ title: String) { self.title = title }
    }
    @Model final class Category {
      var name: String
      var rubric: Rubric?
      init(_ name: String) { self.name = name }
    }
  }

  /// Models that declare the inverse.
  enum Declared {
    @Model final class Rubric {
      var title: String
      @Relationship(deleteRule: .cascade, inverse: \Category.rubric)
      var categories: [Category] = []
      init(_ title: String) { self.title = title }
    }
    @Model final class Category {
      var name: String
      var rubric: Rubric?
      init(_ name: String) { self.name = name }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Open.self, Noted.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: Open.self, toVersion: Noted.self,
          willMigrate: { context in
            let rubrics = try context.fetch(FetchDescriptor<Open.Rubric>())
            Sightings.add(rubrics.map { "\($0.title) \($0.categories.count)" }.joined())
          }, didMigrate: nil)
      ]
    }
  }

  private let store: StoreFixture

  /// Creates a store in which a rubric contains a category that references another rubric.
  init() throws {
    store = try StoreFixture()
    let context = try store.open(Apart.self)
    let (news, sport) = (Apart.Rubric("news"), Apart.Rubric("sport"))
    let chess = Apart.Category("chess")
    context.insert(news)
    context.insert(sport)
    news.categories = [chess]
    chess.rubric = sport
    try context.save()
  }

  private func relationship(_ schema: Schema, _ entity: String, _ name: String) throws
    -> Schema.Relationship
  {
    try #require(schema.entitiesByName[entity]?.relationshipsByName[name])
  }

  private func expectApart(_ context: ModelContext) throws {
    let rubrics = try context.fetch(
      FetchDescriptor<Open.Rubric>(sortBy: [SortDescriptor(\.title)]))
    #expect(rubrics.map { $0.categories.map(\.name) } == [["chess"], []])
    #expect(rubrics.first?.categories.first?.rubric?.title == "sport")
    let schema = context.container.schema
    #expect(try relationship(schema, "Rubric", "categories").inverseName == nil)
    #expect(try relationship(schema, "Category", "rubric").inverseName == nil)
    #expect(schema.fingerprint == Schema(versionedSchema: Apart.self).fingerprint)
  }

  @Test func aModelCanDeclareNoInverse() throws {
    let schema = Schema(versionedSchema: Apart.self)
    #expect(try relationship(schema, "Rubric", "categories").inverseName == nil)
    #expect(try relationship(schema, "Category", "rubric").inverseName == nil)
    #expect(try relationship(schema, "Rubric", "categories").deleteRule == .cascade)
    let inferred = Schema(versionedSchema: Open.self)
    #expect(try relationship(inferred, "Category", "rubric").inverseName == "categories")
  }

  enum Contradictory {
    @Model final class Rubric {
      @Relationship(inverse: \Category.rubric) var categories: [Category] = []
      init() {}
    }
    @Model final class Category {
      @Relationship(inverse: nil) var rubric: Rubric?
      init() {}
    }
  }

  @Test func contradictoryInversesAreRefused() throws {
    let error = #expect(throws: SwiftDataError.unsupportedModel) {
      _ = try store.open(Schema([Contradictory.Rubric.self]))
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("inverse: nil"))
  }

  @Test func storesOpenWithUndeclaredInverses() throws {
    try store.makeForeign()
    let before = try store.contents()
    try expectApart(store.open(Open.self))
    try expectApart(store.open(Open.self, allowsSave: false))
    #expect(try store.contents() == before)
  }

  /// The program's schema may also be used for another store, with other inverses.
  @Test func theGivenSchemaStaysUnchanged() throws {
    try store.makeForeign()
    let schema = Schema(versionedSchema: Open.self)
    try expectApart(store.open(schema))
    #expect(try relationship(schema, "Category", "rubric").inverseName == "categories")
    let other = try StoreFixture()
    let context = try other.open(schema)
    #expect(
      try relationship(context.container.schema, "Category", "rubric").inverseName == "categories")
  }

  /// A schema may be decoded without classes, and its entities may be changed before it is used.
  @Test func theRestOfTheSchemaStaysUnchanged() throws {
    try store.makeForeign()
    let given = Schema(versionedSchema: Open.self)
    given.entitiesByName["Rubric"]?.indices = [["title"]]
    let schema = try store.open(given).container.schema
    #expect(schema.entitiesByName["Rubric"]?.indices == [["title"]])
    #expect(try relationship(schema, "Rubric", "categories").deleteRule == .cascade)
    #expect(
      schema.entitiesByName.mapValues(\.storedProperties.count) == ["Rubric": 2, "Category": 2])
    let decoded = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(given))
    let plain = try DefaultStore(ModelConfiguration(schema: decoded, url: store.url))
    #expect(plain.schema.entities.map(\.name) == given.entities.map(\.name))
    #expect(try relationship(plain.schema, "Category", "rubric").inverseName == nil)
  }

  @Test func storesOpenByTheirHashesAlone() throws {
    try store.makeForeign { _ in nil }
    let before = try store.contents()
    try expectApart(store.open(Open.self))
    #expect(try store.contents() == before)
  }

  @Test func storesOfThisLibraryOpenToo() throws { try expectApart(store.open(Open.self)) }

  @Test func savesFollowTheStoresInverses() throws {
    try store.makeForeign()
    let context = try store.open(Open.self)
    let rubrics = try context.fetch(
      FetchDescriptor<Open.Rubric>(sortBy: [SortDescriptor(\.title)]))
    let golf = Open.Category("golf")
    rubrics[1].categories.append(golf)
    golf.rubric = rubrics[0]
    try context.save()
    let again = try store.open(Apart.self)
      .fetch(FetchDescriptor<Apart.Rubric>(sortBy: [SortDescriptor(\.title)]))
    #expect(again.map { $0.categories.map(\.name) } == [["chess"], ["golf"]])
    #expect(again[1].categories[0].rubric?.title == "news")
  }

  /// Apple's frameworks can open the migrated store, whose inverses stay those of the store.
  @Test(arguments: [true, false])
  func migrationsKeepTheStoresInverses(hasPlan: Bool) throws {
    try store.makeForeign()
    let log = SightingLog()
    for _ in 0..<2 {
      let context = try Sightings.$log.withValue(log) {
        try hasPlan
          ? store.open(Noted.self, Plan.self)
          : store.open(Schema(Noted.models, version: Schema.Version(2, 0, 0)))
      }
      let rubrics = try context.fetch(
        FetchDescriptor<Noted.Rubric>(sortBy: [SortDescriptor(\.title)]))
      #expect(rubrics.map { $0.categories.map(\.name) } == [["chess"], []])
      #expect(rubrics.first?.categories.first?.rubric?.title == "sport")
    }
    #expect(log.texts.count == (hasPlan ? 1 : 0))
    if hasPlan {
      let text = try #require(log.texts.first)
      #expect(text.contains("news 1"))
      #expect(text.contains("sport 0"))
    }
    let stored = try Schema.stored(in: store.url)
    #expect(try relationship(stored, "Category", "rubric").inverseName == nil)
  }

  /// Declared inverses take precedence over those of the store, which is migrated or refused.
  @Test func storesAreMigratedToDeclaredInverses() throws {
    try store.connect().run("UPDATE ZCATEGORY SET ZRUBRIC = NULL")
    try store.makeForeign()
    let rubrics = try store.open(Schema([Declared.Rubric.self]))
      .fetch(FetchDescriptor<Declared.Rubric>(sortBy: [SortDescriptor(\.title)]))
    #expect(rubrics.first?.categories.first?.rubric === rubrics.first)
    let stored = try Schema.stored(in: store.url)
    #expect(try relationship(stored, "Category", "rubric").inverseName == "categories")
  }

  @Test func reportsUseTheStoresInverses() throws {
    try store.makeForeign()
    #expect(try !Schema(versionedSchema: Open.self).migrationReport(for: store.url).isNeeded)
    let report = try Schema(Noted.models, version: Schema.Version(2, 0, 0))
      .migrationReport(for: store.url)
    #expect(report.stages.map(\.changes) == [["Rubric gets note."]])
  }
}
