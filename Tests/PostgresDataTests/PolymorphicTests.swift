import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import Testing

/// References by the name of a class and a key.
@Suite("Polymorphic associations", .enabled(if: PostgresServer.isInstalled))
struct PolymorphicTests {
  @Model final class Note {
    var text: String
    init(text: String) { self.text = text }
  }

  @Model final class ShopBook {
    var id: UUID
    init(id: UUID) { self.id = id }
  }

  @Model final class Place {
    var code: String
    init(code: String) { self.code = code }
  }

  @Model class Vehicle {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Car: Vehicle {
    override init(name: String) { super.init(name: name) }
  }

  private let context: ModelContext

  private static let book = "0b8e7ad2-33f0-4f4a-9d5a-1f9f2ad7b001"

  init() throws {
    let database = try AgencyDatabase()
    try database.connection.execute(
      """
      CREATE TABLE note (id serial PRIMARY KEY, text text NOT NULL); \
      INSERT INTO note (text) VALUES ('n'); \
      CREATE TABLE shop_book (id uuid PRIMARY KEY); INSERT INTO shop_book VALUES ('\(Self.book)'); \
      CREATE TABLE place (code text PRIMARY KEY); INSERT INTO place VALUES ('a''b'); \
      CREATE TABLE vehicle (id serial PRIMARY KEY, type text, name text NOT NULL); \
      INSERT INTO vehicle (type, name) VALUES ('Auto', 'c')
      """)
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Note.self] = .table("note", className: "memo")
    mapping[Place.self] = .table("place", key: "code")
    mapping[Vehicle.self] = .table("vehicle", classColumn: "type")
    mapping[Car.self] = .table(className: "Auto")
    context = ModelContext(
      try database.container(
        allowsSave: true, mapping, [Note.self, ShopBook.self, Place.self, Vehicle.self, Car.self]))
  }

  @Test func modelsAreFoundByNameAndKey() throws {
    #expect(try context.polymorphicModel("memo", key: 1) is Note)
    #expect(try context.polymorphicModel("memo", key: "1") is Note)
    #expect(
      try context.polymorphicModel("Shop::Book", key: UUID(uuidString: Self.book)) is ShopBook)
    #expect(try context.polymorphicModel("App\\Models\\ShopBook", key: Self.book) is ShopBook)
    #expect((try context.polymorphicModel("Place", key: "a'b") as? Place)?.code == "a'b")
    #expect(try context.polymorphicModel("Vehicle", key: 1) is Car)
    #expect(try context.polymorphicModel("Auto", key: 1) is Car)
    // The models are those of the context.
    let car = try context.fetch(FetchDescriptor<Car>())[0]
    #expect(try context.polymorphicModel("Vehicle", key: 1) === car)
  }

  @Test func missingRowsAreNil() throws {
    #expect(try context.polymorphicModel("memo", key: 2) == nil)
    #expect(try context.polymorphicModel("memo", key: "one") == nil)
    #expect(try context.polymorphicModel("ShopBook", key: UUID()) == nil)
    #expect(try context.polymorphicModel("ShopBook", key: "one") == nil)
    #expect(try context.polymorphicModel(nil, key: 1) == nil)
    #expect(try context.polymorphicModel("Robot", key: nil as Int?) == nil)
  }

  @Test(arguments: ["Robot", "note", "Note", ""]) func unknownNamesAreReported(_ name: String)
    throws
  {
    let error = try #require(throws: SwiftDataError.unknownSchema) {
      _ = try context.polymorphicModel(name, key: 1)
    }
    #expect("\(error)".contains("“\(name)”"), "\(error)")
    #expect("\(error)".contains("row 1") || "\(error)".contains("The row 1"), "\(error)")
  }
}
