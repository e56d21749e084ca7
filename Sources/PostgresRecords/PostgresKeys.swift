import CoreDataFormat
import PostgresFormat

/// How keys for new rows are taken from a server.
enum PostgresKeys {
  /// Takes keys of a table, the first parameter, as many as the second says; gives the last of them.
  static let take = """
    SELECT openswiftdata_take_keys(pg_get_serial_sequence($1, '\(RowIdentity.postgres.key)')::regclass, $2)
    """

  /// Takes keys that follow one another, which calling `nextval` several times would not give while others
  /// do the same; for no longer than that, others wait.
  static let function = """
    CREATE OR REPLACE FUNCTION openswiftdata_take_keys(keys regclass, count bigint) RETURNS bigint \
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
