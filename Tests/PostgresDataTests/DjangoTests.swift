import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import Testing

/// A database that Django's migrations created: its models and ours read what the other writes.
@Suite("Databases of Django", .enabled(if: PythonORMs.isInstalled, "Django is not installed"))
struct DjangoTests {
  enum Status: String, Codable { case open, sent }

  @Model final class Customer {
    var name: String
    var vip: Bool
    var createdAt: Date
    @Relationship(deleteRule: .cascade, inverse: \Order.customer) var orders: [Order] = []
    init(name: String) { (self.name, vip, createdAt) = (name, false, Date()) }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    var orders: [Order] = []
    init(name: String) { self.name = name }
  }

  @Model final class Order {
    @Attribute(.unique) var number: Int
    var customer: Customer
    var status: Status
    var total: Decimal
    var notes: [String] = []
    var replaces: Order?
    @Relationship(inverse: \Order.replaces) var replacements: [Order] = []
    @Relationship(inverse: \Tag.orders) var tags: [Tag] = []
    init(number: Int, customer: Customer, total: Decimal) {
      (self.number, self.customer, self.total, status) = (number, customer, total, .open)
    }
  }

  /// An order as Django's models represent it.
  private struct Dump: Codable, Equatable {
    var number: Int
    var customer: String
    var status: String
    var total: String
    var notes: [String]
    var replaces: Int
    var tags: [String]
  }

  @Test func djangoAndModelsReadWhatTheOtherWrites() throws {
    let database = try AgencyDatabase()
    try Django.shop("migrate", in: database.schema)
    try Django.shop("fill", in: database.schema)
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Customer.self] = .table("shop_customer")
    mapping[Tag.self] = .table("shop_tag")
    mapping[Order.self] = .table(
      "shop_order",
      joins: ["tags": PostgresMapping.Join("shop_order_tags", owner: "order_id", member: "tag_id")])
    let container = try database.container(
      allowsSave: true, mapping, [Customer.self, Tag.self, Order.self])
    let context = ModelContext(container)
    let orders = try context.fetch(FetchDescriptor<Order>(sortBy: [SortDescriptor(\.number)]))
    #expect(orders.map(\.number) == [1, 2])
    #expect(orders.map(\.status) == [.open, .sent])
    #expect(orders.map(\.customer.name) == ["Ada", "Ada"])
    #expect(orders.map(\.notes) == [["fragile"], []])
    #expect(orders[1].replaces === orders[0])
    #expect(Set(orders[0].tags.map(\.name)) == ["red", "blue"])
    let new = Customer(name: "Eve")
    let order = Order(number: 3, customer: new, total: 7.25)
    context.insert(new)
    context.insert(order)
    order.tags = [orders[0].tags[0], Tag(name: "new")]
    order.replaces = orders[1]
    (orders[0].status, orders[0].notes) = (.sent, ["fragile", "late"])
    orders[1].customer = new
    let first = orders[0].tags[0].name
    try context.save()
    let dump = try JSONDecoder().decode([Dump].self, from: Django.shop("dump", in: database.schema))
    #expect(
      dump == [
        Dump(
          number: 1, customer: "Ada", status: "sent", total: "9.50", notes: ["fragile", "late"],
          replaces: 0, tags: ["blue", "red"]),
        Dump(
          number: 2, customer: "Eve", status: "sent", total: "12.00", notes: [], replaces: 1,
          tags: []),
        Dump(
          number: 3, customer: "Eve", status: "open", total: "7.25", notes: [], replaces: 2,
          tags: [first, "new"].sorted()),
      ])
    // Rows that Django adds appear, and both can delete.
    try Django.shop("fill2", in: database.schema)
    #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 4)
    context.delete(new)
    try context.save()
    let left = try JSONDecoder().decode([Dump].self, from: Django.shop("dump", in: database.schema))
    #expect(left.map(\.number) == [1])
  }
}
