import CoreDataFormat
import SQLCore

extension PostgresMappedTable {
  /// How changes of rows are written.
  package enum Writing: Hashable, Sendable {
    /// With a single statement that lists all columns: twice as fast.
    case wholeRows
    /// With only the changed columns, for tables with triggers on columns or column privileges.
    case changedColumns
    /// Not at all, because the rows are in a view.
    case refused
  }

  private var quotedName: String {
    "\(PostgresSchemaStatements.quoted(schema)).\(PostgresSchemaStatements.quoted(name))"
  }

  /// The SQL name of the table.
  package var table: String { quotedName }

  /// Whether the view can show a column with the type of its property.
  package func isShown(_ column: Column, _ found: PostgresFoundColumn) -> Bool {
    column.type.shown(found, "") != nil
  }

  /// The statements that create the view in a connection.
  ///
  /// - Parameters:
  ///   - found: The columns of the table.
  ///   - writing: How changes are written; nil for a view that is only read.
  ///   - path: The schema in which triggers of other programs find their tables.
  /// - Returns: The statements, separated by semicolons.
  package func statements(
    _ found: [String: PostgresFoundColumn], writing: Writing?, path: String
  ) -> String {
    let quoted = PostgresSchemaStatements.quoted
    let id = RowIdentity.postgres
    var joins = keys.map { " JOIN \($0.name) AS k ON k.key = t.\(quoted($0.column))" } ?? ""
    // A row can be locked although it may have no target: locks of a view do not extend to these.
    var targets: [String] = []
    var list = columns.enumerated().map { number, column -> String in
      if let source = column.source, let keys = column.keys {
        targets.append("k\(number) AS NOT MATERIALIZED (SELECT * FROM \(keys.name))")
        joins +=
          "\(key == nil ? "" : " LEFT") JOIN k\(number) ON k\(number).key = t.\(quoted(source))"
        return "k\(number).id AS \(quoted(column.name))"
      }
      if let rows = column.inverseRows, let key {
        targets.append("i\(number) AS NOT MATERIALIZED (\(rows))")
        joins += " LEFT JOIN i\(number) ON i\(number).owner = t.\(quoted(key))"
        return "i\(number).id AS \(quoted(column.name))"
      }
      guard let source = column.source, let facts = found[source],
        let text = column.type.shown(facts, name(of: source, facts))
      else { return "NULL::\(column.type.castName) AS \(quoted(column.name))" }
      // An optional document may be the JSON value `null`, which is read as NULL.
      let isOptionalDocument = column.isOptional && column.type == .jsonb && facts.element == nil
      let shown =
        isOptionalDocument && facts.type != "bytea" ? "nullif(\(text), 'null'::jsonb)" : text
      return "\(shown) AS \(quoted(column.name))"
    }
    if let key {
      list =
        [
          "\(keys == nil ? "t.\(quoted(key))" : "k.id") AS \(id.key)",
          "\(shownClass) AS \(id.entity)",
          "1::bigint AS \(id.version)",
        ] + list
    }
    let view =
      "CREATE TEMP VIEW \(quoted(view)) AS "
      + (targets.isEmpty ? "" : "WITH \(targets.joined(separator: ", ")) ")
      + "SELECT \(list.joined(separator: ", ")) "
      + "FROM \(quotedName) AS t\(joins)\(classCondition)"
    // A view of pairs has no other columns, so the server can write through it itself, unless it
    // joins tables.
    guard let writing, key != nil || !joins.isEmpty else { return view }
    let commands =
      writing == .refused ? refusalOfViews : key.map { body($0, found, writing) } ?? pairBody(found)
    let function = "pg_temp.\(quoted("\(self.view)_write"))"
    // Triggers of the table must find tables by their names, not the views with the same names.
    return """
      \(view); CREATE FUNCTION \(function)() RETURNS trigger LANGUAGE plpgsql \
      SET search_path TO \(quoted(path)), pg_temp AS \
      \(DollarQuotes.quoted(" \(commands) ")); \
      CREATE TRIGGER openswiftdata_write INSTEAD OF INSERT OR UPDATE OR DELETE \
      ON \(quoted(self.view)) FOR EACH ROW EXECUTE FUNCTION \(function)()
      """
  }

  /// The query for pairs of the key in a column, as `owner`, and the row's own integer, as `id`.
  ///
  /// Of several rows with the same key, only that with the least integer is in a pair.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - isUnique: Whether no two rows have the same key.
  /// - Returns: The query.
  package func rows(by column: String, isUnique: Bool) -> String {
    let quoted = PostgresSchemaStatements.quoted
    let id = keys == nil ? "t.\(quoted(key ?? ""))" : "k.id"
    let join = keys.map { " JOIN \($0.name) AS k ON k.key = t.\(quoted($0.column))" } ?? ""
    return "SELECT t.\(quoted(column)) AS owner, \(isUnique ? id : "min(\(id))") AS id "
      + "FROM \(quotedName) AS t\(join)\(classCondition)\(isUnique ? "" : " GROUP BY 1")"
  }

  /// A column as the view reads it; a domain is cast to its base type.
  private func name(of source: String, _ facts: PostgresFoundColumn) -> String {
    let name = "t.\(PostgresSchemaStatements.quoted(source))"
    return facts.isDomain ? "\(name)::\(facts.castName)" : name
  }

  private func writeChecks(_ checks: String) -> String {
    checks.isEmpty ? "" : "IF TG_OP <> 'DELETE' THEN \(checks)END IF; "
  }

  /// The body of the trigger function that applies changes of the view's rows to the table.
  private func body(
    _ key: String, _ found: [String: PostgresFoundColumn], _ writing: Writing
  ) -> String {
    let quoted = PostgresSchemaStatements.quoted
    let id = RowIdentity.postgres
    var names = [quoted(key)]
    var values = [keys == nil ? "NEW.\(id.key)" : "new_key"]
    var assignments: [Assignment] = []
    var checks = ""
    if let classColumn, let facts = found[classColumn] {
      names.append(quoted(classColumn))
      values.append("\(writtenClass)::\(facts.castName)")
    }
    let kept = keptColumns(found)
    names += kept.map(\.column)
    values += kept.map(\.inserted)
    for column in columns {
      guard let source = column.source, let facts = found[source], !facts.isComputed,
        !upkeep.columns.contains(source)
      else { continue }
      let (name, value) = (quoted(source), quoted(column.name))
      guard source != key else {
        if keys != nil { checks += keyCheck(column) }
        continue
      }
      let written = column.written(facts, "NEW.\(value)")
      if column.isMoved { checks += clearing(name, written, value) }
      let mayWait = column.isKey && writesKeysLater
      names.append(name)
      values.append(mayWait ? column.written(facts, "nullif(NEW.\(value), 0)") : written)
      checks += cutCheck(column, source, facts, value)
      assignments.append(
        Assignment(
          column: name,
          condition: "NEW.\(value) IS DISTINCT FROM OLD.\(value)"
            + (mayWait ? " AND NEW.\(value) IS DISTINCT FROM 0" : ""),
          written: written, given: column.written(facts, "($1).\(value)")))
    }
    let insert =
      "INSERT INTO \(quotedName) (\(names.joined(separator: ", "))) OVERRIDING SYSTEM VALUE "
      + "VALUES (\(values.joined(separator: ", ")))"
      + (uniqueColumns.isEmpty ? "" : " ON CONFLICT DO NOTHING")
    let condition = condition(key, of: "OLD")
    let update =
      switch writing {
      case .wholeRows: update(assignments, condition, kept)
      case .changedColumns, .refused: updateOfColumns(assignments, key, kept)
      }
    // A trigger of the table may have stored the row elsewhere, or may have suppressed the write.
    let isThere = { row in "PERFORM 1 FROM \(quotedName) AS t \(self.condition(key, of: row))" }
    return """
      DECLARE changes text := ''; \(keys.map { "new_key \($0.type); " } ?? "")\
      BEGIN \(writeChecks(checks))\
      IF TG_OP = 'INSERT' THEN \(newKey(found))\(insert); IF FOUND THEN RETURN NEW; END IF; \
      \(isThere("NEW")); IF FOUND THEN RETURN NEW; END IF; \
      \(uniqueColumns.isEmpty ? refusal("a new") : "\(forgottenKey)RETURN NULL"); \
      ELSIF TG_OP = 'UPDATE' THEN \(update) \
      IF FOUND THEN RETURN NEW; END IF; \
      \(isThere("OLD")); IF FOUND THEN \(refusal("the changed")); END IF; RETURN NULL; \
      ELSE DELETE FROM \(quotedName) AS t \(condition); \
      IF NOT FOUND THEN RETURN NULL; END IF; RETURN OLD; END IF; \
      END
      """
  }

  /// The statement that refuses a value that the column would cut off; empty if it cuts off none.
  private func cutCheck(
    _ column: Column, _ source: String, _ facts: PostgresFoundColumn, _ value: String
  ) -> String {
    guard let isCut = column.type.isCut(facts, "NEW.\(value)") else { return "" }
    let place = "\(title).\(column.property), \(name).\(source) (\(facts.declaration))"
    return
      "IF (\(isCut)) THEN RAISE EXCEPTION USING ERRCODE = 'numeric_value_out_of_range', "
      + "MESSAGE = left(NEW.\(value)::text, 100) || \(SQLValue.text(" does not fit into \(place)").quotedText); "
      + "END IF; "
  }

  /// The statement that clears a column in the row that has the new value.
  ///
  /// The row loses its partner in the same save, but perhaps later than another row gets it.
  private func clearing(_ name: String, _ written: String, _ value: String) -> String {
    "IF TG_OP = 'INSERT' OR NEW.\(value) IS DISTINCT FROM OLD.\(value) THEN "
      + "UPDATE \(quotedName) AS t SET \(name) = NULL WHERE t.\(name) = \(written); END IF; "
  }

  /// The number of a row's entity, as SQL; rows without a class are of the topmost one.
  private var shownClass: String {
    guard let classColumn else { return "\(entityNumber)" }
    let name = "t.\(PostgresSchemaStatements.quoted(classColumn))"
    let cases = classes.map { "WHEN \(SQLValue.text($0.name).quotedText) THEN \($0.number)" }
    return
      "CASE coalesce(\(name)::text, \(className(entityNumber))) \(cases.joined(separator: " ")) END"
  }

  private func className(_ number: Int) -> String {
    SQLValue.text(classes.first { $0.number == number }?.name ?? title).quotedText
  }

  /// The condition that excludes rows of classes without a model.
  private var classCondition: String {
    guard let classColumn else { return "" }
    let name = "t.\(PostgresSchemaStatements.quoted(classColumn))"
    let names = classes.map { SQLValue.text($0.name).quotedText }.joined(separator: ", ")
    return " WHERE \(name) IS NULL OR \(name)::text IN (\(names))"
  }

  /// The text in the class column for a row of the view, as SQL.
  private var writtenClass: String {
    let cases = classes.map { "WHEN \($0.number) THEN \(SQLValue.text($0.name).quotedText)" }
    return "CASE NEW.\(RowIdentity.postgres.entity) \(cases.joined(separator: " ")) END"
  }

  /// The body of a trigger function that prevents writes.
  private var refusalOfViews: String {
    let text = "\(title) is mapped to \(schema).\(name), which is only read"
    return "BEGIN RAISE EXCEPTION USING ERRCODE = 'read_only_sql_transaction', "
      + "MESSAGE = \(SQLValue.text(text).quotedText); END"
  }

  private func refusal(_ what: String) -> String {
    let text = "a trigger or a policy of \(schema).\(name) rejected \(what) row of \(title)"
    return "RAISE EXCEPTION USING MESSAGE = \(SQLValue.text(text).quotedText)"
  }

  /// The assignment of one column in a write.
  private struct Assignment {
    let column: String
    /// The condition that the value is written.
    let condition: String
    /// The new value, with the trigger's `NEW` row.
    let written: String
    /// The same, with the first parameter of a dynamic statement.
    let given: String
  }

  /// The condition that selects the table's row for a row of the view.
  private func condition(_ key: String, of row: String) -> String {
    let integer = "\(row).\(RowIdentity.postgres.key)"
    return
      "WHERE t.\(PostgresSchemaStatements.quoted(key)) = \(keys?.key(of: integer) ?? integer)"
  }

  /// One statement for all changes, which is planned once.
  private func update(
    _ assignments: [Assignment], _ condition: String, _ kept: [KeptColumn] = []
  ) -> String {
    guard !assignments.isEmpty else {
      return "PERFORM 1 FROM \(quotedName) AS t \(condition);"
    }
    let list = assignments.map { assignment in
      "\(assignment.column) = CASE WHEN \(assignment.condition) "
        + "THEN \(assignment.written) ELSE t.\(assignment.column) END"
    }
    let isChanged = assignments.map { "(\($0.condition))" }.joined(separator: " OR ")
    let others = kept.compactMap { column in
      column.updated.map {
        "\(column.column) = CASE WHEN \(isChanged) THEN \($0) ELSE t.\(column.column) END"
      }
    }
    return "UPDATE \(quotedName) AS t SET \((list + others).joined(separator: ", ")) \(condition);"
  }

  /// A statement that lists only the changed columns.
  private func updateOfColumns(
    _ assignments: [Assignment], _ key: String, _ kept: [KeptColumn]
  ) -> String {
    let list = assignments.map { assignment in
      let text = SQLValue.text(", \(assignment.column) = \(assignment.given)").quotedText
      return "IF \(assignment.condition) THEN changes := changes || \(text); END IF; "
    }
    let start = SQLValue.text("UPDATE \(quotedName) AS t SET ").quotedText
    let others = kept.compactMap { column in column.updated.map { ", \(column.column) = \($0)" } }
    let end = SQLValue.text("\(others.joined()) " + condition(key, of: "($2)")).quotedText
    // A dynamic statement does not set `FOUND`, so its `RETURNING` shows whether it found the row.
    return """
      \(list.joined())IF changes = '' THEN \(update([], condition(key, of: "OLD"))) \
      ELSE FOR changes IN EXECUTE \(start) || substr(changes, 3) || \(end) || ' RETURNING 1' USING NEW, OLD \
      LOOP END LOOP; END IF;
      """
  }
}

// Columns that each write sets.

extension PostgresMappedTable {
  /// A column that each write sets, and its new values as SQL.
  private struct KeptColumn {
    let column: String
    let inserted: String
    /// Nil for a column that an update leaves alone.
    let updated: String?
  }

  private func keptColumns(_ found: [String: PostgresFoundColumn]) -> [KeptColumn] {
    func now(_ column: String) -> String {
      found[column]?.type == "timestamp"
        ? "(pg_catalog.now() AT TIME ZONE 'UTC')" : "pg_catalog.now()"
    }
    let quoted = PostgresSchemaStatements.quoted
    return [
      upkeep.createdAt.map { KeptColumn(column: quoted($0), inserted: now($0), updated: nil) },
      upkeep.updatedAt.map { KeptColumn(column: quoted($0), inserted: now($0), updated: now($0)) },
      upkeep.lockVersion.map {
        KeptColumn(column: quoted($0), inserted: "0", updated: "coalesce(t.\(quoted($0)), 0) + 1")
      },
    ].compactMap(\.self)
  }
}

// Keys that are not integers.

extension PostgresMappedTable {
  /// The statements that give a new row its key, and the key its integer; empty for integer keys.
  ///
  /// The key of a row that was deleted may be used again, with another integer.
  private func newKey(_ found: [String: PostgresFoundColumn]) -> String {
    guard let keys, let facts = found[keys.column] else { return "" }
    let column = PostgresSchemaStatements.quoted(keys.column)
    let given = columns.first { $0.source == keys.column }.map {
      $0.written(facts, "NEW.\(PostgresSchemaStatements.quoted($0.name))")
    }
    let value =
      keys.isUUID ? "coalesce(\(given.map { "\($0), " } ?? "")gen_random_uuid())" : given ?? "NULL"
    return """
      new_key := \(value); INSERT INTO \(keys.name) AS k (id, key) \
      VALUES (NEW.\(RowIdentity.postgres.key), new_key) ON CONFLICT (key) DO UPDATE SET id = EXCLUDED.id \
      WHERE NOT EXISTS (SELECT 1 FROM \(keys.table) AS t WHERE t.\(column) = EXCLUDED.key); 
      """
  }

  /// The statement that removes the key of a row that was not inserted, because another row has its
  /// unique values; empty for integer keys.
  private var forgottenKey: String {
    guard let keys else { return "" }
    return "DELETE FROM \(keys.name) AS k WHERE k.id = NEW.\(RowIdentity.postgres.key); "
  }

  /// The statement that refuses to change the key of a row.
  private func keyCheck(_ column: Column) -> String {
    let value = PostgresSchemaStatements.quoted(column.name)
    let text = SQLValue.text(
      "\(title).\(column.property) is the key of \(schema).\(name), which cannot change")
    return "IF TG_OP = 'UPDATE' THEN IF NEW.\(value) IS DISTINCT FROM OLD.\(value) THEN "
      + "RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', "
      + "MESSAGE = \(text.quotedText); END IF; END IF; "
  }

  /// The body of the trigger function of a table of pairs.
  private func pairBody(_ found: [String: PostgresFoundColumn]) -> String {
    var (names, values, conditions): ([String], [String], [String]) = ([], [], [])
    for column in columns {
      guard let source = column.source, let facts = found[source] else { continue }
      let (name, value) = (
        PostgresSchemaStatements.quoted(source), PostgresSchemaStatements.quoted(column.name)
      )
      names.append(name)
      values.append(column.written(facts, "NEW.\(value)"))
      conditions.append("t.\(name) = \(column.written(facts, "OLD.\(value)"))")
    }
    return """
      BEGIN IF TG_OP = 'INSERT' THEN INSERT INTO \(quotedName) (\(names.joined(separator: ", "))) \
      VALUES (\(values.joined(separator: ", "))) ON CONFLICT DO NOTHING; RETURN NEW; \
      ELSIF TG_OP = 'DELETE' THEN DELETE FROM \(quotedName) AS t \
      WHERE \(conditions.joined(separator: " AND ")); RETURN OLD; \
      ELSE \(refusal("the changed")); END IF; END
      """
  }
}

extension PostgresMappedTable.Column {
  /// The SQL that converts a value of the view for the table's column.
  fileprivate func written(_ facts: PostgresFoundColumn, _ text: String) -> String {
    keys?.key(of: text) ?? type.written(facts, text)
  }
}
