import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// Stores whose relationships have other inverses than those that are inferred here.
@Suite("Stores with inverses of their own")
struct InverseTests {
  /// As models of an app, whose inverse is left open.
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

  /// The same without an inverse.
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

  /// With an inverse that is declared.
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

  /// A store in which a rubric holds a category that leads to another rubric.
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

  @Test func aModelCanSayThatThereIsNone() throws {
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

  @Test func aModelCannotSayBoth() throws {
    let error = #expect(throws: SwiftDataError.unsupportedModel) {
      _ = try store.open(Schema([Contradictory.Rubric.self]))
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("inverse: nil"))
  }

  @Test func openWithModelsThatLeaveThemOpen() throws {
    try store.makeForeign()
    let before = try store.contents()
    try expectApart(store.open(Open.self))
    try expectApart(store.open(Open.self, allowsSave: false))
    #expect(try store.contents() == before)
  }

  /// The schema that a program gives may serve another store, which has other inverses.
  @Test func leaveTheGivenSchemaAsItIs() throws {
    try store.makeForeign()
    let schema = Schema(versionedSchema: Open.self)
    try expectApart(store.open(schema))
    #expect(try relationship(schema, "Category", "rubric").inverseName == "categories")
    let other = try StoreFixture()
    let context = try other.open(schema)
    #expect(
      try relationship(context.container.schema, "Category", "rubric").inverseName == "categories")
  }

  /// A schema may come from a file, without classes, and entities may be changed before a container has them.
  @Test func leaveTheRestOfTheSchemaAsItIs() throws {
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

  @Test func openByTheirHashesAlone() throws {
    try store.makeForeign { _ in nil }
    let before = try store.contents()
    try expectApart(store.open(Open.self))
    #expect(try store.contents() == before)
  }

  @Test func openWhereThisLibraryWroteThem() throws { try expectApart(store.open(Open.self)) }

  @Test func areSavedTo() throws {
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

  /// Back with a program of Apple's, the next version is that of Apple's too.
  @Test(arguments: [true, false])
  func keepThemThroughMigrations(hasPlan: Bool) throws {
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
    if hasPlan { #expect(log.texts[0].contains("news 1") && log.texts[0].contains("sport 0")) }
    let stored = try Schema.stored(in: store.url)
    #expect(try relationship(stored, "Category", "rubric").inverseName == nil)
  }

  /// What is declared a store does not settle: it is migrated, or refused.
  @Test func areMigratedToThoseThatAreDeclared() throws {
    try store.connect().run("UPDATE ZCATEGORY SET ZRUBRIC = NULL")
    try store.makeForeign()
    let rubrics = try store.open(Schema([Declared.Rubric.self]))
      .fetch(FetchDescriptor<Declared.Rubric>(sortBy: [SortDescriptor(\.title)]))
    #expect(rubrics.first?.categories.first?.rubric === rubrics.first)
    let stored = try Schema.stored(in: store.url)
    #expect(try relationship(stored, "Category", "rubric").inverseName == "categories")
  }

  @Test func areToldInReports() throws {
    try store.makeForeign()
    #expect(try !Schema(versionedSchema: Open.self).migrationReport(for: store.url).isNeeded)
    let report = try Schema(Noted.models, version: Schema.Version(2, 0, 0))
      .migrationReport(for: store.url)
    #expect(report.stages.map(\.changes) == [["Rubric gets note."]])
  }
}
