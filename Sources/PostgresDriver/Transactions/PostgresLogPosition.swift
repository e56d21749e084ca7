import CPostgres
import SQLCore

/// How far a cluster of servers has written: a place in its write-ahead log.
///
/// A server that takes over begins a timeline of its own, whose places come after all of those before; what was written
/// on a former one after it had taken over it does not have.
package struct PostgresLogPosition: Hashable, Comparable, Sendable {
  package var timeline: UInt32
  package var offset: UInt64

  package init(timeline: UInt32, offset: UInt64) {
    (self.timeline, self.offset) = (timeline, offset)
  }

  package static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.timeline, lhs.offset) < (rhs.timeline, rhs.offset)
  }

  /// Asks a server that is no replica for the place behind all that anybody can see there.
  ///
  /// What is not on the disk yet counts: with `synchronous_commit = off` others see it already.
  static let query = """
    SELECT pg_current_wal_insert_lsn()::text || ' ' \
    || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
    """

  /// Reads what the server answers to ``query``.
  init?(answer: String) {
    let parts = answer.split(separator: " ")
    guard parts.count == 2, let offset = Self.offset(parts[0]),
      let timeline = UInt32(parts[1], radix: 16)
    else { return nil }
    self.init(timeline: timeline, offset: offset)
  }

  /// A place as a server writes it, such as `16/B374D848`.
  package static func offset(_ text: some StringProtocol) -> UInt64? {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let high = UInt32(halves[0], radix: 16),
      let low = UInt32(halves[1], radix: 16)
    else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }

  /// Whether a server that has carried out the log up to a place has carried out all before this one.
  ///
  /// The place of what is written next may be behind the header of a page, of which nobody who reads the log hears
  /// before something follows. No record is so short that it could stand there.
  package func isReached(by replayed: UInt64) -> Bool {
    replayed >= offset || (replayed % 8192 == 0 && offset == replayed + 24)
      || (replayed % (1 << 20) == 0 && offset == replayed + 40)
  }
}

extension PostgresConnection {
  /// The place behind all that is visible on a server that is no replica; one roundtrip.
  ///
  /// - Throws: `SQLError`, where it is a replica for example.
  package func logPosition() throws(SQLError) -> PostgresLogPosition {
    guard let text = try rows(PostgresLogPosition.query).first?.first?.text,
      let position = PostgresLogPosition(answer: text)
    else { throw PostgresFailure.misuse("The server does not tell how far it has written") }
    return position
  }
}

extension PostgresSession {
  /// Commits, and asks in the same message how far the server has written.
  ///
  /// - Returns: The place behind the transaction; nil where the server has committed, but does not tell.
  /// - Throws: As COMMIT does.
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
      // What failed was asked afterwards.
      guard hasEnded else { throw error }
    }
    return position
  }
}
