import Foundation
import PostgresDriver
import RandomTesting
import SQLCore
import Testing

/// PostgreSQL accepts the SQL of the shared code in its dialect.
@Suite("PostgreSQL's dialect", .needsPostgres)
struct DialectTests {
  private let connection: PostgresConnection

  init() throws { connection = try TestConnection.open() }

  private func rows(_ fragment: SQLFragment) throws -> [[SQLValue]] {
    let statement = connection.dialect.render(fragment)
    return try connection.rows(statement.text, statement.values)
  }

  static let lists: [(String, SQLList.Elements, [SQLValue])] = [
    ("int8", .integers([1, -5, .max]), [.integer(1), .integer(-5), .integer(.max)]),
    ("float8", .reals([0.1, .infinity, 1e300]), [.real(0.1), .real(.infinity), .real(1e300)]),
    ("text", .texts(["a\"b", "é\n", ""]), [.text("a\"b"), .text("é\n"), .text("")]),
    ("bytea", .blobs([Data([0, 255]), Data()]), [.blob(Data([0, 255])), .blob(Data())]),
    ("numeric", .decimals([1.25, -3]), [.decimal(1.25), .decimal(-3)]),
    (
      "timestamptz", .dates([Date(timeIntervalSinceReferenceDate: 700_000_000.25)]),
      [.date(Date(timeIntervalSinceReferenceDate: 700_000_000.25))]
    ),
    (
      "uuid", .uuids([UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))]),
      [.uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))]
    ),
  ]

  @Test(arguments: lists)
  func listsMatchElements(type: String, elements: SQLList.Elements, values: [SQLValue]) throws {
    try connection.execute("CREATE TEMP TABLE list (id int8, \"value\" \(type))")
    for (index, value) in values.enumerated() {
      try connection.run("INSERT INTO list VALUES ($1, $2)", [.integer(Int64(index)), value])
    }
    try connection.run("INSERT INTO list VALUES (-1, NULL)")
    let isOne: SQLFragment =
      "SELECT \(name: "value") FROM list WHERE \(name: "value") \(.isOne(of: elements)) ORDER BY id"
    #expect(try rows(isOne) == values.map { [$0] })
    let none = SQLFragment(pieces: [.isOne(SQLList(elements, isNegated: true))])
    #expect(try rows("SELECT id FROM list WHERE \(name: "value") \(none)").isEmpty)
  }

  @Test func rangesOrdersAndTruthAreRendered() throws {
    let values: SQLFragment = "SELECT n FROM (VALUES (2), (NULL), (1)) AS v (n)"
    let ascending = try rows("\(values) ORDER BY n\(.order(isDescending: false))")
    #expect(ascending == [[.null], [.integer(1)], [.integer(2)]])
    let descending = try rows("\(values) ORDER BY n\(.order(isDescending: true))")
    #expect(descending == [[.integer(2)], [.integer(1)], [.null]])
    let ranges: [(Int?, Int, Int)] = [(nil, 1, 2), (2, 0, 2), (0, 0, 0), (5, 2, 1)]
    for (limit, offset, count) in ranges {
      #expect(try rows("\(values)\(.range(limit: limit, offset: offset))").count == count)
    }
    #expect(try rows("\(values) WHERE n \(.isSame) \(SQLValue.null)") == [[.null]])
    #expect(try rows("SELECT \(.truth(true)), \(.truth(false))") == [[.bool(true), .bool(false)]])
  }

  @Test func conflictingInsertsAreIgnored() throws {
    try connection.execute(
      "CREATE TEMP TABLE one (id int8 PRIMARY KEY); INSERT INTO one VALUES (1)")
    let insert = connection.dialect.ignoringConflicts("INSERT INTO one VALUES ($1)")
    #expect(try connection.run(insert, [.integer(1)]) == 0)
    #expect(try connection.run(insert, [.integer(2)]) == 1)
  }

  @Test func namesAreQuoted() throws {
    for name in ["ZTITLE", "order", "a\"b", "é"] {
      let quoted = connection.dialect.quoted(name)
      let statement = try connection.statement("SELECT 1 AS \(quoted)")
      let hasRow = try statement.step()
      #expect(hasRow)
      #expect(statement.name(0) == name)
      statement.reset()
    }
  }
}
