import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import Testing

/// Full-text indexes match the rows after a migration.
@Suite(
  "Full-text indexes of migrated stores in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct FullTextMigrationTests {
  enum Old: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static let models: [any PersistentModel.Type] = [Essay.self]

    @Model final class Essay {
      var title: String
      var text: String
      init(title: String, text: String) { (self.title, self.text) = (title, text) }
    }
  }

  /// Renames an indexed column, removes another one, and adds an entity with a lower number.
  enum New: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static let models: [any PersistentModel.Type] = [Author.self, Essay.self]

    @Model final class Author {
      var name: String
      init(name: String) { self.name = name }
    }

    @Model final class Essay {
      @Attribute(originalName: "title") var heading: String
      var remark: String?
      init(heading: String) { self.heading = heading }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [Old.self, New.self]
    static let stages = [MigrationStage.lightweight(fromVersion: Old.self, toVersion: New.self)]
  }

  @Test(arguments: [nil, "words", "substrings"] as [String?])
  func indexesAreMadeAgain(_ tokenizer: String?) throws {
    let place = try SearchPlace()
    let kind: TextIndex.Tokenizer = tokenizer == "substrings" ? .substrings : .words
    let old = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: Old.self), migrationPlan: Plan.self,
        configurations: [
          place.configuration([TextIndex(\Old.Essay.title, \Old.Essay.text, tokenizer: kind)])
        ]))
    old.insert(Old.Essay(title: "Castles", text: "of stone"))
    try old.save()
    #expect(try place.indexes().count == 1)
    let declared = tokenizer.map { _ in
      [TextIndex(\New.Essay.heading, \New.Essay.remark, tokenizer: kind)]
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: New.self), migrationPlan: Plan.self,
      configurations: [place.configuration(declared)])
    #expect(try place.indexes().count == (declared == nil ? 0 : 1))
    let context = ModelContext(container)
    func count(_ text: String) throws -> Int {
      try context.fetchCount(
        FetchDescriptor(predicate: #Predicate<New.Essay> { $0.matchesText(text) }))
    }
    #expect(try count("castles") == 1)
    #expect(try count("stone") == 0)
  }
}
