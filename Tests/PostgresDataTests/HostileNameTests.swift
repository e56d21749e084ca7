import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Tables of other programs whose names contain quotation marks and comment delimiters.
@Suite("Hostile names", .enabled(if: PostgresServer.isInstalled))
struct HostileNameTests {
  @Model final class Plate {
    var title: String
    var size: Int
    var tags: [String] = []
    init(_ title: String, _ size: Int) { (self.title, self.size) = (title, size) }
  }

  private let database: AgencyDatabase

  init() throws { database = try AgencyDatabase() }

  private static let names = [
    "$$", "$openswiftdata$", "a$openswiftdata$; DROP TABLE guides; --", "$openswiftdata$\u{301}",
    "$openswiftdata$ $openswiftdata2$", "a\"\u{301}; DROP TABLE guides; --", "it's", "?", "$1",
    "\\",
    "'\u{301}; DROP TABLE guides; --",
  ]

  /// Both ways of writing use names in the body of a function, one of them within string literals.
  @Test(arguments: names, [true, false])
  func hostileNamesAreQuoted(_ name: String, _ hasColumnTriggers: Bool) throws {
    let quoted = database.connection.dialect.quoted
    let (table, title, size) = (quoted(name), quoted("t" + name), quoted(name + "s"))
    try database.connection.execute(
      """
      CREATE TABLE \(table) (id serial PRIMARY KEY, \(title) varchar(20) NOT NULL, \
      \(size) integer NOT NULL, tags text[])
      """)
    if hasColumnTriggers {
      try database.connection.execute(
        """
        CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; \
        CREATE TRIGGER pass BEFORE UPDATE OF \(title) ON \(table) FOR EACH ROW EXECUTE FUNCTION pass()
        """)
    }
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Plate.self] = .table(name, columns: ["title": "t" + name, "size": name + "s"])
    let context = ModelContext(
      try database.container(allowsSave: true, mapping, [Plate.self]))
    for number in 0..<3 { context.insert(Plate("plate \(number)", number)) }
    try context.save()
    let sort = [SortDescriptor(\Plate.size)]
    let plates = try context.fetch(FetchDescriptor(sortBy: sort))
    (plates[0].title, plates[1].size, plates[1].tags) = ("changed", 7, ["a", "b"])
    context.delete(plates[2])
    try context.save()
    context.insert(Plate(String(repeating: "long", count: 10), 9))
    #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    let stored = try ModelContext(context.container).fetch(FetchDescriptor(sortBy: sort))
    #expect(stored.map(\.title) == ["changed", "plate 1"])
    #expect(stored.map(\.size) == [0, 7])
    #expect(stored.map(\.tags) == [[], ["a", "b"]])
    #expect(try database.connection.rows("SELECT count(*) FROM guides") == [[.integer(2)]])
  }
}
