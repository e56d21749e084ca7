import CoreDataFormat
import PostgresFormat
import SQLCore

/// How keys for new rows are taken from a server.
enum PostgresKeys {
  /// Takes keys of a table, the first parameter, as many as the second says; gives the last of them.
  static func take(in schema: String) -> String {
    """
    SELECT \(name(in: schema))(\
    pg_get_serial_sequence($1, '\(RowIdentity.postgres.key)')::regclass, $2::bigint)
    """
  }

  private static func name(in schema: String) -> String {
    SQLDialect.postgres.quoted(SQLDialect.name("openswiftdata_take_keys", in: schema))
  }

  /// Has the sequences of the schema that is looked in first go on behind what their tables have.
  ///
  /// They do not where another server has the tables by logical replication, which takes no sequences along. Those that
  /// the user has no rights to are left to who has.
  static let goingOn = """
    DO $$
    DECLARE taken record; last bigint;
    BEGIN
      FOR taken IN SELECT format('%I.%I', n.nspname, r.relname) AS place, a.attname AS name, \
        pg_get_serial_sequence(format('%I.%I', n.nspname, r.relname), a.attname)::regclass AS keys \
        FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid JOIN pg_namespace n ON n.oid = r.relnamespace \
        WHERE n.nspname = current_schema() AND r.relkind = 'r' AND a.attidentity <> ''
      LOOP
        CONTINUE WHEN NOT (has_table_privilege(taken.place, 'SELECT') AND has_sequence_privilege(taken.keys, 'UPDATE') \
          AND has_sequence_privilege(taken.keys, 'SELECT, USAGE'));
        EXECUTE format('SELECT MAX(%I) FROM %s', taken.name, taken.place) INTO last;
        IF last > COALESCE(pg_sequence_last_value(taken.keys), 0) THEN
          PERFORM setval(taken.keys, last);
        END IF;
      END LOOP;
    END $$
    """

  /// Takes keys that follow one another, which calling `nextval` several times would not give while others
  /// do the same; for no longer than that, others wait.
  static func function(in schema: String) -> String {
    """
    CREATE OR REPLACE FUNCTION \(name(in: schema))(keys regclass, count bigint) RETURNS bigint \
    LANGUAGE plpgsql AS $$
    DECLARE last bigint;
    BEGIN
      PERFORM pg_advisory_lock(1364350275, keys::oid::int);
      BEGIN
        last := setval(keys, nextval(keys) + count - 1);
      EXCEPTION WHEN OTHERS THEN
        PERFORM pg_advisory_unlock(1364350275, keys::oid::int);
        RAISE;
      END;
      PERFORM pg_advisory_unlock(1364350275, keys::oid::int);
      RETURN last;
    END $$
    """
  }
}
