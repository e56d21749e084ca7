import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Kinds of errors", .needsPostgres)
struct ErrorKindTests {
  private let connection: PostgresConnection

  init() throws {
    connection = try TestConnection.open()
    try connection.execute(
      """
      CREATE TEMP TABLE parent (id int8 PRIMARY KEY, a text NOT NULL, b int4,
        CONSTRAINT small CHECK (b < 100), CONSTRAINT pair UNIQUE (a, b));
      CREATE UNIQUE INDEX lowered ON parent (b, (lower(a)));
      CREATE TEMP TABLE child (parent int8 CONSTRAINT of REFERENCES parent (id) DEFERRABLE);
      CREATE TEMP TABLE spans (span int4range, EXCLUDE USING gist (span WITH &&));
      INSERT INTO parent VALUES (1, 'x', 1); INSERT INTO spans VALUES ('[1,5)');
      """)
  }

  static let failures: [(String, SQLError.Kind, String)] = [
    ("INSERT INTO parent VALUES (1, 'y', 2)", .uniqueViolation, "23505"),
    ("INSERT INTO parent VALUES (2, NULL, 2)", .notNullViolation, "23502"),
    ("INSERT INTO parent VALUES (2, 'y', 200)", .checkViolation, "23514"),
    ("INSERT INTO child VALUES (7)", .foreignKeyViolation, "23503"),
    ("INSERT INTO spans VALUES ('[3,9)')", .exclusionViolation, "23P01"),
    ("SELECT 1/0", .invalidValue, "22012"), ("SELECT 'x'::int4", .invalidValue, "22P02"),
    ("SELECT 2147483647 + 1", .outOfRange, "22003"),
    ("SELECT timestamptz '294276-12-31' + interval '1 year'", .outOfRange, "22008"),
    ("SELEC", .syntaxError, "42601"), ("SELECT * FROM nowhere", .undefinedTable, "42P01"),
    ("SELECT nothing FROM parent", .undefinedColumn, "42703"),
    ("SELECT nofunction(1)", .undefinedFunction, "42883"),
    ("CREATE TEMP TABLE parent ()", .duplicateObject, "42P07"),
    ("SELECT pg_read_file('/etc/hosts') FROM pg_sleep(0)", .permissionDenied, "42501"),
    ("COPY parent TO STDOUT", .unsupported, ""), ("COPY parent FROM STDIN", .unsupported, ""),
  ]

  @Test(arguments: failures)
  func errorKindsComeFromTheCode(text: String, kind: SQLError.Kind, state: String) throws {
    if kind == .permissionDenied {
      try connection.execute("CREATE ROLE nobody_\(connection.serverProcess)")
      try connection.execute("SET ROLE nobody_\(connection.serverProcess)")
    }
    for runsAlone in [true, false] {
      let error = TestConnection.error {
        if runsAlone { try connection.run(text) } else { try connection.execute(text) }
      }
      #expect(error?.kind == kind)
      #expect(error?.details?.state == state)
      #expect(error?.statement == text)
      #expect(error?.code == SQLState.code(state))
      // The connection stays usable.
      #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
    }
    try connection.execute("RESET ROLE; DROP ROLE IF EXISTS nobody_\(connection.serverProcess)")
  }

  @Test func errorsDescribeWhatAndWhere() throws {
    let unique = try #require(
      TestConnection.error { try connection.run("INSERT INTO parent VALUES (2, 'x', 1)") })
    #expect(unique.details?.constraint == "pair" || unique.details?.constraint == "lowered")
    #expect(unique.details?.table == "parent")
    #expect(unique.details?.detail?.contains("x") == true)
    // Values of rows appear only in the detail.
    #expect(!"\(unique)".contains("=("))
    #expect("\(unique)".contains("SQLSTATE 23505"))
    let null = TestConnection.error { try connection.run("INSERT INTO parent VALUES (2)") }
    #expect(null?.details?.column == "a")
    let column = TestConnection.error { try connection.run("SELECT id, nmae FROM parent") }
    #expect(column?.details?.position == 12)
    let hinted = TestConnection.error { try connection.run("SELECT idd FROM parent") }
    #expect(hinted?.details?.hint?.contains("id") == true)
  }

  @Test func failedTransactionsAreReported() throws {
    try connection.execute("BEGIN")
    _ = TestConnection.error { try connection.run("SELECT 1/0") }
    #expect(connection.isInTransaction)
    #expect(TestConnection.error { try connection.run("SELECT 1") }?.kind == .transactionFailed)
    // COMMIT rolls back without an error.
    #expect(TestConnection.error { try connection.run("COMMIT") }?.kind == .transactionFailed)
    #expect(!connection.isInTransaction)
  }

  @Test func timeoutsAreReported() throws {
    let slow = try TestConnection.open {
      $0.statementTimeout = .milliseconds(50)
      $0.lockTimeout = .milliseconds(30)
    }
    let timeout = TestConnection.error { try slow.run("SELECT pg_sleep(10)") }
    #expect(timeout?.kind == .statementTimeout)
    let name = "lock_\(connection.serverProcess)"
    try connection.execute("CREATE TABLE \(name) ()")
    try connection.transaction {
      try connection.execute("LOCK TABLE \(name)")
      let waited = TestConnection.error { try slow.run("SELECT * FROM \(name)") }
      #expect(waited?.kind == .lockTimeout)
    }
    try connection.execute("DROP TABLE \(name)")
    var options = PostgresTransactionOptions()
    options.statementTimeout = .milliseconds(50)
    let inside = TestConnection.error {
      try connection.transaction(options) { _ = try connection.run("SELECT pg_sleep(10)") }
    }
    #expect(inside?.kind == .statementTimeout)
    #expect(try connection.rows("SHOW statement_timeout") == [[.text("0")]])
  }

  @Test func statesMapToCodesAndKinds() {
    #expect(SQLState.code("23505") == 3_505_685)
    #expect(SQLState.code("") == 0)
    #expect(SQLState.code("é") == 0)
    #expect(SQLState.kind("53300") == .tooManyConnections)
    #expect(SQLState.kind("53100") == .diskFull)
    #expect(SQLState.kind("57P01") == .shutdown)
    #expect(SQLState.kind("25006") == .readOnly)
  }
}
