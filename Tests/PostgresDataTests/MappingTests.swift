import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@Suite("Tables of other programs", .enabled(if: PostgresServer.isInstalled))
struct MappingTests {
  private typealias Trip = Agency.Trip
  private typealias Stay = Agency.Stay
  private typealias Guide = Agency.Guide

  private let database: AgencyDatabase

  init() throws { database = try AgencyDatabase() }

  private static let order = [SortDescriptor(\Trip.seats)]

  @Test func mappedTablesAreRead() throws {
    let context = ModelContext(try database.container(allowsSave: false))
    let trips = try context.fetch(FetchDescriptor(sortBy: Self.order))
    #expect(trips.map(\.name) == (1...20).map { "trip \($0)" })
    #expect(trips[2].position == Agency.Position(latitude: 3, longitude: -3))
    #expect(trips[1].position == nil)
    #expect(trips[1].status == .booked)
    #expect(trips[1].isPublic)
    #expect(trips[1].price == 2.5)
    #expect(trips[1].token == nil)
    let start = Date(timeIntervalSince1970: 1_704_067_200 + 86_400)
    #expect(trips[0].start == start)
    #expect(Set(trips[0].guides.map(\.name)) == ["Ada", "Ben"])
    #expect(trips[0].stays.map(\.hotel).sorted() == ["hotel 12", "hotel 4", "hotel 8"])
    #expect(trips[0].stays.allSatisfy { $0.trip === trips[0] })
  }

  @Test func predicatesFilterMappedTables() throws {
    let context = ModelContext(try database.container(allowsSave: false))
    func count(_ predicate: Predicate<Trip>) throws -> Int {
      try context.fetchCount(FetchDescriptor(predicate: predicate))
    }
    let date = Date(timeIntervalSince1970: 1_704_067_200 + 86_400 * 10)
    let booked = Agency.Status.booked
    #expect(try count(#Predicate { $0.name == "trip 7" }) == 1)
    #expect(try count(#Predicate { $0.start > date }) == 10)
    #expect(try count(#Predicate { $0.status == booked && $0.seats < 9 }) == 4)
    #expect(try count(#Predicate { $0.stays.contains { $0.nights > 3 } }) == 2)
    #expect(try count(#Predicate { $0.guides.contains { $0.name == "Ada" } }) == 2)
    #expect(try count(#Predicate { $0.isPublic && $0.price > 20 }) == 2)
  }

  @Test func containersOfADatabaseShareAStoreIdentifier() throws {
    let containers = try (0..<2).map { _ in try database.container(allowsSave: false) }
    let models = try containers.map {
      try #require(try ModelContext($0).fetch(FetchDescriptor<Guide>()).first)
    }
    #expect(
      models[0].persistentModelID.storeIdentifier == models[1].persistentModelID.storeIdentifier)
    #expect(throws: SwiftDataError.storeIsReadOnly) {
      let context = ModelContext(containers[0])
      context.insert(Guide(name: "Eve"))
      try context.save()
    }
  }

  @Test func mappedSchemasGetNoLibraryTables() throws {
    func relations() throws -> [[SQLValue]] {
      try database.connection.rows(
        """
        SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace \
        ORDER BY relname
        """)
    }
    let before = try relations()
    let context = ModelContext(try database.container(allowsSave: true))
    context.insert(Guide(name: "Eve"))
    try context.save()
    #expect(try relations() == before)
  }

  @Test func mappedTablesAreWritten() throws {
    let context = ModelContext(try database.container(allowsSave: true))
    let trip = Trip(name: "new", code: "x", seats: 99)
    trip.position = Agency.Position(latitude: 1.5, longitude: 2.5)
    let guide = Guide(name: "Eve")
    context.insert(trip)
    trip.guides = [guide]
    trip.stays = [Stay(hotel: "inn", nights: 2), Stay(hotel: "tent", nights: 1)]
    let first = try #require(
      try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.seats == 1 })).first)
    first.name = "renamed"
    first.status = .over
    let gone = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.seats > 18 }))
    for other in gone where other !== trip { context.delete(other) }
    try context.save()
    let rows = try database.connection.rows(
      """
      SELECT trip_no, title, status::text, lat, internal_note FROM trips_v2 \
      WHERE seats IN (1, 99) OR seats > 18 ORDER BY seats
      """)
    #expect(
      rows == [
        [.integer(1), .text("renamed"), .text("over"), .null, .text("theirs")],
        [.integer(21), .text("new"), .text("planned"), .real(1.5), .null],
      ])
    let again = ModelContext(try database.container(allowsSave: true))
    let found = try #require(
      try again.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.seats == 99 })).first)
    #expect(found.guides.map(\.name) == ["Eve"])
    #expect(found.start == trip.start)
    #expect(Set(found.stays.map(\.hotel)) == ["inn", "tent"])
    // Rows that other programs insert get other keys.
    try database.connection.execute("INSERT INTO guides (name) VALUES ('Fay')")
    #expect(try again.fetchCount(FetchDescriptor<Guide>()) == 4)
  }

  @Test func uniqueValuesReplaceRows() throws {
    let context = ModelContext(try database.container(allowsSave: true))
    context.insert(Trip(name: "instead", code: "c5", seats: 5))
    context.insert(Trip(name: "beside", code: "new", seats: 5))
    try context.save()
    let again = ModelContext(try database.container(allowsSave: true))
    let found = try again.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.seats == 5 }))
    #expect(Set(found.map(\.name)) == ["instead", "beside"])
    #expect(try again.fetchCount(FetchDescriptor<Trip>()) == 21)
  }

  @Test func contextsFollowChangesOfOtherPrograms() throws {
    let context = ModelContext(try database.container(allowsSave: true))
    #expect(try context.fetchCount(FetchDescriptor<Guide>()) == 2)
    try database.connection.execute(
      "DELETE FROM trips_guides; DELETE FROM guides WHERE name = 'Ben'")
    let names = try context.fetch(FetchDescriptor<Guide>()).map(\.name)
    #expect(names == ["Ada"])
  }

  @Test func valuesThatColumnsCannotHoldAreRefused() throws {
    let context = ModelContext(try database.container(allowsSave: true))
    context.insert(Trip(name: "large", seats: 1 << 40))
    #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>()) == 20)
  }
}

extension MappingTests {
  @Test func errorsNameAllMappingMistakes() throws {
    var mapping = Agency.mapping(database.schema)
    mapping[Trip.self]?.columns["name"] = "headline"
    mapping[Trip.self]?.columns["seats"] = "price"
    mapping[Trip.self]?.columns["colour"] = "colour"
    mapping[Stay.self] = .table("rooms")
    mapping[Guide.self] = .table("guides", key: "name")
    mapping.tables["Pilot"] = .table("pilots")
    let error = try #require(throws: SwiftDataError.self) {
      try database.container(allowsSave: false, mapping)
    }
    #expect(error == .storeSchemaMismatch)
    let schema = database.schema
    for text in [
      "Trip.name is mapped to \(schema).trips_v2.headline, which does not exist.",
      "Trip.seats needs the type bigint, but \(schema).trips_v2.price has the type numeric(10,2).",
      "Trip has no property colour, but the mapping names it.",
      "Stay is mapped to \(schema).rooms, which does not exist.",
      "Guide has the key column \(schema).guides.name, which has no unique index.",
      "The mapping names Pilot, which is not an entity of the models.",
    ] { #expect("\(error)".contains(text), "\(text)\n\(error)") }
  }

  @Test func rowsThatLackRequiredValuesAreRefused() throws {
    // A nullable column of a required property is accepted while it contains no NULL.
    _ = try database.container(allowsSave: false)
    try database.connection.execute("INSERT INTO stays (nights) VALUES (1)")
    let error = try #require(throws: SwiftDataError.self) {
      try database.container(allowsSave: false)
    }
    #expect(error == .storeSchemaMismatch)
    let text = "Stay.hotel is not optional, but \(database.schema).stays.hotel contains"
    #expect("\(error)".contains(text))
  }

  @Test func unwritableTablesAreRefused() throws {
    try database.connection.execute(
      """
      ALTER TABLE guides ALTER id DROP DEFAULT; DROP SEQUENCE guides_id_seq; \
      ALTER TABLE guides ADD salary numeric NOT NULL DEFAULT 1; \
      ALTER TABLE guides ALTER salary DROP DEFAULT; \
      ALTER TABLE trips_v2 DROP CONSTRAINT trips_v2_code_key
      """)
    _ = try database.container(allowsSave: false)
    let error = try #require(throws: SwiftDataError.self) {
      try database.container(allowsSave: true)
    }
    #expect(error == .storeSchemaMismatch)
    let schema = database.schema
    for text in [
      "Guide takes its keys from \(schema).guides.id, which does not own a sequence.",
      "Guide has no property for \(schema).guides.salary, which is required in new rows.",
      "Trip is unique by code, but \(schema).trips_v2 has no unique index for that.",
    ] { #expect("\(error)".contains(text), "\(text)\n\(error)") }
  }

  @Test func inheritingModelsAreRefused() throws {
    let error = try #require(throws: SwiftDataError.self) {
      try database.container(allowsSave: false, nil, [Animal.self, Dog.self])
    }
    #expect(error == .storeSchemaMismatch)
    #expect("\(error)".contains("Animal is inherited from, but its mapping names no classColumn"))
  }

  @Test func viewsCanOnlyBeRead() throws {
    try database.connection.execute(
      "CREATE VIEW good_guides AS SELECT id, name FROM guides WHERE name <> 'Ben'")
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Person.self] = .table("good_guides")
    let context = ModelContext(
      try database.container(allowsSave: false, mapping, [Person.self]))
    #expect(try context.fetch(FetchDescriptor<Person>()).map(\.name) == ["Ada"])
    let other = ModelContext(try database.container(allowsSave: true, mapping, [Person.self]))
    let ada = try #require(try other.fetch(FetchDescriptor<Person>()).first)
    func complaint(_ change: () throws -> Void) throws -> String {
      let error = try #require(throws: SwiftDataError.self) {
        try change()
        try other.save()
      }
      #expect(error == .storeIsReadOnly, "\(error)")
      other.rollback()
      return "\(error)"
    }
    let view =
      "Person cannot be written, because it is mapped to the view \(database.schema).good_guides"
    #expect(try complaint { ada.name = "Eve" }.contains(view))
    #expect(try complaint { other.insert(Person(name: "Eve")) }.contains(view))
    #expect(try complaint { other.delete(ada) }.contains(view))
    #expect(try complaint { try other.update(Person.self, .set(\.name, to: "Eve")) }.contains(view))
    #expect(
      try database.connection.rows("SELECT name FROM guides ORDER BY name")
        == [[.text("Ada")], [.text("Ben")]])
  }

  @Model class Animal {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Dog: Animal {
    var isGood = true
    override init(name: String) { super.init(name: name) }
  }

  @Model final class Person {
    var name: String
    init(name: String) { self.name = name }
  }
}
