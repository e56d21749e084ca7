/// An array column of another program, whose values are read as the JSON documents that Swift
/// encodes for such arrays.
struct PostgresArrayColumn {
  /// How elements are represented in a document.
  private enum Form {
    case plain
    /// Numbers; as text if `Decimal` cannot represent them, because decoders would round such
    /// numbers.
    case decimal
    /// Numbers; NaN and the infinities are represented by words.
    case number
    /// Seconds since the start of 2001; times without a time zone are in UTC.
    case date(hasZone: Bool)
  }

  private let form: Form

  /// Creates the conversion; nil for elements that have no representation in Swift's documents.
  ///
  /// - Parameter element: The name of the elements' type.
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

  /// The start of 2001, in seconds since the start of 1970.
  private static let origin = 978_307_200

  /// The SQL that converts an array to a document.
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
    // An array with several dimensions keeps them, so that it is not mistaken for one with a single
    // dimension.
    return """
      CASE WHEN pg_catalog.array_ndims(\(array)) > 1 THEN pg_catalog.to_jsonb(\(array)) \
      WHEN \(array) IS NOT NULL THEN coalesce((SELECT pg_catalog.jsonb_agg(\(element) ORDER BY n) \
      FROM pg_catalog.unnest(\(array)) WITH ORDINALITY AS a (e, n)), '[]') END
      """
  }

  /// The SQL that converts a document to an array.
  ///
  /// - Parameters:
  ///   - document: The document, as SQL.
  ///   - type: The name of the array's type in casts.
  /// - Returns: The SQL; the server reports an error for a document that is not an array.
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
