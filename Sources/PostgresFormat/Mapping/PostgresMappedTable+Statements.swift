import CoreDataFormat
import SQLCore

extension PostgresMappedTable {
  private var quotedName: String {
    "\(PostgresSchemaStatements.quoted(schema)).\(PostgresSchemaStatements.quoted(name))"
  }

  /// The table, as SQL has it.
  package var table: String { quotedName }

  /// Whether a column can be shown as what its property wants.
  package func isShown(_ column: Column, _ found: PostgresFoundColumn) -> Bool {
    column.type.shown(found, "") != nil
  }

  /// The statements that make the view for one connection.
  ///
  /// - Parameters:
  ///   - found: The columns of the table.
  ///   - isWritable: Whether it takes changes.
  ///   - path: The schema in which triggers of other programs look for their tables.
  /// - Returns: The statements, one after the other.
  package func statements(
    _ found: [String: PostgresFoundColumn], isWritable: Bool, path: String
  ) -> String {
    let quoted = PostgresSchemaStatements.quoted
    let id = RowIdentity.postgres
    var list = columns.map { column -> String in
      guard let source = column.source, let facts = found[source],
        let text = column.type.shown(facts, "t.\(quoted(source))")
      else { return "NULL::\(column.type.castName) AS \(quoted(column.name))" }
      return "\(text) AS \(quoted(column.name))"
    }
    if let key {
      list =
        [
          "t.\(quoted(key)) AS \(id.key)", "\(entityNumber) AS \(id.entity)",
          "1::bigint AS \(id.version)",
        ] + list
    }
    let view =
      "CREATE TEMP VIEW \(quoted(view)) AS SELECT \(list.joined(separator: ", ")) "
      + "FROM \(quotedName) AS t"
    // Pairs have no other columns, so that the server itself writes through the view.
    guard isWritable, let key else { return view }
    let function = "pg_temp.\(quoted("\(self.view)_write"))"
    // What a write sets off finds tables by their names, and not the views that have the same ones.
    return """
      \(view); CREATE FUNCTION \(function)() RETURNS trigger LANGUAGE plpgsql \
      SET search_path TO \(quoted(path)), pg_temp AS \
      $openswiftdata$ \(body(key, found)) $openswiftdata$; \
      CREATE TRIGGER openswiftdata_write INSTEAD OF INSERT OR UPDATE OR DELETE \
      ON \(quoted(self.view)) FOR EACH ROW EXECUTE FUNCTION \(function)()
      """
  }

  private func writeChecks(_ checks: String) -> String {
    checks.isEmpty ? "" : "IF TG_OP <> 'DELETE' THEN \(checks)END IF; "
  }

  /// What carries changes of the view's rows out in the table.
  private func body(_ key: String, _ found: [String: PostgresFoundColumn]) -> String {
    let quoted = PostgresSchemaStatements.quoted
    let id = RowIdentity.postgres
    var names = [quoted(key)]
    var values = ["NEW.\(id.key)"]
    var assignments: [String] = []
    var checks = ""
    for column in columns {
      guard let source = column.source, let facts = found[source] else { continue }
      let (name, value) = (quoted(source), quoted(column.name))
      let written = column.type.written(facts, "NEW.\(value)")
      names.append(name)
      values.append(written)
      if let isRounded = column.type.isRounded(facts, "NEW.\(value)") {
        let column = "\(title), \(self.name).\(source) (\(facts.declaration))"
        checks +=
          "IF \(isRounded) THEN RAISE EXCEPTION USING ERRCODE = 'numeric_value_out_of_range', "
          + "MESSAGE = NEW.\(value) || \(SQLValue.text(" has more digits than \(column) keeps").quotedText); "
          + "END IF; "
      }
      assignments.append(
        "\(name) = CASE WHEN NEW.\(value) IS DISTINCT FROM OLD.\(value) THEN \(written) "
          + "ELSE t.\(name) END")
    }
    let insert =
      "INSERT INTO \(quotedName) (\(names.joined(separator: ", "))) OVERRIDING SYSTEM VALUE "
      + "VALUES (\(values.joined(separator: ", ")))"
      + (uniqueColumns.isEmpty ? "" : " ON CONFLICT DO NOTHING")
    let condition = "WHERE t.\(quoted(key)) = OLD.\(id.key)"
    let update =
      assignments.isEmpty
      ? "PERFORM 1 FROM \(quotedName) AS t \(condition)"
      : "UPDATE \(quotedName) AS t SET \(assignments.joined(separator: ", ")) \(condition)"
    return """
      BEGIN \(writeChecks(checks))\
      IF TG_OP = 'INSERT' THEN \(insert); IF NOT FOUND THEN RETURN NULL; END IF; RETURN NEW; \
      ELSIF TG_OP = 'UPDATE' THEN \(update); IF NOT FOUND THEN RETURN NULL; END IF; RETURN NEW; \
      ELSE DELETE FROM \(quotedName) AS t \(condition); \
      IF NOT FOUND THEN RETURN NULL; END IF; RETURN OLD; END IF; \
      END
      """
  }
}
