import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@Suite("Coded values in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct CodedValueTests {
  private typealias Recipe = Coded.Recipe
  private typealias Reminder = Coded.Reminder
  private typealias Alarm = Coded.Alarm

  private let schema = "coded_\(UUID().uuidString.prefix(8).lowercased())"
  private let connection: PostgresConnection

  init() throws {
    ValueTransformer.setValueTransformer(
      Coded.Reversal(), forName: NSValueTransformerName("Reversal"))
    connection = try PostgresConnection(PostgresSettings(PostgresServer.shared.address()))
    try connection.execute("SET search_path TO \(schema)")
  }

  private func context() throws -> ModelContext {
    let configuration = PostgresConfiguration(
      try PostgresServer.shared.address(), databaseSchema: schema)
    return ModelContext(
      try ModelContainer(for: Recipe.self, Reminder.self, configurations: configuration))
  }

  private static let id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))

  private func filled(_ number: Int) -> Recipe {
    let recipe = Recipe(number)
    recipe.tags = ["sweet", "é", "\"quoted\" \\", ""]
    recipe.amounts = [0.1, 1e300, -.leastNonzeroMagnitude, .infinity, -.infinity, 3]
    recipe.counts = ["eggs": 3, "": 0, "sugar": .min]
    recipe.ids = [Self.id, UUID()]
    recipe.dates = [Date(timeIntervalSinceReferenceDate: 0.25), .distantFuture]
    recipe.steps = Coded.Step(
      title: "stir", minutes: [1.5], next: [Coded.Step(title: "bake", minutes: [])])
    recipe.secret = Coded.Secret("salt")
    return recipe
  }

  private func check(_ read: Recipe, _ written: Recipe) {
    #expect(read.tags == written.tags)
    #expect(read.counts == written.counts)
    #expect(read.ids == written.ids)
    #expect(read.dates == written.dates)
    #expect(read.amounts == written.amounts)
    #expect(read.steps == written.steps)
    #expect(read.secret?.text == written.secret?.text)
    #expect(read.kept == written.kept)
  }

  @Test func codedValuesAreReadBackAndSeenBySQL() throws {
    let context = try context()
    let written = [filled(0), Recipe(1), filled(2)]
    for recipe in written { context.insert(recipe) }
    try context.save()
    let order = FetchDescriptor(sortBy: [SortDescriptor(\Recipe.number)])
    for (read, recipe) in zip(try self.context().fetch(order), written) { check(read, recipe) }
    // One by one, by updates.
    written[1].tags = ["later"]
    written[1].counts = ["x": 1]
    written[2].amounts = nil
    try context.save()
    for (read, recipe) in zip(try self.context().fetch(order), written) { check(read, recipe) }
    let types = try connection.rows(
      """
      SELECT attname::text, format_type(atttypid, atttypmod) FROM pg_attribute \
      WHERE attrelid = 'recipe'::regclass AND attname IN ('tags', 'steps') ORDER BY attname
      """)
    #expect(types == [[.text("steps"), .text("jsonb")], [.text("tags"), .text("jsonb")]])
    let rows = try connection.rows(
      """
      SELECT tags->>0, steps->'next'->0->>'title', (counts->>'eggs')::bigint, \
      convert_from(decode(secret->>'$data', 'base64'), 'UTF8') FROM recipe \
      WHERE tags @> '["sweet"]' AND number = 0
      """)
    #expect(rows == [[.text("sweet"), .text("bake"), .integer(3), .text("tlas")]])
  }

  /// Values that a PostgreSQL document cannot contain are stored as bytes.
  @Test func valuesThatJSONCannotHoldAreKept() throws {
    let context = try context()
    let recipe = Recipe(0)
    recipe.tags = ["a\0b"]
    recipe.amounts = [-0.0, .nan]
    recipe.counts = ["$data": 1]
    recipe.steps = Coded.Step(title: "\u{0}", minutes: [])
    context.insert(recipe)
    try context.save()
    let read = try #require(try self.context().fetch(FetchDescriptor<Recipe>()).first)
    #expect(read.tags == ["a\0b"])
    #expect(read.counts == ["$data": 1])
    #expect(read.steps == recipe.steps)
    #expect(read.amounts?[0].sign == .minus)
    #expect(read.amounts?[1].isNaN == true)
  }

  @Test func codedValuesWrittenInSQLAreRead() throws {
    let context = try context()
    context.insert(filled(0))
    try context.save()
    try connection.run(
      """
      UPDATE recipe SET row_version = row_version + 1, tags = '["by hand"]', \
      steps = '{"title": "rest", "minutes": [2]}'
      """)
    let read = try #require(try self.context().fetch(FetchDescriptor<Recipe>()).first)
    #expect(read.tags == ["by hand"])
    #expect(read.steps == Coded.Step(title: "rest", minutes: [2]))
  }

  @Test func tombstonesKeepCodedValues() throws {
    let context = try context()
    let recipe = filled(0)
    recipe.kept = [1, 2, 3]
    context.insert(recipe)
    try context.save()
    context.delete(recipe)
    try context.save()
    // The history shows a transaction only after all earlier ones ended, including those of other
    // tests on the server.
    let deadline = ContinuousClock.now + .seconds(60)
    var changes: [HistoryChange] = []
    while changes.count < 2, ContinuousClock.now < deadline {
      changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        .flatMap(\.changes)
    }
    let tombstones = changes.compactMap { change -> [Int]? in
      guard case .delete(let deletion as DefaultHistoryDelete<Recipe>) = change else { return nil }
      return deletion.tombstone[\.kept] as? [Int]
    }
    #expect(tombstones == [[1, 2, 3]])
  }

  /// No value of a column's type remains that could distinguish these cases from each other and
  /// from nil.
  @Test(arguments: [Coded.Alarm.weekly(day: nil), .named(nil), .at(nil), .tagged(nil)])
  func casesThatHoldOnlyNilAreRefused(alarm: Coded.Alarm) throws {
    let context = try context()
    context.insert(Reminder(1, alarm))
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .valueCannotBeStored)
    #expect("\(error)".contains("case that contains only nil"))
    #expect("\(error)".contains("Reminder.alarm"))
    #expect(try self.context().fetchCount(FetchDescriptor<Reminder>()) == 0)
  }

  @Test func enumerationCasesAreReadBack() throws {
    let context = try context()
    let alarms: [Alarm] = [
      .none, .weekly(day: 0), .named(""), .named("é"),
      .at(Date(timeIntervalSinceReferenceDate: 0)), .tagged([]), .tagged(["a"]),
    ]
    for (number, alarm) in alarms.enumerated() {
      context.insert(Reminder(number, alarm, number.isMultiple(of: 2) ? alarm : nil))
    }
    try context.save()
    let read = try self.context().fetch(
      FetchDescriptor(sortBy: [SortDescriptor(\Reminder.number)]))
    #expect(read.map(\.alarm) == alarms)
    #expect(
      read.map(\.other) == alarms.enumerated().map { $0.isMultiple(of: 2) ? $1 : nil })
  }
}
