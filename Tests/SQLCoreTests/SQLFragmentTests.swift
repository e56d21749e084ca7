import SQLCore
import Testing

@Suite("SQL fragments")
struct SQLFragmentTests {
  private let fragment: SQLFragment =
    "SELECT \(name: "a\"b") FROM t WHERE x = \(SQLValue.integer(1)) AND y = \(SQLValue.text("'; --"))"

  @Test func valuesStayOutOfTheText() {
    let statement = SQLDialect.sqlite.render(fragment)
    #expect(statement.text == #"SELECT "a""b" FROM t WHERE x = ? AND y = ?"#)
    #expect(statement.values == [.integer(1), .text("'; --")])
  }

  @Test func postgresPlaceholdersAreNumbered() {
    let statement = SQLDialect.postgres.render(fragment)
    #expect(statement.text == #"SELECT "a""b" FROM t WHERE x = $1 AND y = $2"#)
  }

  @Test func fragmentsAreJoinedWithRawText() {
    let parts: [SQLFragment] = ["a", "\(SQLValue.null)", .name("c")]
    let joined = SQLDialect.sqlite.render(parts.joined(separator: ", "))
    #expect(joined == SQLStatement(#"a, ?, "c""#, [.null]))
    #expect([SQLFragment]().joined(separator: ", ").isEmpty)
  }
}
