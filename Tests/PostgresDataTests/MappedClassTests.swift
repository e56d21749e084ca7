import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Rows of several classes in one table, which a text column distinguishes, and columns that the
/// database fills.
@Suite(
  "Classes and computed columns of other programs' tables", .enabled(if: PostgresServer.isInstalled)
)
struct MappedClassTests {
  @Model class Vehicle {
    var name: String
    var owner: Keeper?
    init(name: String) { self.name = name }
  }

  @Model final class Car: Vehicle {
    var seats: Int
    init(name: String, seats: Int) {
      self.seats = seats
      super.init(name: name)
    }
  }

  @Model final class Truck: Vehicle {
    var load: Double?
    override init(name: String) { super.init(name: name) }
  }

  @Model final class Keeper {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Vehicle.owner) var vehicles: [Vehicle] = []
    init(name: String) { self.name = name }
  }

  @Model final class Line {
    var price: Decimal
    var count: Int
    var total: Decimal = 0
    var number: Int = 0
    @Relationship(deleteRule: .nullify, inverse: \Sum.line) var sums: [Sum] = []
    init(price: Decimal, count: Int) { (self.price, self.count) = (price, count) }
  }

  /// A row of a view.
  @Model final class Sum {
    var amount: Decimal
    var line: Line?
    init(amount: Decimal) { self.amount = amount }
  }

  private let database: AgencyDatabase

  init() throws {
    database = try AgencyDatabase()
    try database.connection.execute(
      """
      CREATE TYPE kind AS ENUM ('vehicle', 'car', 'Truck', 'bike'); \
      CREATE TABLE keeper (id serial PRIMARY KEY, name text NOT NULL); \
      CREATE TABLE vehicles (id serial PRIMARY KEY, type varchar(20), name text NOT NULL, \
      owner_id int REFERENCES keeper, seat_count int, load float8); \
      INSERT INTO keeper (name) VALUES ('Ada'); \
      INSERT INTO vehicles (type, name, owner_id, seat_count) \
      VALUES ('car', 'c', 1, 5), ('Truck', 't', 1, NULL), (NULL, 'v', NULL, NULL), ('bike', 'b', NULL, NULL); \
      CREATE TABLE line (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, price numeric NOT NULL, \
      count int NOT NULL, total numeric GENERATED ALWAYS AS (price * count) STORED, \
      number serial NOT NULL, note text NOT NULL DEFAULT 'theirs'); \
      CREATE VIEW sum AS SELECT id, total AS amount, id AS line_id FROM line
      """)
  }

  private func vehicles() throws -> ModelContext {
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Vehicle.self] = .table("vehicles", classColumn: "type", className: "vehicle")
    mapping[Car.self] = .table(columns: ["seats": "seat_count"], className: "car")
    return ModelContext(
      try database.container(
        allowsSave: true, mapping, [Vehicle.self, Car.self, Truck.self, Keeper.self]))
  }

  @Test(arguments: [false, true]) func classesOfRowsAreInAColumn(_ isEnumeration: Bool) throws {
    if isEnumeration {
      try database.connection.execute("ALTER TABLE vehicles ALTER type TYPE kind USING type::kind")
    }
    let context = try vehicles()
    let all = try context.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.name)]))
    #expect(all.map(\.name) == ["c", "t", "v"])
    #expect((all[0] as? Car)?.seats == 5)
    #expect(all[1] is Truck)
    #expect(all[1].owner?.name == "Ada")
    #expect(
      try context.fetch(FetchDescriptor<Car>(predicate: #Predicate { $0.seats > 4 })).count == 1)
    let keeper = try #require(all[0].owner)
    #expect(Set(keeper.vehicles.map(\.name)) == ["c", "t"])
    let car = Car(name: "new", seats: 2)
    context.insert(car)
    car.owner = keeper
    context.insert(Vehicle(name: "plain"))
    (all[1] as? Truck)?.load = 7.5
    context.delete(all[0])
    try context.save()
    let rows = try database.connection.rows(
      "SELECT name, type::text, seat_count, load FROM vehicles ORDER BY name")
    #expect(
      rows == [
        [.text("b"), .text("bike"), .null, .null],
        [.text("new"), .text("car"), .integer(2), .null],
        [.text("plain"), .text("vehicle"), .null, .null],
        [.text("t"), .text("Truck"), .null, .real(7.5)], [.text("v"), .null, .null, .null],
      ])
    let again = ModelContext(context.container)
    #expect(try again.fetch(FetchDescriptor<Car>()).map(\.owner?.name) == ["Ada"])
    again.delete(try #require(try again.fetch(FetchDescriptor<Keeper>()).first))
    try again.save()
    #expect(try again.fetch(FetchDescriptor<Car>()).map(\.owner?.name) == [nil])
  }

  @Test func errorsNameMissingClassColumns() throws {
    var mapping = PostgresMapping(schema: database.schema)
    let models: [any PersistentModel.Type] = [Vehicle.self, Car.self, Truck.self, Keeper.self]
    for (column, text) in [("kind", "which does not exist"), ("load", "is not a text")] {
      mapping[Vehicle.self] = .table("vehicles", classColumn: column)
      mapping[Car.self] = .table(columns: ["seats": "seat_count"])
      let error = try #require(throws: SwiftDataError.self) {
        try database.container(allowsSave: false, mapping, models)
      }
      #expect(
        "\(error)".contains("Vehicle has the class column \(database.schema).vehicles.\(column)"))
      #expect("\(error)".contains(text), "\(error)")
    }
  }

  /// Computed columns are read after each save, and columns without a property keep their defaults.
  @Test func columnsThatTheDatabaseFillsAreLeftAlone() throws {
    let container = try database.container(
      allowsSave: true, PostgresMapping(schema: database.schema), [Line.self, Sum.self])
    let context = ModelContext(container)
    let line = Line(price: 2.5, count: 4)
    line.total = 99
    context.insert(line)
    try context.save()
    #expect(line.total == 10)
    line.count = 6
    try context.save()
    #expect(line.total == 15)
    line.total = 7
    try context.save()
    #expect(line.total == 15)
    #expect(
      try database.connection.rows("SELECT total::text, note FROM line")
        == [[.text("15.0"), .text("theirs")]])
    let sum = try #require(try ModelContext(container).fetch(FetchDescriptor<Sum>()).first)
    #expect(sum.amount == 15)
    #expect(sum.line?.count == 6)
    // The row of the view disappears with that of the table.
    let other = ModelContext(container)
    let stored = try #require(try other.fetch(FetchDescriptor<Line>()).first)
    #expect(stored.sums.map(\.amount) == [15])
    other.delete(stored)
    try other.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sum>()) == 0)
  }

  @Model final class Invoice {
    var sum: Int
    var updatedAt: Date = Date.distantPast
    @Relationship(deleteRule: .cascade, inverse: \Entry.invoice) var entries: [Entry] = []
    init(sum: Int) { self.sum = sum }
  }

  @Model final class Entry {
    var text: String
    var invoice: Invoice?
    init(text: String) { self.text = text }
  }

  /// Columns that Rails sets in its own code; with and without a trigger on a column.
  @Test(arguments: [false, true]) func columnsOfUpkeepAreSet(_ hasTrigger: Bool) throws {
    try database.connection.execute(
      """
      CREATE TABLE invoice (id bigserial PRIMARY KEY, sum int NOT NULL, \
      created_at timestamp(6) NOT NULL, updated_at timestamptz NOT NULL, \
      lock_version int NOT NULL DEFAULT 0); \
      CREATE TABLE entry (id bigserial PRIMARY KEY, text text, invoice_id bigint REFERENCES invoice)
      """)
    if hasTrigger {
      try database.connection.execute(
        """
        CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; \
        CREATE TRIGGER pass BEFORE UPDATE OF sum ON invoice FOR EACH ROW EXECUTE FUNCTION pass()
        """)
    }
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Invoice.self] = .table(
      createdAt: "created_at", updatedAt: "updated_at", lockVersion: "lock_version")
    let context = ModelContext(
      try database.container(allowsSave: true, mapping, [Invoice.self, Entry.self]))
    func rows() throws -> [[SQLValue]] {
      try database.connection.rows(
        """
        SELECT sum, lock_version, created_at > now() AT TIME ZONE 'UTC' - interval '1 hour', \
        updated_at > now() - interval '1 hour' FROM invoice
        """)
    }
    let invoice = Invoice(sum: 1)
    context.insert(invoice)
    try context.save()
    #expect(try rows() == [[.integer(1), .integer(0), .bool(true), .bool(true)]])
    #expect(invoice.updatedAt > Date().addingTimeInterval(-3600))
    try database.connection.execute(
      "UPDATE invoice SET created_at = '2001-01-01', updated_at = '2001-01-01'")
    let other = ModelContext(context.container)
    let found = try #require(try other.fetch(FetchDescriptor<Invoice>()).first)
    found.sum = 2
    try other.save()
    #expect(try rows() == [[.integer(2), .integer(1), .bool(false), .bool(true)]])
    #expect(found.updatedAt > Date().addingTimeInterval(-3600))
    // A new member does not change its owner's row.
    found.entries.append(Entry(text: "e"))
    try other.save()
    #expect(try rows() == [[.integer(2), .integer(1), .bool(false), .bool(true)]])
    mapping[Invoice.self] = .table(
      createdAt: "made_at", updatedAt: "sum", lockVersion: "updated_at")
    let error = try #require(throws: SwiftDataError.self) {
      try database.container(allowsSave: false, mapping, [Invoice.self, Entry.self])
    }
    for text in [
      "invoice.made_at, which does not exist", "invoice.sum, whose type integer is not a timestamp",
      "is not an integer",
    ] { #expect("\(error)".contains(text), "\(error)") }
  }
}
