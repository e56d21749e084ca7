import SQLCore
import SQLiteDriver
import Testing

@Suite("Aggregate functions")
struct AggregateFunctionTests {
  private final class Concatenation: SQLAggregation {
    private var text = ""
    private let ended: Counter

    init(_ ended: Counter) { self.ended = ended }
    deinit { ended.count += 1 }

    func add(_ arguments: [SQLValue]) { text += arguments[0].text ?? "-" }
    var result: SQLValue { .text(text) }
  }

  private final class Counter { var count = 0 }

  private let connection: SQLiteConnection
  private let ended = Counter()

  init() throws {
    connection = try SQLiteConnection(path: "", mode: .inMemory)
    let ended = ended
    try connection.register(aggregate: "joined", argumentCount: 1) { Concatenation(ended) }
    try connection.execute("CREATE TABLE t (kind, v)")
    try connection.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (1, 'c'), (3, NULL)")
  }

  @Test func aggregatesAreComputedOverGroups() throws {
    let rows = try connection.rows("SELECT kind, joined(v) FROM t GROUP BY kind ORDER BY kind")
    #expect(rows.map { $0[1] } == [.text("ac"), .text("b"), .text("-")])
    #expect(ended.count == 3)
  }

  @Test func aggregatesAreComputedOverNoRows() throws {
    #expect(try connection.rows("SELECT joined(v) FROM t WHERE kind = 9") == [[.text("")]])
    #expect(try connection.rows("SELECT joined(v) FROM t WHERE 0 GROUP BY kind") == [])
    #expect(ended.count == 1)
  }

  @Test func unfinishedGroupsAreReleased() throws {
    let statement = try connection.prepare("SELECT joined(v) FROM t GROUP BY kind")
    #expect(try statement.step())
    statement.reset()
    #expect(ended.count == 1)
    // Both functions have begun when the third row turns out to have no absolute value.
    #expect(throws: SQLError.self) {
      try connection.rows(
        """
        SELECT joined(v), joined(abs(CASE v WHEN 'c' THEN -9223372036854775808 ELSE 1 END)) FROM t
        """)
    }
    #expect(ended.count == 3)
  }
}
