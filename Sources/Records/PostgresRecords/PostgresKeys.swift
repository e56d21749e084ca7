import CoreDataFormat
import PostgresFormat
import SQLCore

/// The SQL that allocates keys for new rows on the server.
///
/// Statements qualify the function with its schema and cast the arguments to its parameter types,
/// and the function's body qualifies everything that it calls. Otherwise a function or operator
/// that another user created, in a schema on the search path or with better matching types, could
/// run with the rights of the client that saves. A `SET search_path` clause of the function would
/// protect the body too, but would be set and reset with each call.
enum PostgresKeys {
  /// The statement that allocates keys for the table `$1`, as many as `$2`; it returns the last of
  /// them.
  static func take(in schema: String) -> String {
    """
    SELECT \(name(in: schema))(pg_catalog.pg_get_serial_sequence($1::text, \
    '\(RowIdentity.postgres.key)'::text)::pg_catalog.regclass, $2::bigint)
    """
  }

  private static func name(in schema: String) -> String {
    SQLDialect.postgres.quoted(SQLDialect.name("openswiftdata_take_keys", in: schema))
  }

  /// The statement that advances each sequence of a schema past the largest key in its table.
  ///
  /// Sequences are behind if the tables were copied by logical replication, which does not copy
  /// sequences. Sequences that the user has no rights to are left to users that have them. The
  /// search path must contain only schemas that come with the server.
  static func goingOn(in schema: String) -> String {
    let body = """
      DECLARE taken record; last bigint;
      BEGIN
        FOR taken IN SELECT format('%I.%I', n.nspname, r.relname) AS place, a.attname AS name, \
          pg_get_serial_sequence(format('%I.%I', n.nspname, r.relname), a.attname)::regclass AS keys \
          FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid JOIN pg_namespace n ON n.oid = r.relnamespace \
          WHERE n.nspname = \(schema.quoted(by: "'")) AND r.relkind = 'r' AND a.attidentity <> ''
        LOOP
          CONTINUE WHEN NOT (has_table_privilege(taken.place, 'SELECT') AND has_sequence_privilege(taken.keys, 'UPDATE') \
            AND has_sequence_privilege(taken.keys, 'SELECT, USAGE'));
          EXECUTE format('SELECT MAX(%I) FROM %s', taken.name, taken.place) INTO last;
          IF last > COALESCE(pg_sequence_last_value(taken.keys), 0) THEN
            PERFORM setval(taken.keys, last);
          END IF;
        END LOOP;
      END
      """
    return "DO " + DollarQuotes.quoted(body)
  }

  /// The statements that create the function that allocates contiguous keys.
  ///
  /// Several calls of `nextval` would not return contiguous keys while others call it too. Others
  /// wait only while a range is allocated.
  ///
  /// An existing function with the same name is dropped first instead of replaced: it would keep
  /// its owner, who could change it later. Functions in stores of earlier versions are called in
  /// the same way.
  static func functions(in schema: String) -> [String] {
    let name = name(in: schema)
    let body = """
      DECLARE last bigint;
      BEGIN
        PERFORM pg_catalog.pg_advisory_lock(1364350275, keys::pg_catalog.oid::int);
        BEGIN
          last := pg_catalog.setval(keys, \
            pg_catalog.nextval(keys) OPERATOR(pg_catalog.+) count OPERATOR(pg_catalog.-) 1);
        EXCEPTION WHEN OTHERS THEN
          PERFORM pg_catalog.pg_advisory_unlock(1364350275, keys::pg_catalog.oid::int);
          RAISE;
        END;
        PERFORM pg_catalog.pg_advisory_unlock(1364350275, keys::pg_catalog.oid::int);
        RETURN last;
      END
      """
    return [
      "DROP FUNCTION IF EXISTS \(name)(pg_catalog.regclass, bigint)",
      """
      CREATE FUNCTION \(name)(keys pg_catalog.regclass, count bigint) RETURNS bigint \
      LANGUAGE plpgsql AS \(DollarQuotes.quoted(body))
      """,
    ]
  }
}
