import Testing

@testable import PostgresDriver

@Suite("Statement commands")
struct StatementCommandTests {
  @Test(arguments: [
    ("SELECT 1", StatementCommand.reading), ("  select 1", .reading), ("(SELECT 1)", .reading),
    ("-- SELECT\nINSERT INTO t VALUES (1)", .query), ("/* a /* b */ c */ WITH x AS (", .query),
    ("COMMIT", .commit), ("end", .commit), ("ROLLBACK TO x", .rollback), ("Begin", .begin),
    ("START TRANSACTION", .begin), ("DISCARD ALL", .forgetting), ("SELECTED", .utility),
    ("CREATE TABLE t ()", .utility), ("", .utility), ("/* SELECT", .utility), ("--", .utility),
    ("DECLARE c CURSOR FOR SELECT 1", .query),
  ])
  func areKnownByTheirFirstWord(text: String, command: StatementCommand) {
    #expect(StatementCommand(text) == command)
  }
}
