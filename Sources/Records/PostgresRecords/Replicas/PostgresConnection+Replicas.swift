import PostgresDriver
import PostgresFormat
import SQLCore

// Queries for how far a server has replayed the log; one roundtrip each.

extension PostgresConnection {
  /// The log position up to which a replica has replayed.
  ///
  /// - Throws: `SQLError`, of kind `notReady` for a server that is not a replica.
  func replayedOffset() throws(SQLError) -> UInt64 {
    let rows = try rows("SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn()::text")
    guard let row = rows.first, row.first == .bool(true),
      let offset = row.last?.text.flatMap({ PostgresLogPosition.offset($0) })
    else { throw SQLError(kind: .notReady, code: 0, message: "The server is not a replica") }
    return offset
  }

  /// Whether a replica is known to follow a server of a timeline.
  ///
  /// The replica reports its timeline directly if the user may read `pg_stat_wal_receiver`.
  /// Otherwise the timeline is read from its control file, which is updated only from time to time,
  /// and not when another server takes over. Therefore the store records the timeline too
  /// (``noteTimeline(in:)``).
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - store: The identifier of the store that the replica must have.
  ///   - schema: The schema of the store.
  /// - Returns: Whether the replica is known to follow that timeline.
  /// - Throws: `SQLError`, of kind `notReady` for a server that has another store.
  func follows(
    timeline: UInt32, store: String, in schema: String
  ) throws(SQLError) -> Bool {
    let facts = PostgresSystemTable.store.name(in: schema)
    let rows = try rows(
      """
      SELECT greatest(c.timeline_id, r.min_recovery_end_timeline, \
      (SELECT received_tli FROM pg_stat_wal_receiver))::bigint, \
      (SELECT value FROM \(facts) WHERE name = 'timeline'), \
      (SELECT value FROM \(facts) WHERE name = 'identifier') \
      FROM pg_control_checkpoint() c, pg_control_recovery() r
      """)
    guard let row = rows.first, row.count == 3, row[2] == .text(store) else {
      throw SQLError(kind: .notReady, code: 0, message: "The server contains another store")
    }
    return row[0] == .integer(Int64(timeline))
      || row[1].text.flatMap { UInt32($0, radix: 16) } == timeline
  }

  /// Records the server's timeline in the store of a schema, so that a replica shows which server
  /// it follows.
  func noteTimeline(in schema: String) throws {
    var options = PostgresTransactionOptions()
    // Does not wait for a migration of the store.
    options.lockTimeout = .seconds(1)
    _ = try transaction(options) {
      try run(
        """
        INSERT INTO \(PostgresSystemTable.store.name(in: schema)) AS s (name, value) \
        VALUES ('timeline', substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)) \
        ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value WHERE s.value <> EXCLUDED.value
        """)
    }
  }
}
