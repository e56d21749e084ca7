import Foundation
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import SwiftData
import Testing

/// Generated models read rows of the database and write others, which Django and SQLAlchemy read.
@Suite(
  "Rows that other programs read back",
  .enabled(if: PythonORMs.isInstalled, "`make orms` installs Django and SQLAlchemy."))
struct ReadBackTests {
  private static let noon = Date(timeIntervalSince1970: 1_700_049_600)

  @Test func railsForum() throws {
    let store = try GeneratedStore(
      .railsForum, RailsForumSchema.self, RailsForumSchema.mapping,
      """
      INSERT INTO forums (title) VALUES ('General');
      INSERT INTO forum_members (nick, created_at, updated_at) VALUES ('ada', now(), now());
      """)
    let context = ModelContext(store.container)
    let ada = try #require(try context.fetch(FetchDescriptor<ForumMember>()).first)
    let forum = try #require(try context.fetch(FetchDescriptor<Forum>()).first)
    #expect(ada.settings == Data(#"{"mail": true}"#.utf8))
    let topic = Topic(title: "Hello", tags: ["new", "a,b"], forum: forum, starter: ada)
    context.insert(topic)
    topic.subscriptions = [Subscription(level: 2, topic: topic, forumMember: ada)]
    forum.topicsCount += 1
    try context.save()
    topic.pinned = true
    try context.save()
    let topics = try store.sqlAlchemy("topics", by: "id")
    #expect(topics.map { $0["title"] } == ["Hello"])
    #expect(topics.map { $0["pinned"] } == ["True"])
    #expect(topics.map { $0["lock_version"] } == ["1"])
    #expect(topics.map { $0["tags"] } == ["['new', 'a,b']"])
    #expect(topics.map { $0["forum_members by starter_id"] } == ["1"])
    #expect(topics.map { $0["all subscriptions by topic_id"] } == ["1"])
    #expect(try store.sqlAlchemy("forums", by: "id").map { $0["topics_count"] } == ["1"])
  }

  @Test func railsLedger() throws {
    let store = try GeneratedStore(
      .railsLedger, RailsLedgerSchema.self, RailsLedgerSchema.mapping,
      """
      INSERT INTO ledgers (id, name) VALUES ('00000000-0000-0000-0000-000000000007', 'Cash');
      INSERT INTO ledger_entries (ledger_id, side, amount, booked_at)
        VALUES ('00000000-0000-0000-0000-000000000007', 'debit', 12.5, now());
      """)
    let context = ModelContext(store.container)
    let first = try #require(try context.fetch(FetchDescriptor<LedgerEntry>()).first)
    #expect(first.side == .debit)
    #expect(first.amountInCents == 1_250)
    let entry = LedgerEntry(
      side: .credit, amount: Decimal(string: "12.50") ?? 0, bookedAt: Self.noon,
      ledger: first.ledger, reversalOf: first)
    context.insert(entry)
    first.ledger.currency = "CHF"
    try context.save()
    let rows = try store.sqlAlchemy("ledger_entries", by: "side")
    #expect(rows.map { $0["side"] } == ["credit", "debit"])
    #expect(rows.map { $0["amount"] } == ["12.50", "12.50"])
    #expect(rows.map { $0["amount_in_cents"] } == ["1250", "1250"])
    #expect(rows[0]["id"] == entry.id.uuidString.lowercased())
    #expect(rows[0]["ledger_entries by reversal_of_id"] == first.id.uuidString.lowercased())
    let ledgers = try store.sqlAlchemy("ledgers", by: "id")
    #expect(ledgers.map { $0["currency"] } == ["CHF"])
  }

  @Test func fluentTasks() throws {
    let store = try GeneratedStore(
      .fluentTasks, FluentTasksSchema.self, FluentTasksSchema.mapping,
      """
      INSERT INTO todo_lists (id, title) VALUES ('00000000-0000-0000-0000-000000000001', 'Home');
      INSERT INTO todos (id, title, priority, list_id) VALUES (gen_random_uuid(), 'Sweep', 'low',
        '00000000-0000-0000-0000-000000000001');
      """)
    let context = ModelContext(store.container)
    let sweep = try #require(try context.fetch(FetchDescriptor<Todo>()).first)
    #expect(sweep.priority == .low && sweep.list?.title == "Home")
    let cook = Todo(title: "Cook", priority: .high, due: Self.noon, notes: [], list: sweep.list)
    context.insert(cook)
    sweep.isDone = true
    sweep.list = nil
    try context.save()
    let todos = try store.sqlAlchemy("todos", by: "title")
    #expect(todos.map { $0["title"] } == ["Cook", "Sweep"])
    #expect(todos.map { $0["priority"] } == ["high", "low"])
    #expect(todos.map { $0["is_done"] } == ["False", "True"])
    #expect(todos.map { $0["notes"] } == ["[]", "None"])
    #expect(todos[0]["due"] == "2023-11-15 12:00:00+00:00")
    #expect(todos.map { $0["list_id"] } == ["00000000-0000-0000-0000-000000000001", "None"])
  }

  @Test func fluentLibrary() throws {
    let store = try GeneratedStore(
      .fluentLibrary, FluentLibrarySchema.self, FluentLibrarySchema.mapping,
      """
      INSERT INTO shelves (room, height) VALUES ('A', 1.5);
      INSERT INTO volumes (title, pages, shelf_id) VALUES ('One', 10, 1);
      INSERT INTO visitors (name) VALUES ('Ada');
      INSERT INTO "visitor+volume" VALUES (1, 1);
      """)
    let context = ModelContext(store.container)
    let one = try #require(try context.fetch(FetchDescriptor<Volume>()).first)
    #expect(one.visitors.map(\.name) == ["Ada"])
    let two = Volume(title: "Two", pages: 20, cover: Data([1, 0, 255]), shelf: one.shelf)
    context.insert(two)
    two.visitors = one.visitors + [Visitor(name: "Ben")]
    one.visitors = []
    try context.save()
    let volumes = try store.sqlAlchemy("volumes", by: "title")
    #expect(volumes.map { $0["pages"] } == ["10", "20"])
    #expect(volumes.map { $0["shelf_id"] } == ["1", "1"])
    let visitors = try store.sqlAlchemy("visitors", by: "name")
    #expect(visitors.map { $0["name"] } == ["Ada", "Ben"])
    let related = visitors.map { row in
      row.values.first { $0.key.hasPrefix("all volumes") }?.value
    }
    #expect(related == ["2", "2"])
    #expect(
      try store.connection.rows("SELECT 1 FROM volumes WHERE cover = '\\x0100ff'").count == 1)
  }

  @Test func prismaStays() throws {
    let store = try GeneratedStore(
      .prismaStays, PrismaStaysSchema.self, PrismaStaysSchema.mapping,
      """
      INSERT INTO "Hotel" (name, amenities) VALUES ('Sea', ARRAY['SEA_VIEW', 'POOL']::"Amenity"[]);
      """)
    let context = ModelContext(store.container)
    let hotel = try #require(try context.fetch(FetchDescriptor<Hotel>()).first)
    #expect(hotel.amenities == [.seaView, .pool])
    let day = Date(timeIntervalSince1970: 19_676 * 86_400)
    let stay = Stay(arrival: day, nights: 3, price: 99.5, hotel: hotel)
    context.insert(stay)
    stay.guests = [Guest(fullName: "Ada"), Guest(fullName: "Ben")]
    hotel.amenities = [.wifi]
    try context.save()
    let stays = try store.sqlAlchemy("Stay", by: "id")
    #expect(stays.map { $0["arrival"] } == ["2023-11-15"])
    #expect(stays.map { $0["price"] } == ["99.50"])
    #expect(stays.map { $0["isPaid"] } == ["False"])
    #expect(stays.map { $0["Hotel by hotelId"] } == [hotel.id.uuidString.lowercased()])
    let guests = try store.sqlAlchemy("Guest", by: "fullName")
    #expect(guests.map { $0["fullName"] } == ["Ada", "Ben"])
    #expect(
      try store.connection.rows("SELECT amenities::text FROM \"Hotel\"") == [[.text("{WIFI}")]])
  }

  @Test func prismaChat() throws {
    let store = try GeneratedStore(
      .prismaChat, PrismaChatSchema.self, PrismaChatSchema.mapping,
      """
      INSERT INTO chat_rooms (id, topic) VALUES ('r1', 'Tea');
      INSERT INTO chat_messages (id, body, room_id, updated_at) VALUES ('m1', 'Hi', 'r1', now());
      """)
    let context = ModelContext(store.container)
    let first = try #require(try context.fetch(FetchDescriptor<ChatMessage>()).first)
    let reply = ChatMessage(
      id: "m2", body: "日本 \"'\\", payload: Data(#"{"n": [1]}"#.utf8), room: first.room,
      replyTo: first)
    context.insert(reply)
    try context.save()
    let messages = try store.sqlAlchemy("chat_messages", by: "id")
    #expect(messages.map { $0["body"] } == ["Hi", "日本 \"'\\"])
    #expect(messages.map { $0["payload"] } == ["None", "{'n': [1]}"])
    #expect(messages.map { $0["reply_to_id"] } == ["None", "m1"])
    #expect(messages.map { $0["chat_rooms by room_id"] } == ["r1", "r1"])
    context.delete(try #require(try context.fetch(FetchDescriptor<ChatRoom>()).first))
    try context.save()
    #expect(try store.sqlAlchemy("chat_messages", by: "id").isEmpty)
  }

  @Test func djangoClinic() throws {
    let store = try GeneratedStore(
      .djangoClinic, DjangoClinicSchema.self, DjangoClinicSchema.mapping,
      """
      INSERT INTO clinic_ward (name, bed_count) VALUES ('East', 6);
      INSERT INTO clinic_patient (id, full_name, is_insured, allergies, born_on)
        VALUES ('00000000-0000-0000-0000-00000000000a', 'Ada', true, '["nuts"]', '1815-12-10');
      """)
    let context = ModelContext(store.container)
    let ada = try #require(try context.fetch(FetchDescriptor<ClinicPatient>()).first)
    let ward = try #require(try context.fetch(FetchDescriptor<ClinicWard>()).first)
    #expect(ada.allergies == Data(#"["nuts"]"#.utf8))
    let ben = ClinicPatient(fullName: "Ben", isInsured: false, allergies: Data("[]".utf8))
    let visit = ClinicVisit(beganAt: Self.noon, cost: 10, patient: ada, ward: ward)
    let second = ClinicVisit(beganAt: Self.noon + 60, cost: 2.25, follows: visit, patient: ben)
    for model in [ben, visit, second] as [any PersistentModel] { context.insert(model) }
    second.clinicPatients = [ada]
    (ward.bedCount, ada.weight) = (7, 61.5)
    try context.save()
    let patients = try store.django("clinic_patient", by: "full_name")
    #expect(patients.map { $0["full_name"] } == ["Ada", "Ben"])
    #expect(patients.map { $0["weight"] } == ["61.5", "None"])
    #expect(patients.map { $0["born_on"] } == ["1815-12-10", "None"])
    #expect(patients.map { $0["allergies"] } == ["['nuts']", "[]"])
    for visits in [
      try store.django("clinic_visit", by: "began_at"),
      try store.sqlAlchemy("clinic_visit", by: "began_at"),
    ] {
      #expect(visits.map { $0["cost"] } == ["10.00", "2.25"])
      #expect(visits.map { $0["ward_id"] } == ["1", "None"])
      #expect(visits.map { $0["follows_id"] } == ["None", "1"])
      #expect(visits.map { $0["began_at"] }.first == "2023-11-15 12:00:00+00:00")
    }
    let helpers = try store.django("clinic_visit", by: "began_at").map { $0["helpers"] }
    #expect(helpers == ["", "00000000-0000-0000-0000-00000000000a"])
    #expect(try store.django("clinic_ward", by: "id").map { $0["bed_count"] } == ["7"])
    // Django's constraint refuses it.
    ward.bedCount = -1
    #expect(throws: SwiftDataError.self) { try context.save() }
  }

  @Test func djangoUsersAndRights() throws {
    let store = try GeneratedStore(.djangoAuth, DjangoAuthSchema.self, DjangoAuthSchema.mapping)
    let context = ModelContext(store.container)
    let rights = try context.fetch(
      FetchDescriptor<AuthPermission>(
        predicate: #Predicate { $0.contentType.model == "group" },
        sortBy: [SortDescriptor(\.codename)]))
    #expect(rights.map(\.codename) == ["add_group", "change_group", "delete_group", "view_group"])
    let editors = AuthGroup(name: "editors")
    let ada = AuthUser(
      password: "!", isSuperuser: false, username: "ada", firstName: "Ada", lastName: "L",
      email: "ada@example.org", isStaff: true, isActive: true, dateJoined: Self.noon)
    context.insert(editors)
    context.insert(ada)
    editors.authPermissions = rights
    ada.authGroups = [editors]
    ada.authPermissions = [rights[0]]
    try context.save()
    let users = try store.django("auth_user", by: "id")
    #expect(users.map { $0["username"] } == ["ada"])
    #expect(users.map { $0["is_staff"] } == ["True"])
    #expect(users.map { $0["last_login"] } == ["None"])
    #expect(users.map { $0["groups"] } == ["1"])
    #expect(users.map { $0["user_permissions"]?.isEmpty } == [false])
    let groups = try store.django("auth_group", by: "id")
    #expect(groups.map { $0["permissions"]?.split(separator: ",").count } == [4])
    #expect(try store.sqlAlchemy("auth_user", by: "id").map { $0["email"] } == ["ada@example.org"])
  }
}
