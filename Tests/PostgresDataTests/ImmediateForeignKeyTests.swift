import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Foreign keys of other programs' tables are usually checked after each statement, so a save writes
/// rows in an order that never violates them.
@Suite("Foreign keys that are not deferrable", .enabled(if: PostgresServer.isInstalled))
struct ImmediateForeignKeyTests {
  @Model final class Order {
    @Attribute(.unique) var code: String
    @Relationship(deleteRule: .cascade, inverse: \Item.order) var items: [Item] = []
    init(code: String) { self.code = code }
  }

  @Model final class Item {
    var name: String
    var order: Order
    var replaced: Item?
    init(name: String, order: Order) { (self.name, self.order) = (name, order) }
  }

  @Model final class Team {
    var name: String
    var captain: Player?
    @Relationship(inverse: \Player.team) var players: [Player] = []
    init(name: String) { self.name = name }
  }

  @Model final class Player {
    var name: String
    var team: Team
    init(name: String, team: Team) { (self.name, self.team) = (name, team) }
  }

  private let database: AgencyDatabase

  init() throws {
    database = try AgencyDatabase()
    try database.connection.execute(
      """
      CREATE TABLE "order" (id serial PRIMARY KEY, code text NOT NULL UNIQUE); \
      CREATE TABLE item (id serial PRIMARY KEY, name text NOT NULL, \
      order_id int NOT NULL REFERENCES "order", replaced_id int REFERENCES item); \
      CREATE TABLE team (id serial PRIMARY KEY, name text NOT NULL); \
      CREATE TABLE player (id serial PRIMARY KEY, name text NOT NULL, \
      team_id int NOT NULL REFERENCES team); \
      ALTER TABLE team ADD captain_id int REFERENCES player
      """)
  }

  private func container(_ models: any PersistentModel.Type...) throws -> ModelContainer {
    try database.container(
      allowsSave: true, PostgresMapping(schema: database.schema), models)
  }

  /// Members of a required relationship move to a new owner while their former one is deleted.
  @Test func requiredMembersMoveFromDeletedToNewOwners() throws {
    let context = ModelContext(try container(Order.self, Item.self))
    let old = Order(code: "old")
    context.insert(old)
    for number in 1...3 { context.insert(Item(name: "i\(number)", order: old)) }
    try context.save()
    let new = Order(code: "new")
    context.insert(new)
    let items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)]))
    (items[0].order, items[1].order) = (new, new)
    items[0].name = "moved"
    context.delete(old)
    try context.save()
    let again = ModelContext(context.container)
    #expect(try again.fetch(FetchDescriptor<Order>()).map(\.code) == ["new"])
    let left = try again.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(left.map(\.name) == ["i2", "moved"])
    #expect(left.allSatisfy { $0.order.code == "new" })
  }

  /// A deleted owner whose members still need it keeps its unique value, which is reported.
  @Test func uniqueValuesOfRetainedRowsAreReported() throws {
    let context = ModelContext(try container(Order.self, Item.self))
    let old = Order(code: "x")
    context.insert(old)
    let item = Item(name: "i", order: old)
    context.insert(item)
    try context.save()
    let new = Order(code: "x")
    context.insert(new)
    item.order = new
    context.delete(old)
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure, "\(error)")
    #expect("\(error)".contains("has one of the unique values"), "\(error)")
    #expect(try ModelContext(context.container).fetch(FetchDescriptor<Item>()).count == 1)
  }

  /// Rows of one table refer to rows of the same table that are inserted and deleted with them.
  @Test func rowsReferToRowsOfTheirTable() throws {
    let context = ModelContext(try container(Order.self, Item.self))
    let order = Order(code: "a")
    context.insert(order)
    let items = (0..<20).map { Item(name: "\($0)", order: order) }
    for item in items { context.insert(item) }
    for (item, next) in zip(items, items.dropFirst() + items.prefix(1)) { item.replaced = next }
    try context.save()
    let rows = try database.connection.rows(
      "SELECT count(*) FROM item i JOIN item n ON n.id = i.replaced_id WHERE n.name::int = (i.name::int + 1) % 20"
    )
    #expect(rows == [[.integer(20)]])
    for item in items.shuffled() { context.delete(item) }
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Item>()) == 0)
  }

  /// Two tables refer to each other; the column that accepts NULL is written later.
  @Test func cyclesOfTablesAreWritten() throws {
    let context = ModelContext(try container(Team.self, Player.self))
    let team = Team(name: "t")
    context.insert(team)
    let players = (0..<3).map { Player(name: "\($0)", team: team) }
    for player in players { context.insert(player) }
    team.captain = players[1]
    try context.save()
    let rows = try database.connection.rows(
      "SELECT p.name FROM team JOIN player p ON p.id = captain_id AND p.team_id = team.id")
    #expect(rows == [[.text("1")]])
    // A stored team gets a new captain, who belongs to a new team.
    let other = Team(name: "o")
    let guest = Player(name: "g", team: other)
    context.insert(other)
    context.insert(guest)
    (team.captain, other.captain) = (guest, players[0])
    try context.save()
    let captains = try ModelContext(context.container).fetch(
      FetchDescriptor<Team>(sortBy: [SortDescriptor(\.name)]))
    #expect(captains.map { $0.captain?.name } == ["0", "g"])
    for model in players + [guest] { context.delete(model) }
    for model in [team, other] { context.delete(model) }
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Player>()) == 0)
  }

  @Test func cyclesThatRequireValuesAreRefused() throws {
    try database.connection.execute(
      "ALTER TABLE team ALTER captain_id SET NOT NULL")
    let schema = database.schema
    let error = try #require(throws: SwiftDataError.self) {
      try container(Team.self, Player.self)
    }
    #expect(error == .storeSchemaMismatch)
    for text in [
      "the tables refer to each other", "\(schema).player.team_id (player_team_id_fkey)",
      "\(schema).team.captain_id (team_captain_id_fkey)",
    ] { #expect("\(error)".contains(text), "\(error)") }
    // The tables can be read, and a deferrable key can be written in any order.
    _ = try database.container(
      allowsSave: false, PostgresMapping(schema: schema), [Team.self, Player.self])
    try database.connection.execute(
      "ALTER TABLE team ALTER CONSTRAINT team_captain_id_fkey DEFERRABLE")
    _ = try container(Team.self, Player.self)
  }

  /// A row that others have deleted meanwhile is not referred to.
  @Test func rowsThatOthersDeletedAreNotReferredTo() throws {
    let container = try container(Order.self, Item.self)
    let context = ModelContext(container)
    let order = Order(code: "a")
    context.insert(order)
    let (first, second) = (Item(name: "1", order: order), Item(name: "2", order: order))
    for item in [first, second] { context.insert(item) }
    try context.save()
    try database.connection.execute("DELETE FROM item WHERE name = '2'")
    first.replaced = second
    try context.save()
    #expect(
      try database.connection.rows("SELECT name, replaced_id FROM item")
        == [[.text("1"), .null]])
    #expect(first.replaced == nil)
    try database.connection.execute("DELETE FROM item; DELETE FROM \"order\"")
    context.insert(Item(name: "3", order: order))
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure, "\(error)")
  }
}
