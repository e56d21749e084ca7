import CPostgres
import SQLCore

/// A position in the write-ahead log of a cluster of servers.
///
/// A server that takes over begins a new timeline, whose positions come after all earlier ones. It
/// does not have what was written on the former timeline after it took over.
package struct PostgresLogPosition: Hashable, Comparable, Sendable {
  package var timeline: UInt32
  package var offset: UInt64

  package init(timeline: UInt32, offset: UInt64) {
    (self.timeline, self.offset) = (timeline, offset)
  }

  package static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.timeline, lhs.offset) < (rhs.timeline, rhs.offset)
  }

  /// The query for the position after everything that is visible on a primary server.
  ///
  /// It includes changes that are not on disk yet: with `synchronous_commit = off` others already
  /// see them.
  static let query = """
    SELECT pg_current_wal_insert_lsn()::text || ' ' \
    || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
    """

  /// Parses the server's answer to ``query``.
  init?(answer: String) {
    let parts = answer.split(separator: " ")
    guard parts.count == 2, let offset = Self.offset(parts[0]),
      let timeline = UInt32(parts[1], radix: 16)
    else { return nil }
    self.init(timeline: timeline, offset: offset)
  }

  /// Parses a position as a server writes it, such as `16/B374D848`.
  package static func offset(_ text: some StringProtocol) -> UInt64? {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let high = UInt32(halves[0], radix: 16),
      let low = UInt32(halves[1], radix: 16)
    else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }

  /// Whether a server that has replayed the log up to a position has replayed everything before
  /// this one.
  ///
  /// The position of the next record may be after a page header, which a reader of the log does not
  /// see before a record follows. No record is short enough to fit into that difference.
  package func isReached(by replayed: UInt64) -> Bool {
    replayed >= offset || (replayed % 8192 == 0 && offset == replayed + 24)
      || (replayed % (1 << 20) == 0 && offset == replayed + 40)
  }
}

extension PostgresConnection {
  /// The position after everything that is visible on a primary server; one roundtrip.
  ///
  /// - Throws: `SQLError`, for example if the server is a replica.
  package func logPosition() throws(SQLError) -> PostgresLogPosition {
    guard let text = try rows(PostgresLogPosition.query).first?.first?.text,
      let position = PostgresLogPosition(answer: text)
    else {
      throw PostgresFailure.misuse("The server did not report its position in the write-ahead log")
    }
    return position
  }
}

extension PostgresSession {
  /// Commits, and queries the server's write position in the same message.
  ///
  /// - Returns: The position after the transaction; nil if the server has committed but does not
  ///   report its position.
  /// - Throws: The same errors as COMMIT.
  func commitTellingPosition() throws(SQLError) -> PostgresLogPosition? {
    var hasEnded = false
    var position: PostgresLogPosition?
    do {
      try execute("COMMIT; \(PostgresLogPosition.query)") { result in
        if PQresultStatus(result) == PGRES_COMMAND_OK { hasEnded = true }
        if PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) == 1,
          let text = PQgetvalue(result, 0, 0)
        {
          position = PostgresLogPosition(answer: String(cString: text))
        }
      }
    } catch {
      // The COMMIT succeeded; the query after it failed.
      guard hasEnded else { throw error }
    }
    return position
  }
}
