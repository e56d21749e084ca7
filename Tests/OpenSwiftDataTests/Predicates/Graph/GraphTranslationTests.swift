import Foundation
import RecordStore
import SQLCore
import Testing

@testable import OpenSwiftData

/// The SQL of predicates and sort orders over relationships, and SQLite's query plans for it.
@Suite("Translation over graphs") struct GraphTranslationTests {
  private let store: GraphStore

  init() throws { store = try GraphStore(seed: 5) }

  private func text<Model: PersistentModel>(
    _ predicate: Predicate<Model>, sortBy: [SortDescriptor<Model>] = []
  ) throws -> String {
    try store.keyStatement(FetchDescriptor(predicate: predicate, sortBy: sortBy)).text
      .replacing("\"", with: "")
  }

  private func plan<Model: PersistentModel>(
    _ predicate: Predicate<Model>, sortBy: [SortDescriptor<Model>] = []
  ) throws -> String {
    try store.explain(FetchDescriptor(predicate: predicate, sortBy: sortBy))
  }

  @Test func toOneRelationshipsBecomeJoins() throws {
    #expect(
      try text(#Predicate<Item> { $0.trip?.name == "a" && $0.number == 1 }) == """
        SELECT ZITEM.Z_PK, ZITEM.Z_ENT FROM ZITEM \
        LEFT JOIN ZTRIP AS t1 ON t1.Z_PK = ZITEM.ZTRIP \
        WHERE ((t1.ZNAME = ? AND ZITEM.ZNUMBER = ?)) ORDER BY ZITEM.Z_PK
        """)
    let sorted = try text(
      #Predicate<Item> { $0.trip?.owner?.name == "a" },
      sortBy: [SortDescriptor(\.trip?.owner?.name), SortDescriptor(\.trip?.name)])
    let expected = """
      SELECT ZITEM.Z_PK, ZITEM.Z_ENT FROM ZITEM \
      LEFT JOIN ZTRIP AS t1 ON t1.Z_PK = ZITEM.ZTRIP \
      LEFT JOIN ZPERSON AS t2 ON t2.Z_PK = t1.ZOWNER \
      WHERE (t2.ZNAME = ?) \
      ORDER BY t2.ZNAME COLLATE swift, t1.ZNAME COLLATE swift, ZITEM.Z_PK
      """
    #expect(sorted == expected)
  }

  @Test func identifiersNeedNoJoin() throws {
    let id = store.trips[0].persistentModelID
    #expect(
      try text(#Predicate<Item> { $0.trip?.persistentModelID == id || $0.spareOf == nil }) == """
        SELECT Z_PK, Z_ENT FROM ZITEM WHERE ((ZTRIP = ? OR ZSPAREOF IS NULL)) ORDER BY Z_PK
        """)
  }

  @Test func possiblyDanglingTargetsAreJoined() throws {
    #expect(
      try text(#Predicate<Note> { $0.writer == nil }) == """
        SELECT ZNOTE.Z_PK, ZNOTE.Z_ENT FROM ZNOTE \
        LEFT JOIN ZPERSON AS t1 ON t1.Z_PK = ZNOTE.ZWRITER \
        WHERE (t1.Z_PK IS NULL) ORDER BY ZNOTE.Z_PK
        """)
  }

  @Test func membersAreSearchedInSubqueries() throws {
    #expect(
      try text(#Predicate<Trip> { $0.items.contains { $0.name == "a" } && $0.number == 1 }) == """
        SELECT Z_PK, Z_ENT FROM ZTRIP \
        WHERE ((EXISTS (SELECT 1 FROM ZITEM AS t1 WHERE t1.ZTRIP = ZTRIP.Z_PK \
        AND (t1.ZNAME = ?)) AND ZNUMBER = ?)) ORDER BY Z_PK
        """)
    #expect(
      try text(#Predicate<Item> { $0.tags.filter { $0.number > 1 }.count == 2 }) == """
        SELECT Z_PK, Z_ENT FROM ZITEM \
        WHERE ((SELECT COUNT(*) FROM Z_1TAGS AS t2 JOIN ZTAG AS t1 ON t1.Z_PK = t2.Z_5TAGS \
        WHERE t2.Z_1ITEMS = ZITEM.Z_PK AND (t1.ZNUMBER > ?)) = ?) ORDER BY Z_PK
        """)
    #expect(
      try text(
        #Predicate<Person> { person in
          person.trips.contains { trip in trip.items.allSatisfy { $0.number == person.number } }
        }) == """
          SELECT Z_PK, Z_ENT FROM ZPERSON \
          WHERE (EXISTS (SELECT 1 FROM ZTRIP AS t1 WHERE t1.ZOWNER = ZPERSON.Z_PK \
          AND (NOT EXISTS (SELECT 1 FROM ZITEM AS t2 WHERE t2.ZTRIP = t1.Z_PK \
          AND (NOT (t2.ZNUMBER = ZPERSON.ZNUMBER)))))) ORDER BY Z_PK
          """)
  }

  @Test func searchesUseForeignKeyIndexes() throws {
    let id = store.trips[0].persistentModelID
    #expect(
      try plan(#Predicate<Item> { $0.trip?.persistentModelID == id })
        .contains("SEARCH ZITEM USING INDEX ZITEM_ZTRIP_INDEX"))
    #expect(
      try plan(#Predicate<Trip> { $0.items.contains { $0.name == "a" } })
        .contains("SEARCH t1 USING INDEX ZITEM_ZTRIP_INDEX (ZTRIP=?)"))
    let tags = try plan(#Predicate<Item> { $0.tags.contains { $0.name == "a" } })
    #expect(tags.contains("SEARCH t2 USING"), "\(tags)")
    #expect(tags.contains("SEARCH t1 USING INTEGER PRIMARY KEY"), "\(tags)")
    #expect(!tags.contains("SCAN t"), "\(tags)")
  }

  @Test func aSearchStartsFromTheSelectiveEnd() throws {
    // If a condition requires the joined row, SQLite treats a LEFT JOIN like a JOIN, which can
    // start with
    // either table.
    let joined = try plan(#Predicate<Item> { $0.trip?.name == "a" })
    #expect(joined.contains("SEARCH t1 USING COVERING INDEX Z_Trip_SwiftData"), "\(joined)")
    #expect(joined.contains("INDEX ZITEM_ZTRIP_INDEX (ZTRIP=?)"), "\(joined)")
  }

  @Test func aPlanNamesTheRelatedEntities() throws {
    let (trips, items) = (Self.tree(Trip.self), Self.tree(Item.self))
    func trees<Model: PersistentModel>(_ predicate: Predicate<Model>) throws -> Set<Int> {
      let binding = try store.container.core.bindings.binding(for: Model.self)
      return try FetchStatement.plan(
        FetchDescriptor(predicate: predicate), binding, SpatialIndexes()
      ).relatedTrees
    }
    #expect(try trees(#Predicate<Item> { $0.number == 1 && $0.trip == nil }).isEmpty)
    #expect(try trees(#Predicate<Item> { $0.trip?.name == "a" }) == [trips(store)])
    #expect(
      try trees(#Predicate<Trip> { $0.items.contains { $0.trip?.number == 1 } })
        == [trips(store), items(store)])
  }

  @Test func reflexiveRelationshipsCountRowsForBothEnds() throws {
    let binding = try store.container.core.bindings.binding(for: Person.self)
    let translator = PredicateTranslator(columns: ReflexiveStaff(base: binding))
    let connection = try store.context.recordSession(store.container.core.stores[0]).connection
    try connection.run("CREATE TABLE PAIRS (ONE INTEGER, REFLEXIVE INTEGER)")
    try connection.run("INSERT INTO PAIRS VALUES (1, 2), (2, 1), (3, 1), (4, 4)")
    func found(_ predicate: Predicate<Person>) throws -> [SQLValue] {
      let condition = try #require(translator.translate(predicate).condition)
      let statement = SQLDialect.sqlite.render("SELECT Z_PK FROM ZPERSON WHERE \(condition)")
      return try connection.rows(statement.text, statement.values).map { $0[0] }
    }
    #expect(try found(#Predicate { $0.staff.count == 2 }) == [.integer(1)])
    #expect(
      try found(#Predicate { $0.staff.count == 1 }) == [.integer(2), .integer(3), .integer(4)])
    #expect(
      try found(#Predicate { person in person.staff.contains(person) }) == [.integer(4)])
  }

  private static func tree<Model: PersistentModel>(_ type: Model.Type) -> (GraphStore) -> Int {
    { (try? $0.container.core.bindings.binding(for: type).mapIndex) ?? -1 }
  }
}

/// People whose staff is a reflexive relationship, stored as pairs in a join table.
///
/// Macros cannot declare a relationship as its own inverse, but Core Data stores can contain one.
private struct ReflexiveStaff: ColumnResolving {
  let base: EntityBinding

  var tableName: String { base.tableName }
  var treeNumber: Int { base.treeNumber }
  var primaryKeyColumn: String { base.primaryKeyColumn }

  func place(of keyPath: AnyKeyPath) -> PropertyPlace? {
    guard keyPath == \Person.staff else { return base.place(of: keyPath) }
    return .toMany(
      .join(
        ResolvedJoin(
          table: "PAIRS", ownerColumn: "ONE", memberColumn: "REFLEXIVE", isReflexive: true)))
  }

  func destination(of keyPath: AnyKeyPath) -> (any ColumnResolving)? { self }
}
