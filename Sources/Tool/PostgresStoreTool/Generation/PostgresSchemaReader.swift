import Foundation
import ModelGeneration
import PostgresDriver
import SQLCore

/// Reads the tables of a schema from the database's catalog.
struct PostgresSchemaReader {
  private let connection: PostgresConnection
  private let schema: String

  init(_ connection: PostgresConnection, schema: String) {
    (self.connection, self.schema) = (connection, schema)
  }

  private var name: SQLValue { .text(schema.quoted(by: "\"")) }

  /// Whether the schema contains a store of the library.
  func isStore() throws -> Bool {
    let table = "\(schema.quoted(by: "\"")).openswiftdata_store"
    return try connection.rows("SELECT to_regclass($1) IS NOT NULL", [.text(table)])
      == [[.bool(true)]]
  }

  /// - Throws: `ModelGenerationError.Kind.noTables` if there is no such schema; `SQLError`.
  func read() throws -> DatabaseSchema {
    let found = try connection.rows(
      "SELECT current_database()::text, to_regnamespace($1) IS NOT NULL", [name])
    let database = found.first?.first?.text ?? ""
    guard found.first?.last == .bool(true) else {
      throw ModelGenerationError(
        .noTables, "The database \(database) has no schema \(schema).",
        advice: "Specify the schema with --schema, or with ?schema= in the address.")
    }
    let decoder = JSONDecoder()
    let tables = try connection.rows(Self.query, [name]).map { row in
      var table = try decoder.decode(
        DatabaseTable.self, from: Data((row.first?.text ?? "").utf8))
      if table.hasTypeColumn { table.rowTypes = rowTypes(of: table.name) }
      return table
    }
    return DatabaseSchema(name: schema, database: database, tables: tables)
  }

  /// The texts in the column `type` of a table's rows; nil if the user may not read them.
  private func rowTypes(of table: String) -> [String?]? {
    let name = "\(schema.quoted(by: "\"")).\(table.quoted(by: "\""))"
    // Classes are few: more texts than this are something else.
    let rows = try? connection.rows("SELECT DISTINCT type::text FROM \(name) LIMIT 100")
    return rows?.map { $0.first?.text }
  }

  /// One JSON object for each table, with the keys of `DatabaseTable`.
  ///
  /// The tables are described by [system catalogs](https://www.postgresql.org/docs/15/catalogs.html).
  private static let query = """
    SELECT json_build_object('name', c.relname, 'kind', c.relkind, \
    'columns', (\(columns)), \
    'primaryKey', coalesce((SELECT \(names("i.indrelid", "i.indkey::int2[]", "i.indnkeyatts")) \
    FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary), '[]'), \
    'uniqueness', (SELECT coalesce(json_agg(u.names ORDER BY u.id), '[]') FROM (\
    SELECT i.indexrelid AS id, \(names("i.indrelid", "i.indkey::int2[]", "i.indnkeyatts")) AS names \
    FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT i.indisprimary \
    AND i.indpred IS NULL AND i.indexprs IS NULL) u), \
    'hasDeferrableUniqueness', EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid \
    AND i.indisunique AND NOT i.indimmediate), \
    'foreignKeys', (SELECT coalesce(json_agg(json_build_object('name', k.conname, \
    'columns', \(names("k.conrelid", "k.conkey", "99")), 'table', f.relname, \
    'isInSchema', f.relnamespace = c.relnamespace, \
    'targets', \(names("k.confrelid", "k.confkey", "99")), 'deletion', k.confdeltype) \
    ORDER BY k.conname), '[]') FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid \
    WHERE k.conrelid = c.oid AND k.contype = 'f'), \
    'checks', (SELECT coalesce(json_agg(json_build_object(\
    'columns', coalesce(\(names("k.conrelid", "k.conkey", "99")), '[]'), \
    'expression', pg_get_expr(k.conbin, k.conrelid)) ORDER BY k.conname), '[]') \
    FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c'))::text \
    FROM pg_class c WHERE c.relnamespace = to_regnamespace($1) \
    AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition ORDER BY c.relname
    """

  private static let columns = """
    SELECT coalesce(json_agg(json_build_object('name', a.attname, 'type', t.typname, \
    'declaration', format_type(a.atttypid, a.atttypmod), \
    'element', CASE WHEN t.typcategory = 'A' THEN e.typname END, \
    'enumeration', CASE WHEN n.typtype = 'e' THEN json_build_object('name', n.typname, \
    'cases', (SELECT json_agg(l.enumlabel ORDER BY l.enumsortorder) FROM pg_enum l \
    WHERE l.enumtypid = n.oid)) END, \
    'isNullable', NOT (a.attnotnull OR d.typnotnull), \
    'hasDefault', a.atthasdef OR a.attidentity <> '' OR d.typdefault IS NOT NULL, \
    'defaultValue', CASE WHEN a.attgenerated = '' THEN \
    coalesce(pg_get_expr(v.adbin, v.adrelid), d.typdefault) END, \
    'isComputed', a.attgenerated <> '' OR a.attidentity = 'a', \
    'hasSequence', EXISTS (SELECT 1 FROM pg_sequence s WHERE s.seqincrement = 1 AND s.seqrelid = \
    pg_get_serial_sequence(c.oid::regclass::text, a.attname)::regclass)) ORDER BY a.attnum), '[]') \
    FROM pg_attribute a JOIN pg_type d ON d.oid = a.atttypid \
    JOIN pg_type t ON t.oid = CASE d.typtype WHEN 'd' THEN d.typbasetype ELSE d.oid END \
    LEFT JOIN pg_type e ON e.oid = t.typelem \
    LEFT JOIN pg_type n ON n.oid = CASE t.typcategory WHEN 'A' THEN e.oid ELSE t.oid END \
    LEFT JOIN pg_attrdef v ON v.adrelid = a.attrelid AND v.adnum = a.attnum \
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    """

  /// A JSON array of the names of columns.
  ///
  /// - Parameters:
  ///   - table: The identifier of the table, as SQL.
  ///   - numbers: An array of the columns' numbers.
  ///   - count: How many of them count: an index can include others.
  /// - Returns: The array, as SQL.
  private static func names(_ table: String, _ numbers: String, _ count: String) -> String {
    """
    (SELECT json_agg(x.attname ORDER BY y.position) FROM unnest(\(numbers)) \
    WITH ORDINALITY AS y (number, position) JOIN pg_attribute x ON x.attrelid = \(table) \
    AND x.attnum = y.number WHERE y.position <= \(count))
    """
  }
}
