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
  func commandsAreRecognizedByTheirFirstWord(text: String, command: StatementCommand) {
    #expect(StatementCommand(text) == command)
  }

  /// Statements whose outcome may be committed when the connection is lost.
  @Test(arguments: [
    ("SELECT 1", StatementCommand.reading), ("SELECT 1; DELETE FROM t", .utility),
    ("BEGIN; SET LOCAL lock_timeout = 5", .begin), ("BEGIN; DELETE FROM t; commit", .commit),
    ("INSERT INTO t VALUES (1); END", .commit), ("ROLLBACK", .rollback), ("COMMIT", .commit),
  ])
  func scriptCommandsAreThoseThatMayCommit(text: String, command: StatementCommand) {
    #expect(StatementCommand(script: text) == command)
  }
}
