import PostgresDriver
import PostgresFormat
import SQLCore

/// The right to generate keys with a node number, for a range of seconds.
///
/// The server's table ensures that the ranges of one number never overlap. Keys are therefore
/// unique whatever the clocks of programs show, and however long a program is suspended. Only the
/// server's clock decides which number is free.
struct NodeLease: Hashable, Sendable {
  /// The SQL name of the table of numbers.
  private let table: String
  let node: Int64
  /// The first second, since the beginning of 2020.
  let start: Int64
  /// The second after the last.
  var end: Int64
  /// The server's time when the lease was granted.
  var now: Double
}

extension NodeLease {
  /// Seconds since the beginning of 2020.
  private static let clock = "extract(epoch FROM clock_timestamp())::double precision - 1577836800"

  /// The statement that leases the number that has been free the longest; it returns no row if none
  /// is free.
  ///
  /// Its parameters are the holder and the number of seconds.
  private static func take(from table: String) -> String {
    """
    WITH free AS (SELECT n.number, GREATEST(n.until, floor(c.now)::bigint) AS start, c.now \
    FROM \(table) n CROSS JOIN (SELECT \(clock) AS now) c \
    WHERE n.holder IS NULL OR n.until <= c.now \
    ORDER BY n.until, n.number LIMIT 1 FOR UPDATE OF n SKIP LOCKED) \
    UPDATE \(table) n SET holder = $1, until = free.start + $2 FROM free \
    WHERE n.number = free.number RETURNING n.number::bigint, free.start, n.until, free.now
    """
  }

  /// The statement that extends a lease that nobody else has taken over since.
  ///
  /// Its parameters are the number, its holder, the first second needed, and the number of seconds.
  private var renewal: String {
    """
    UPDATE \(table) n SET until = GREATEST(n.until, $3, floor(c.now)::bigint + 1) + $4 \
    FROM (SELECT \(Self.clock) AS now) c WHERE n.number = $1 AND n.holder = $2 RETURNING n.until, c.now
    """
  }

  /// The statement that releases a number.
  ///
  /// Its parameters are the number, its holder, the second after the last one used, and the end of
  /// the lease, which others may have raised.
  private var returning: String {
    """
    UPDATE \(table) SET holder = NULL, until = CASE WHEN until = $4 THEN $3 ELSE until END \
    WHERE number = $1 AND holder = $2
    """
  }

  /// The statement that restricts all numbers of a store in a schema to seconds from `$1` on.
  static func raise(in schema: String) -> String {
    "UPDATE \(PostgresSystemTable.nodes.name(in: schema)) SET until = GREATEST(until, $1)"
  }

  /// How often to try again when other programs lease the numbers at the same time.
  private static let attemptLimit = 20

  /// Leases a number.
  ///
  /// - Throws: `SQLError` if none is free.
  static func take(
    _ connection: PostgresConnection, in schema: String, by holder: String, for seconds: Int64
  ) throws(SQLError) -> NodeLease {
    let table = PostgresSystemTable.nodes.name(in: schema)
    for _ in 0..<attemptLimit {
      let rows = try connection.rows(take(from: table), [.text(holder), .integer(seconds)])
      guard let row = rows.first, case .integer(let node) = row[0],
        case .integer(let start) = row[1], case .integer(let end) = row[2],
        case .real(let now) = row[3]
      else { continue }
      return NodeLease(table: table, node: node, start: start, end: end, now: now)
    }
    throw SQLError(
      kind: .busy, code: 0,
      message:
        "all \(PostgresPartitionStatements.nodeCount) node numbers that programs need for new keys are in use"
    )
  }

  /// Extends the lease so that it covers a second and those after it; false if another program
  /// holds the number now.
  mutating func renew(
    _ connection: PostgresConnection, by holder: String, from second: Int64, for seconds: Int64
  ) throws(SQLError) -> Bool {
    let rows = try connection.rows(
      renewal, [.integer(node), .text(holder), .integer(second), .integer(seconds)])
    guard let row = rows.first, case .integer(let end) = row[0], case .real(let now) = row[1] else {
      return false
    }
    (self.end, self.now) = (end, now)
    return true
  }

  /// Releases the number.
  func giveBack(
    _ connection: PostgresConnection, by holder: String, after second: Int64
  ) throws(SQLError) {
    _ = try connection.run(
      returning,
      [.integer(node), .text(holder), .integer(max(start, second + 1)), .integer(end)])
  }
}
