import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// The statements of saves: each costs a round trip to the server.
@Suite("Statements of saves to a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct SaveCostTests {
  @Model
  final class Crate {
    @Attribute(.unique) var number: Int
    var label: String
    @Relationship(deleteRule: .cascade, inverse: \Bottle.crate) var bottles: [Bottle] = []

    init(number: Int, label: String) { (self.number, self.label) = (number, label) }
  }

  @Model
  final class Bottle {
    var number: Int
    var crate: Crate?

    init(number: Int) { self.number = number }
  }

  @Model
  final class Boat {
    @Attribute(.unique) var number: Int
    @Relationship(inverse: \Captain.boat) var captain: Captain?
    @Relationship(inverse: \Harbor.boats) var harbors: [Harbor] = []

    init(number: Int) { self.number = number }
  }

  @Model
  final class Captain {
    var number: Int
    var boat: Boat?

    init(number: Int) { self.number = number }
  }

  @Model
  final class Harbor {
    var number: Int
    var boats: [Boat] = []

    init(number: Int) { self.number = number }
  }

  private let container: ModelContainer
  private let schema: String

  init() throws {
    schema = "cost_\(UUID().uuidString.prefix(8).lowercased())"
    container = try ModelContainer(
      for: Schema([Crate.self, Bottle.self, Boat.self, Captain.self, Harbor.self]),
      configurations: [
        PostgresConfiguration(try PostgresServer.shared.address(), databaseSchema: schema)
      ])
  }

  /// The number of statements with this beginning that `body` runs.
  private func count(
    _ beginning: String, _ context: ModelContext, _ body: () throws -> Void
  ) throws -> Int {
    let seen = Mutex<[String]>([])
    let observation = context.observeStatements { event in
      seen.withLock { $0.append(event.sql) }
    }
    try body()
    observation.cancel()
    return seen.withLock { $0.filter { $0.hasPrefix(beginning) }.count }
  }

  private static func label(_ number: Int, _ mark: String) -> String {
    String(repeating: "\(mark)\(number) ", count: 100_000 / "\(mark)\(number) ".utf8.count)
  }

  /// A protocol message has a size limit, and so does the memory of one value, such as an array.
  @Test func largeSavesAreWrittenInParts() throws {
    let context = ModelContext(container)
    for number in 0..<40 { context.insert(Crate(number: number, label: Self.label(number, "a"))) }
    #expect(try count("INSERT INTO \"\(schema)\".\"crate\"", context) { try context.save() } == 4)
    let crates = try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
    for crate in crates { crate.label = Self.label(crate.number, "b") }
    #expect(try count("UPDATE \"\(schema)\".\"crate\"", context) { try context.save() } == 4)

    let other = ModelContext(container)
    let found = try other.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
    #expect(found.map(\.number) == Array(0..<40))
    #expect(found.allSatisfy { $0.label == Self.label($0.number, "b") })
  }

  @Test func rowsAreReplacedInEveryPart() throws {
    let first = ModelContext(container)
    for number in stride(from: 0, to: 40, by: 7) {
      first.insert(Crate(number: number, label: "old"))
    }
    try first.save()
    let context = ModelContext(container)
    for number in 0..<40 { context.insert(Crate(number: number, label: Self.label(number, "a"))) }
    try context.save()
    let found = try ModelContext(container).fetch(
      FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
    #expect(found.map(\.number) == Array(0..<40))
    #expect(found.allSatisfy { $0.label == Self.label($0.number, "a") })
  }

  /// Deleted rows are detected in every part of a save.
  @Test func missingRowsAreFoundInEveryPart() throws {
    let context = ModelContext(container)
    for number in 0..<40 { context.insert(Crate(number: number, label: "old")) }
    try context.save()
    let crates = try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
    let other = ModelContext(container)
    let gone = [3, 20, 39]
    for crate in try other.fetch(FetchDescriptor<Crate>()) where gone.contains(crate.number) {
      other.delete(crate)
    }
    try other.save()
    for crate in crates { crate.label = Self.label(crate.number, "c") }
    try context.save()
    let found = try ModelContext(container).fetch(
      FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
    #expect(found.map(\.number) == (0..<40).filter { !gone.contains($0) })
    #expect(found.allSatisfy { $0.label == Self.label($0.number, "c") })
  }

  /// New models have no stored member positions to remove.
  @Test func newModelsNeedNoOrderStatements() throws {
    let context = ModelContext(container)
    for number in 0..<5 {
      let crate = Crate(number: number, label: "new")
      crate.bottles = [Bottle(number: 2 * number), Bottle(number: 2 * number + 1)]
      context.insert(crate)
    }
    #expect(
      try count("DELETE FROM \"\(schema)\".\"openswiftdata_order\"", context) { try context.save() }
        == 0)
  }

  /// A replaced row may have stored positions.
  @Test func replacedModelsLoseTheirOldOrder() throws {
    let first = ModelContext(container)
    let crate = Crate(number: 1, label: "old")
    let bottles = (0..<3).map { Bottle(number: $0) }
    first.insert(crate)
    crate.bottles = bottles
    try first.save()
    crate.bottles = [bottles[2], bottles[0], bottles[1]]
    try first.save()
    #expect(try numbers() == [2, 0, 1])

    let context = ModelContext(container)
    let new = Crate(number: 1, label: "new")
    context.insert(new)
    new.bottles = try context.fetch(FetchDescriptor<Bottle>(sortBy: [SortDescriptor(\.number)]))
    try context.save()
    #expect(try numbers() == [0, 1, 2])
  }

  /// The numbers of statements that a change of 20 rows and one of 200 rows run.
  private func statements(
    _ body: (_ context: ModelContext, _ rows: Range<Int>) throws -> Void
  ) throws -> [Int] {
    try [1_000..<1_020, 2_000..<2_200].map { rows in
      let context = ModelContext(container)
      let first = ModelContext(container)
      for number in rows {
        let crate = Crate(number: number, label: "old")
        first.insert(crate)
        crate.bottles = [Bottle(number: number), Bottle(number: -number)]
      }
      try first.save()
      return try count("", context) { try body(context, rows) }
    }
  }

  @Test func upsertsTakeTheSameStatementsForAnyNumberOfRows() throws {
    let counts = try statements { context, rows in
      for number in rows {
        let crate = Crate(number: number, label: "new")
        context.insert(crate)
        crate.bottles = [Bottle(number: 3 * number)]
      }
      try context.save()
    }
    #expect(counts[0] == counts[1])
    #expect(counts[0] < 25)
    let crates = try ModelContext(container).fetch(FetchDescriptor<Crate>())
    #expect(crates.count == 220 && crates.allSatisfy { $0.label == "new" })
    #expect(crates.allSatisfy { $0.bottles.count == 3 })
  }

  private func crates(_ context: ModelContext, _ rows: Range<Int>) throws -> [Crate] {
    try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
      .filter { rows.contains($0.number) }
  }

  @Test func newUniqueValuesTakeTheSameStatementsForAnyNumberOfRows() throws {
    let counts = try statements { context, rows in
      for crate in try crates(context, rows) {
        crate.label = "was \(crate.number)"
        crate.number += 10_000
      }
      try context.save()
    }
    #expect(counts[0] == counts[1])
    #expect(counts[0] < 15)
    let found = try crates(ModelContext(container), 0..<20_000)
    #expect(found.map(\.number) == Array(11_000..<11_020) + Array(12_000..<12_200))
    #expect(found.allSatisfy { $0.label == "was \($0.number - 10_000)" })
  }

  /// Values that rows of the save exchange or claim from others are written row by row.
  @Test func exchangedUniqueValuesAreWritten() throws {
    let first = ModelContext(container)
    for number in 0..<40 { first.insert(Crate(number: number, label: "\(number)")) }
    try first.save()
    let context = ModelContext(container)
    let exchanged = try crates(context, 0..<20)
    for (crate, number) in zip(exchanged, (0..<20).reversed()) { crate.number = number }
    try context.save()
    let labels = try crates(ModelContext(container), 0..<20).map(\.label)
    #expect(labels == (0..<20).reversed().map(String.init))
    // One takes the number of a crate that is not changed and is deleted. Two take the same number,
    // and the later row keeps it.
    for crate in exchanged { crate.number += 100 }
    exchanged[3].number = 30
    exchanged[4].number = 200
    exchanged[5].number = 200
    try context.save()
    let left = try crates(ModelContext(container), 0..<1_000)
    #expect(left.count == 38)
    #expect(left.first { $0.number == 30 }?.label == "3")
    #expect(left.first { $0.number == 200 }?.label == "5")
    #expect(
      left.filter { (100..<200).contains($0.number) }.map(\.number)
        == (100..<120).filter { ![114, 115, 116].contains($0) })
  }

  /// Boats with a captain and a harbor each: inserted, replaced and with exchanged captains.
  @Test func pairsAndLinksTakeTheSameStatementsForAnyNumberOfRows() throws {
    func sail(_ context: ModelContext, _ rows: Range<Int>, captain: (Int) -> Int) throws {
      let harbor = Harbor(number: 0)
      context.insert(harbor)
      for number in rows {
        let boat = Boat(number: number)
        context.insert(boat)
        boat.captain = Captain(number: captain(number))
        boat.harbors = [harbor]
      }
      try context.save()
    }
    let insertions = try statements { try sail($0, $1) { $0 } }
    #expect(insertions[0] == insertions[1])
    #expect(insertions[0] < 30)
    let replacements = try statements { try sail($0, $1) { -$0 } }
    #expect(replacements[0] == replacements[1])
    #expect(replacements[0] < 40)
    let exchanges = try statements { context, rows in
      let boats = try context.fetch(FetchDescriptor<Boat>(sortBy: [SortDescriptor(\.number)]))
        .filter { rows.contains($0.number) }
      let captains = boats.map(\.captain)
      for (boat, captain) in zip(boats, captains.reversed()) { boat.captain = captain }
      try context.save()
    }
    // Lists of keys are read a hundred at a time.
    #expect(exchanges[1] < exchanges[0] + 10)
    #expect(exchanges[0] < 30)

    let context = ModelContext(container)
    let boats = try context.fetch(FetchDescriptor<Boat>(sortBy: [SortDescriptor(\.number)]))
    #expect(
      boats.map { $0.captain?.number ?? 0 }
        == (1_000..<1_020).reversed().map { -$0 } + (2_000..<2_200).reversed().map { -$0 })
    #expect(boats.allSatisfy { $0.captain?.boat === $0 })
    #expect(boats.allSatisfy { $0.harbors.count == 2 })
    let unemployed = FetchDescriptor<Captain>(predicate: #Predicate { $0.boat == nil })
    #expect(try context.fetchCount(unemployed) == 220)
  }

  @Test func deletionsTakeTheSameStatementsForAnyNumberOfRows() throws {
    let counts = try statements { context, rows in
      let (first, last) = (rows.lowerBound, rows.upperBound)
      try context.delete(
        model: Crate.self,
        where: #Predicate { $0.number >= first && $0.number < last && $0.number % 2 == 0 })
      try context.save()
    }
    #expect(counts[0] == counts[1])
    #expect(counts[0] < 20)
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Crate>()) == 110)
    #expect(try context.fetchCount(FetchDescriptor<Bottle>()) == 220)
  }

  @Test func aMovedMemberWritesItsPositionAlone() throws {
    let context = ModelContext(container)
    let crate = Crate(number: 1, label: "many")
    context.insert(crate)
    crate.bottles = (0..<300).map { Bottle(number: $0) }
    try context.save()
    var expected = Array(0..<300)
    let written = try [(299, 0), (5, 17), (0, 150), (80, 299)].map { from, to in
      crate.bottles.insert(crate.bottles.remove(at: from), at: to)
      expected.insert(expected.remove(at: from), at: to)
      let before = try positions()
      let counts = try count("INSERT INTO \"\(schema)\".\"openswiftdata_order\"", context) {
        try context.save()
      }
      #expect(counts == 1)
      #expect(try numbers() == expected)
      return try positions().filter { before[$0.key] != $0.value }.count
    }
    // The first change of the order gives all members a position.
    #expect(written == [300, 1, 1, 1])
  }

  private func positions() throws -> [Int64: Int64] {
    let connection = try PostgresConnection(PostgresSettings(PostgresServer.shared.address()))
    let rows = try connection.rows(
      "SELECT member, position FROM \"\(schema)\".\"openswiftdata_order\"")
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        guard case .integer(let member) = row[0], case .integer(let position) = row[1] else {
          return nil
        }
        return (member, position)
      })
  }

  private func numbers() throws -> [Int] {
    try ModelContext(container).fetch(FetchDescriptor<Crate>()).flatMap(\.bottles).map(\.number)
  }
}
