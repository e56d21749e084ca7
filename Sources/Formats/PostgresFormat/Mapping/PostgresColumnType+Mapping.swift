extension PostgresColumnType {
  /// The SQL that reads another program's column as this type; nil if the type cannot represent all
  /// of its values.
  ///
  /// - Parameters:
  ///   - column: The description of the column.
  ///   - text: The column, as SQL.
  /// - Returns: The SQL.
  func shown(_ column: PostgresFoundColumn, _ text: String) -> String? {
    if column.isEnumeration { return self == .text ? "\(text)::text COLLATE \"C\"" : nil }
    switch (self, column.type) {
    // Without the column's precision, to which the server would round written values.
    case (.numeric, "numeric") where column.declaration != column.castName:
      return "\(text)::numeric"
    case (.boolean, "bool"), (.smallint, "int2"), (.integer, "int2"), (.integer, "int4"),
      (.bigint, "int2"), (.bigint, "int4"), (.bigint, "int8"), (.numeric, "numeric"),
      (.real, "float4"), (.doublePrecision, "float8"), (.timestamp, "timestamptz"),
      (.uuid, "uuid"), (.bytea, "bytea"):
      return text
    case (.numeric, "int2"), (.numeric, "int4"), (.numeric, "int8"): return "\(text)::numeric"
    case (.doublePrecision, "float4"), (.doublePrecision, "int2"), (.doublePrecision, "int4"):
      return "\(text)::double precision"
    case (.timestamp, "timestamp"): return "(\(text) AT TIME ZONE 'UTC')"
    case (.timestamp, "date"):
      // Days after the latest timestamp, which the server cannot convert, are shown as
      // `PostgresTime.lateDay` describes.
      let last = "'294276-12-31'"
      return "((CASE WHEN \(text) > DATE \(last) AND isfinite(\(text)) THEN TIMESTAMP \(last) "
        + "+ (\(text) - DATE \(last)) * INTERVAL '1 microsecond' "
        + "ELSE \(text)::timestamp END) AT TIME ZONE 'UTC')"
    case (.text, "text"), (.text, "varchar"), (.text, "bpchar"), (.text, "citext"):
      return "\(text)::text COLLATE \"C\""
    case (.jsonb, "jsonb"), (.jsonb, "bytea"): return text
    case (.jsonb, "json"): return "\(text)::jsonb"
    case (.jsonb, _): return column.element.flatMap { PostgresArrayColumn($0) }?.document(of: text)
    case (.bytea, "json"), (.bytea, "jsonb"): return "pg_catalog.convert_to(\(text)::text, 'UTF8')"
    default: return nil
    }
  }

  /// The SQL that converts a value of this type for another program's column.
  func written(_ column: PostgresFoundColumn, _ text: String) -> String {
    switch (self, column.type) {
    case (.timestamp, "timestamp"): "(\(text) AT TIME ZONE 'UTC')"
    case (.timestamp, "date"): "(\(text) AT TIME ZONE 'UTC')::date"
    case (.bytea, "json"), (.bytea, "jsonb"):
      "pg_catalog.convert_from(\(text), 'UTF8')::\(column.castName)"
    default: array(column, text) ?? "\(text)::\(column.castName)"
    }
  }

  /// The condition under which a column cannot store the whole value; nil if it always can.
  ///
  /// The server silently drops digits or trailing blanks, and does not report which column lacks
  /// room.
  func isCut(_ column: PostgresFoundColumn, _ text: String) -> String? {
    switch (self, column.type) {
    case (.integer, "int2"), (.bigint, "int2"), (.bigint, "int4"):
      return Self.isOutside(text, column.type)
    case (.numeric, "int2"), (.numeric, "int4"), (.numeric, "int8"), (.doublePrecision, "int2"),
      (.doublePrecision, "int4"):
      return "CASE WHEN \(Self.isOutside(text, column.type)) THEN true "
        + "ELSE \(text) <> \(text)::\(column.castName) END"
    case (.numeric, "numeric"):
      guard let limit = column.numberLimit else { return nil }
      // NaN is greater than any number, and can be stored.
      return "CASE WHEN abs(\(text)) >= \(limit) THEN \(text) <> 'NaN' "
        + "ELSE \(text) <> \(text)::\(column.declaration) END"
    case (.text, "varchar"):
      guard column.declaration != column.castName else { return nil }
      return "\(text) <> \(text)::\(column.declaration)"
    case (.text, "bpchar"):
      guard column.declaration != column.castName else { return nil }
      // The column itself pads values with blanks.
      return "rtrim(\(text), ' ') <> \(text)::\(column.declaration)::text"
    case (.jsonb, _):
      guard ["numeric", "varchar"].contains(column.element), column.declaration != column.castName,
        let array = array(column, text)
      else { return nil }
      return "\(array) IS DISTINCT FROM \(array)::\(column.declaration)"
    default: return nil
    }
  }

  private static func isOutside(_ text: String, _ type: String) -> String {
    let limit =
      switch type {
      case "int2": "32768"
      case "int4": "2147483648"
      default: "9223372036854775808"
      }
    return "(\(text) < -\(limit) OR \(text) >= \(limit))"
  }

  /// Whether a column stores some values with less precision, or in another form, so that a stored
  /// value is only known by reading it.
  package func isNarrowed(by column: PostgresFoundColumn) -> Bool {
    switch (self, column.type) {
    case (.timestamp, "date"), (.doublePrecision, "float4"), (.text, "bpchar"), (.bytea, "jsonb"):
      true
    case (.timestamp, _): column.declaration.contains("(")
    case (.jsonb, _):
      // Dates in a document have a higher precision than microseconds.
      ["float4", "bpchar", "timestamp", "timestamptz"].contains(column.element)
    default: false
    }
  }

  private func array(_ column: PostgresFoundColumn, _ text: String) -> String? {
    guard self == .jsonb, let array = column.element.flatMap({ PostgresArrayColumn($0) }) else {
      return nil
    }
    return array.array(of: text, column.castName)
  }
}
