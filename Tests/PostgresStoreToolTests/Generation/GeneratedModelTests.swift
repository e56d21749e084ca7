import Foundation
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import SwiftData
import Testing

/// The generated models, which are part of this module, open the databases that they were generated
/// from.
@Suite("Generated models", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason))
struct GeneratedModelTests {
  /// Checks that SQLAlchemy's models read values of a table, if it is installed.
  private func expect(
    _ values: [String], of name: String, _ table: String, _ store: GeneratedStore
  ) throws {
    guard PythonORMs.isInstalled else { return }
    #expect(try store.sqlAlchemy(table, by: name).map { $0[name] } == values)
  }

  @Test func railsTablesAreReadAndWritten() throws {
    let store = try GeneratedStore(
      .rails, RailsSchema.self, RailsSchema.mapping,
      """
      INSERT INTO customers (email, labels, created_at, updated_at)
        VALUES ('ada@example.org', '{old,kind}', '2020-01-01', '2020-01-01');
      INSERT INTO orders (customer_id, number, status, created_at, updated_at)
        VALUES (1, 'A1', 'in-transit', now(), now());
      """)
    let context = ModelContext(store.container)
    let order = try #require(try context.fetch(FetchDescriptor<Order>()).first)
    #expect(order.status == .inTransit)
    #expect(order.discount == Decimal(string: "0.25"))
    #expect(order.customer.labels == ["old", "kind"])
    let product = Product(title: "Lamp", price: 9.5, taxIDs: [1, 2])
    let (home, light) = (Category(name: "Home"), Category(name: "Light"))
    for model in [product, home, light] as [any PersistentModel] { context.insert(model) }
    light.parent = home
    light.products = [product]
    order.orderItems = [OrderItem(quantity: 2, order: order, product: product)]
    order.billingCustomer = order.customer
    order.customer.isDeletedValue = true
    (order.status, order.`default`) = (.delivered, true)
    try context.save()
    #expect(product.titleLength == 4)
    #expect(
      try store.connection.rows(
        """
        SELECT o.status::text, i.quantity, p.title, c.name, a.name, u.is_deleted, u.lock_version
        FROM orders o JOIN customers u ON u.id = o.billing_customer_id
        JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id
        JOIN categories_products j ON j.product_id = p.id JOIN categories c ON c.id = j.category_id
        JOIN categories a ON a.id = c.parent_id WHERE o."default"
        """) == [
          [
            .text("delivered"), .integer(2), .text("Lamp"), .text("Light"), .text("Home"),
            .bool(true), .integer(1),
          ]
        ])
    try expect(["2"], of: "quantity", "order_items", store)
    try expect(["delivered"], of: "status", "orders", store)
    // The database refuses to delete the customer while there are orders, and so do the models.
    let customer = order.customer
    context.delete(customer)
    #expect(throws: SwiftDataError.self) { try context.save() }
    context.rollback()
    context.delete(order)
    try context.save()
    #expect(try store.connection.rows("SELECT 1 FROM order_items").isEmpty)
  }

  /// Single-table inheritance of Rails.
  @Test func classesOfOneTableAreReadAndWritten() throws {
    let store = try GeneratedStore(.rails, RailsSchema.self, RailsSchema.mapping)
    let context = ModelContext(store.container)
    let vehicles = try context.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.name)]))
    #expect(vehicles.map(\.name) == ["c", "t", "v"])
    #expect((vehicles[0] as? Car)?.seats == 5)
    #expect(vehicles[1] is FleetTruck)
    #expect(!(vehicles[2] is Car) && !(vehicles[2] is FleetTruck))
    let owner = Customer(email: "ada@example.org")
    context.insert(owner)
    context.insert(FleetTruck(name: "new", payload: 2.5, customer: owner))
    context.insert(Car(name: "other"))
    (vehicles[0] as? Car)?.seats = 4
    context.delete(vehicles[1])
    try context.save()
    #expect(owner.vehicles.map(\.name) == ["new"])
    #expect(
      try store.connection.rows("SELECT type, name, seats, payload FROM vehicles ORDER BY name")
        == [
          [.text("Car"), .text("c"), .integer(4), .null],
          [.text("Fleet::Truck"), .text("new"), .null, .real(2.5)],
          [.text("Car"), .text("other"), .null, .null], [.null, .text("v"), .null, .null],
        ])
    #expect(try ModelContext(store.container).fetchCount(FetchDescriptor<Car>()) == 2)
  }

  /// A polymorphic association of Rails: the name of a class and a key without a foreign key.
  @Test func polymorphicAssociationsAreFollowed() throws {
    let store = try GeneratedStore(
      .rails, RailsSchema.self, RailsSchema.mapping,
      """
      INSERT INTO categories (name) VALUES ('Home');
      INSERT INTO products (id, title, price)
        VALUES ('00000000-0000-0000-0000-00000000000a', 'Lamp', 5);
      INSERT INTO remarks (body, commentable_type, commentable_id, author_type, author_id,
        created_at, updated_at) VALUES ('a', 'Category', 1, 'Product',
        '00000000-0000-0000-0000-00000000000A', now(), now()),
        ('b', 'Category', 2, NULL, NULL, now(), now()), ('c', 'Robot', 1, 'Product', '7', now(), now());
      """)
    let context = ModelContext(store.container)
    let remarks = try context.fetch(FetchDescriptor<Remark>(sortBy: [SortDescriptor(\.body)]))
    #expect((try remarks[0].commentable(in: context) as? Category)?.name == "Home")
    #expect((try remarks[0].author(in: context) as? Product)?.title == "Lamp")
    #expect(try remarks[1].commentable(in: context) == nil)
    #expect(try remarks[1].author(in: context) == nil)
    #expect(try remarks[2].author(in: context) == nil)
    let error = try #require(throws: SwiftDataError.unknownSchema) {
      _ = try remarks[2].commentable(in: context)
    }
    #expect("\(error)".contains("“Robot”"), "\(error)")
    context.insert(Remark(body: "d", commentableType: "Category", commentableID: 1))
    try context.save()
    #expect(
      try store.connection.rows("SELECT commentable_id FROM remarks WHERE body = 'd'")
        == [[.integer(1)]])
  }

  @Test func djangoTablesAreReadAndWritten() throws {
    let store = try GeneratedStore(
      .django, DjangoSchema.self, DjangoSchema.mapping,
      """
      INSERT INTO shop_author (name, born_on) VALUES ('Ada', '1815-12-10');
      INSERT INTO shop_book (isbn, title, price, state, author_id)
        VALUES ('1', 'Notes', 5, 'out of print', 1);
      """)
    let context = ModelContext(store.container)
    let first = try #require(try context.fetch(FetchDescriptor<ShopBook>()).first)
    #expect(first.state == .outOfPrint)
    let book = ShopBook(
      isbn: "2", title: "More", price: 6.25, state: .draft, imageURL: "http://localhost",
      author: first.author, sequelOf: first)
    context.insert(book)
    book.shopTags = [ShopTag(name: "math")]
    try context.save()
    #expect(
      try store.connection.rows(
        """
        SELECT b.state, b.image_url, b.sequel_of_id, t.name FROM shop_book b
        JOIN shop_book_tags p ON p.book_id = b.id JOIN shop_tag t ON t.id = p.tag_id
        """) == [[.text("draft"), .text("http://localhost"), .integer(1), .text("math")]])
    try expect(["5.00", "6.25"], of: "price", "shop_book", store)
    let author = try #require(try context.fetch(FetchDescriptor<ShopAuthor>()).first)
    #expect(Set(author.shopBooks.map(\.title)) == ["Notes", "More"])
  }

  @Test func fluentTablesAreReadAndWritten() throws {
    let store = try GeneratedStore(.fluent, FluentSchema.self, FluentSchema.mapping)
    let context = ModelContext(store.container)
    let galaxy = Galaxy(name: "Milky Way")
    let planet = Planet(
      name: "Pluto", type: .dwarf, formerTypes: [.smallRocky, .dwarf], spectrum: [0.5],
      seen: [Date(timeIntervalSinceReferenceDate: 0.25)], galaxy: galaxy)
    let survey = PlanetSurvey(planet: planet, survey: Survey(title: "S"))
    for model in [galaxy, planet, survey] as [any PersistentModel] { context.insert(model) }
    try context.save()
    #expect(
      try store.connection.rows(
        """
        SELECT p.id, p.type::text, p.former_types::text, g.name, g.created_at IS NOT NULL
        FROM planets p JOIN galaxies g ON g.id = p.galaxy_id
        """) == [
          [
            .uuid(planet.id), .text("dwarf"), .text("{smallRocky,dwarf}"), .text("Milky Way"),
            .bool(true),
          ]
        ])
    try expect([planet.id.uuidString.lowercased()], of: "id", "planets", store)
    let other = ModelContext(store.container)
    let found = try #require(try other.fetch(FetchDescriptor<Planet>()).first)
    #expect(found.formerTypes == [.smallRocky, .dwarf])
    #expect(found.seen == planet.seen)
    #expect(found.planetSurveys.map(\.survey.title) == ["S"])
    other.delete(try #require(try other.fetch(FetchDescriptor<Galaxy>()).first))
    try other.save()
    #expect(try store.connection.rows("SELECT 1 FROM \"planet+survey\"").isEmpty)
  }

  @Test func prismaTablesAreReadAndWritten() throws {
    let store = try GeneratedStore(
      .prisma, PrismaSchema.self, PrismaSchema.mapping,
      """
      INSERT INTO "User" (email, role, "updatedAt") VALUES ('ada@example.org', 'SITE_ADMIN', now());
      """)
    let context = ModelContext(store.container)
    let ada = try #require(try context.fetch(FetchDescriptor<User>()).first)
    #expect(ada.role == .siteAdmin)
    let ben = User(email: "ben@example.org")
    let post = Post(slug: "hello", title: "Hello", content: Data(#"{"a": 1}"#.utf8), author: ada)
    for model in [ben, post] as [any PersistentModel] { context.insert(model) }
    ben.profile = Profile(id: "p", user: ben)
    post.labels = [Label(name: "new")]
    ada.followsB = [ben]
    try context.save()
    #expect(
      try store.connection.rows(
        """
        SELECT p.content::text, l.name, (SELECT "A" * 10 + "B" FROM "_Follows") FROM "Post" p
        JOIN "_LabelToPost" j ON j."B" = p.slug JOIN "Label" l ON l.id = j."A"
        """) == [[.text(#"{"a": 1}"#), .text("new"), .integer(12)]])
    try expect(["ada@example.org", "ben@example.org"], of: "email", "User", store)
    try expect(["hello"], of: "slug", "Post", store)
    let other = ModelContext(store.container)
    let found = try #require(
      try other.fetch(FetchDescriptor<User>(predicate: #Predicate { $0.role == Role.user })).first)
    #expect(found.followsA.map(\.email) == ["ada@example.org"])
    #expect(found.profile?.id == "p")
  }
}
