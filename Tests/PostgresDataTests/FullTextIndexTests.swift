import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import StoreTesting
import Testing

/// Opening a store creates, repairs and drops its full-text indexes.
@Suite("Upkeep of full-text indexes in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct FullTextIndexTests {
  private let place: SearchPlace
  private static let name = "openswiftdata_text_2_peak"

  init() throws { place = try SearchPlace() }

  private func oids() throws -> [SQLValue] {
    try place.connection.rows(
      """
      SELECT c.oid::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
      WHERE n.nspname = $1 AND starts_with(c.relname, 'openswiftdata_text') ORDER BY 1
      """, [.text(place.schema)]
    ).map { $0[0] }
  }

  @Test func declarationsDecideWhichIndexesExist() throws {
    let context = ModelContext(try place.open(nil))
    try context.insertAndSave(Peak("Castle"), Peak("Mill"))
    #expect(try place.indexes().isEmpty)
    #expect(try place.functionCount() == 0)
    #expect(try ModelContext(place.open()).titles("castle") == ["Castle"])
    #expect(try Set(place.indexes().keys) == [Self.name])
    // A program without a declaration leaves it alone.
    _ = try place.open(nil)
    _ = try place.open([SearchPlace.everyText(), TextIndex(\Hut.name)])
    #expect(try place.indexes().count == 2)
    _ = try place.open([TextIndex(\Hut.name)])
    #expect(try Set(place.indexes().keys) == ["openswiftdata_text_1_hut"])
    _ = try place.open([])
    #expect(try place.indexes().isEmpty)
    #expect(try place.functionCount() == 0)
  }

  @Test func aCorrectIndexIsNotMadeAnew() throws {
    let container = try place.open()
    let before = try oids()
    let log = try statements(in: container) { _ = try place.open() }
    #expect(log.isEmpty)
    #expect(try oids() == before)
    try place.connection.execute(
      """
      CREATE OR REPLACE FUNCTION \(place.quoted).openswiftdata_text_vector(words text) \
      RETURNS tsvector LANGUAGE sql IMMUTABLE AS 'SELECT ''x''::tsvector'
      """)
    _ = try place.open()
    #expect(try oids() != before)
    #expect(try place.functionCount() == 7)
  }

  @Test func changedDeclarationsMakeTheIndexAnew() throws {
    try ModelContext(place.open()).insertAndSave(Peak("Castles", "old"))
    #expect(
      try ModelContext(place.open([SearchPlace.everyText(.englishStems)])).titles("castle").count
        == 1)
    #expect(
      try ModelContext(place.open([SearchPlace.everyText(.substrings)])).titles("astle").count == 1)
    #expect(try ModelContext(place.open([TextIndex(\Peak.title)])).titles("old").count == 0)
    #expect(try place.indexes().count == 1)
  }

  @Test func otherProgramsKeepTheIndexUpToDate() throws {
    let context = ModelContext(try place.open())
    try context.insertAndSave(Peak("Castle"), Peak("Mill"), Peak("River"))
    let (connection, table) = (place.connection, "\(place.quoted).peak")
    try connection.run("UPDATE \(table) SET title = 'Tower', notes = NULL WHERE title = 'Castle'")
    try connection.run("DELETE FROM \(table) WHERE title = 'Mill'")
    try connection.run("UPDATE \(table) SET notes = 'Castle by hand' WHERE title = 'River'")
    let reader = ModelContext(context.container)
    #expect(try reader.titles("castle") == ["River"])
    #expect(try reader.titles("tower") == ["Tower"])
    #expect(try reader.titles("mill") == [])
    try context.container.erase()
    #expect(try ModelContext(context.container).titles("river") == [])
  }

  @Test func aReadOnlyStoreUsesTheExistingIndex() throws {
    try ModelContext(place.open()).insertAndSave(Peak("Castle"))
    let reader = ModelContext(try place.open(allowsSave: false))
    #expect(try reader.titles("castle") == ["Castle"])
    #expect(try reader.search("castle", in: FetchDescriptor<Peak>()).count == 1)
    let other = ModelContext(
      try place.open([SearchPlace.everyText(.substrings)], allowsSave: false))
    #expect(try other.titles("astl") == ["Castle"])
    #expect(throws: SwiftDataError.unsupportedModel) {
      try other.search("castle", in: FetchDescriptor<Peak>())
    }
    #expect(try place.indexes().count == 1)
  }

  @Test func anIndexRemovedElsewhereIsATypedError() throws {
    let context = ModelContext(try place.open())
    try context.insertAndSave(Peak("Castle"))
    _ = try place.open([])
    #expect(throws: SwiftDataError.self) { try context.titles("castle") }
    try context.insertAndSave(Peak("Mill"))
    #expect(try ModelContext(place.open()).titles("mill") == ["Mill"])
  }

  /// Programs that open at once, and write, make each index once.
  @Test func concurrentContainersMakeTheIndexOnce() throws {
    try ModelContext(place.open(nil)).insertAndSave(Peak("Castle"))
    let failures = Mutex<[String]>([])
    let (address, schema) = (place.address, place.schema)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      do {
        let configuration = PostgresConfiguration(address, databaseSchema: schema)
          .addingTextIndexes(SearchPlace.everyText(), TextIndex(\Hut.name))
        let context = ModelContext(
          try ModelContainer(for: Peak.self, Hut.self, configurations: configuration))
        for round in 0..<5 {
          try context.insertAndSave(Peak("Tower \(number) \(round)"))
          if try context.titles("castle") != ["Castle"] { throw Missing() }
          if try context.titles("\"tower \(number)\"").count != round + 1 { throw Missing() }
        }
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.withLock { $0 }.isEmpty)
    #expect(try place.indexes().count == 2)
  }

  private struct Missing: Error {}

  /// A role that may only change rows can use an index, but not create one.
  @Test func rolesWithoutRightsGetATypedError() throws {
    try ModelContext(place.open(nil)).insertAndSave(Peak("Castle"))
    let role = "clerk_\(UUID().uuidString.prefix(8).lowercased())"
    try place.connection.execute(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(place.quoted) TO \(role); \
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(place.quoted) TO \(role); \
      GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA \(place.quoted) TO \(role)
      """)
    let error = try #require(throws: SwiftDataError.self) {
      try place.open([SearchPlace.everyText()], user: role)
    }
    #expect("\(error)".contains("full-text"), "\(error)")
    _ = try place.open()
    let context = ModelContext(try place.open(user: role))
    try context.insertAndSave(Peak("Castle by a clerk"))
    #expect(try context.titles("castle").count == 2)
  }

  /// Without the extension for substrings, opening fails with an error that names it.
  @Test func substringsNeedAnExtension() throws {
    let name = "trigrams_\(UUID().uuidString.prefix(8).lowercased())"
    try place.connection.execute("CREATE DATABASE \(name)")
    try place.connection.execute("CREATE ROLE \(name) LOGIN")
    let address = try PostgresServer.shared.address(database: name)
    let owner = try PostgresConnection(PostgresSettings(address))
    try owner.execute("CREATE SCHEMA store AUTHORIZATION \(name)")
    func open(_ tokenizer: TextIndex.Tokenizer) throws -> ModelContext {
      let configuration = PostgresConfiguration(
        address.replacing("tester@", with: "\(name)@"), databaseSchema: "store")
      return ModelContext(
        try ModelContainer(
          for: Peak.self, Hut.self,
          configurations: configuration.addingTextIndexes(SearchPlace.everyText(tokenizer))))
    }
    try open(.words).insertAndSave(Peak("Castle"))
    let error = try #require(throws: SwiftDataError.self) { try open(.substrings) }
    #expect(error == .unsupportedModel)
    #expect("\(error)".contains("pg_trgm"))
    #expect(try open(.words).titles("castle") == ["Castle"])
    try owner.execute(
      """
      CREATE SCHEMA others; CREATE EXTENSION pg_trgm WITH SCHEMA others; \
      GRANT USAGE ON SCHEMA others TO \(name)
      """)
    #expect(try open(.substrings).titles("astl") == ["Castle"])
  }

  @Test func mappedAndShardedStoresAreRefused() throws {
    var configuration = place.configuration([SearchPlace.everyText()])
    configuration.mapping = PostgresMapping(schema: "nowhere")
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContainer(for: Peak.self, Hut.self, configurations: configuration)
    }
    #expect("\(error)".contains("full-text"), "\(error)")
    configuration = place.configuration([SearchPlace.everyText()])
    configuration.sharding = PostgresSharding(partitionCount: 2, keys: ["Peak": "size"])
    let other = try #require(throws: SwiftDataError.self) {
      try ModelContainer(for: Peak.self, Hut.self, configurations: configuration)
    }
    #expect("\(other)".contains("full-text"), "\(other)")
  }

  /// With 20,000 rows, the server uses the index on its own.
  @Test(arguments: TextIndex.Tokenizer.allCases)
  func theServerUsesTheIndex(_ tokenizer: TextIndex.Tokenizer) throws {
    let container = try place.open([SearchPlace.everyText(tokenizer)])
    try place.connection.run(
      """
      INSERT INTO \(place.quoted).peak (row_id, row_entity, row_version, title, notes, size, score) \
      SELECT n, 2, 1, 'Castle number ' || n || ' old town', 'notes ' || md5(n::text), n, 0 \
      FROM generate_series(1000001, 1020000) AS n
      """)
    try place.connection.run("ANALYZE \(place.quoted).peak")
    let context = ModelContext(container)
    let number = "1012345"
    let searches = [
      (#Predicate<Peak> { $0.matchesText(number) }, 1),
      (#Predicate<Peak> { $0.matchesText("101234*") && $0.size > 0 }, 10),
      (#Predicate<Peak> { $0.matchesText("\"number 1012345\" old -mill") }, 1),
    ]
    for (predicate, count) in searches {
      let descriptor = FetchDescriptor(predicate: predicate)
      let plan = try context.explain(descriptor).plan
      #expect("\(plan)".contains("Bitmap Index Scan on \(Self.name)"), "\(plan)")
      #expect(!"\(plan)".contains("Seq Scan"), "\(plan)")
      #expect(try context.fetch(descriptor).count == count)
    }
    let hits = try context.search(number, in: FetchDescriptor<Peak>())
    #expect(hits.map(\.model.size) == [1_012_345])
    let excluded = FetchDescriptor<Peak>(predicate: #Predicate { $0.matchesText("-castle") })
    #expect(try context.fetchCount(excluded) == 0)
  }
}
