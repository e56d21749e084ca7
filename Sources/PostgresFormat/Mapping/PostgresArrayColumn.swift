/// A column of arrays that another program made, whose values are documents as Swift codes such arrays.
struct PostgresArrayColumn {
  /// What elements are in a document.
  private enum Form {
    case plain
    /// As text where `Decimal` does not hold them, which no number is read from: decoders would round them.
    case decimal
    /// With words for what is no number.
    case number
    /// Seconds since the start of 2001, of times in UTC where a column knows no time zone.
    case date(hasZone: Bool)
  }

  private let form: Form

  /// Nil for elements that stand in no document as Swift codes them.
  ///
  /// - Parameter element: The type of the elements by its own name.
  init?(_ element: String) {
    switch element {
    case "bool", "int2", "int4", "int8", "text", "varchar", "bpchar", "citext", "uuid", "json",
      "jsonb":
      form = .plain
    case "numeric": form = .decimal
    case "float4", "float8": form = .number
    case "timestamptz", "timestamp": form = .date(hasZone: element == "timestamptz")
    default: return nil
    }
  }

  /// Of the start of 2001, since that of 1970.
  private static let origin = 978_307_200

  /// The document of an array.
  func document(of array: String) -> String {
    let element: String
    switch form {
    case .plain: return "pg_catalog.to_jsonb(\(array))"
    case .decimal:
      element = """
        CASE WHEN length(btrim(translate(e::text, '-.', ''), '0')) > 38 OR abs(e) >= 1e128 \
        OR scale(e) > 127 THEN pg_catalog.to_jsonb(e::text) ELSE pg_catalog.to_jsonb(e) END
        """
    case .number:
      element = """
        CASE e::float8 WHEN 'NaN' THEN pg_catalog.to_jsonb('nan'::text) \
        WHEN 'Infinity' THEN pg_catalog.to_jsonb('inf'::text) \
        WHEN '-Infinity' THEN pg_catalog.to_jsonb('-inf'::text) ELSE pg_catalog.to_jsonb(e) END
        """
    case .date: element = "pg_catalog.to_jsonb(extract(epoch FROM e) - \(Self.origin))"
    }
    // One of several dimensions is what it is, so that it is not taken for one of a single dimension.
    return """
      CASE WHEN pg_catalog.array_ndims(\(array)) > 1 THEN pg_catalog.to_jsonb(\(array)) \
      WHEN \(array) IS NOT NULL THEN coalesce((SELECT pg_catalog.jsonb_agg(\(element) ORDER BY n) \
      FROM pg_catalog.unnest(\(array)) WITH ORDINALITY AS a (e, n)), '[]') END
      """
  }

  /// The array of a document.
  ///
  /// - Parameters:
  ///   - document: The document, as SQL.
  ///   - type: The type of the array, as a cast names it.
  /// - Returns: The SQL; of a document that is no array the server says that it is none.
  func array(of document: String, _ type: String) -> String {
    let time = "TIMESTAMPTZ 'epoch' + (e::numeric + \(Self.origin)) * INTERVAL '1 second'"
    let element =
      switch form {
      case .plain, .decimal, .number: "e"
      case .date(hasZone: true): time
      case .date(hasZone: false): "(\(time)) AT TIME ZONE 'UTC'"
      }
    return """
      CASE WHEN \(document) IS NOT NULL THEN ARRAY(SELECT \(element) \
      FROM jsonb_array_elements_text(\(document)) WITH ORDINALITY AS a (e, n) ORDER BY n)::\(type) END
      """
  }
}
