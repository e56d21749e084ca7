import CoreDataFormat
import PostgresFormat
import SQLCore

/// How keys for new rows are taken from a server.
///
/// Statements name the schema of the function and the types of its parameters, and its body names the schema of what it
/// calls: otherwise a function or an operator that somebody else made, in a schema that is looked in or with types that fit
/// better, would be called with the rights of whoever saves. A `SET search_path` of the function would do the same for the
/// body, and would be set and undone with each call.
enum PostgresKeys {
  /// Takes keys of a table, the first parameter, as many as the second says; gives the last of them.
  static func take(in schema: String) -> String {
    """
    SELECT \(name(in: schema))(pg_catalog.pg_get_serial_sequence($1::text, \
    '\(RowIdentity.postgres.key)'::text)::pg_catalog.regclass, $2::bigint)
    """
  }

  private static func name(in schema: String) -> String {
    SQLDialect.postgres.quoted(SQLDialect.name("openswiftdata_take_keys", in: schema))
  }

  /// Has the sequences of a schema go on behind what its tables have.
  ///
  /// They do not where another server has the tables by logical replication, which takes no sequences along. Those that
  /// the user has no rights to are left to who has. The search path is to have nothing but what comes with the server.
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

  /// Makes what takes keys that follow one another, which calling `nextval` several times would not give while others
  /// do the same; for no longer than that, others wait.
  ///
  /// A function of the name that is there already is removed first, and not replaced: it would stay its owner's, who could
  /// change it later. Functions of stores that earlier versions made are called in the same way.
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
