/// The variant of a statement that returns its rows, which must be few, as a single value.
///
/// libpq does work for each value of each row, and a server sends data whenever its buffer of eight
/// kilobytes is full, which wakes the client each time. That costs the client more than combining
/// the rows costs the server.
struct PageText {
  private enum State {
    /// The variant was not created yet; the number of executions that could have used it.
    case wanted(Int)
    case made(PreparedText)
    /// Not supported by the server or the statement; with the variant that the server may have
    /// prepared.
    case impossible(PreparedText?)
  }

  private var state = State.wanted(0)

  /// The numbers of rows for which the variant is used: fewer rows gain nothing, and for more the
  /// server would hold them all in memory instead of sending them one by one.
  static let rowCounts = 16...1_000

  /// The number of executions before the variant is prepared, which requires another prepared
  /// statement.
  static let runsBefore = 4

  /// The variant that the server may have prepared.
  var text: PreparedText? {
    switch state {
    case .made(let text): text
    case .impossible(let text): text
    case .wanted: nil
    }
  }

  /// The variant that returns a single value.
  ///
  /// A sorted subquery passes its rows to an aggregate in order, if the outer query does nothing
  /// else.
  ///
  /// - Parameter statement: The statement, which must be described.
  /// - Returns: The variant; nil if the statement must be run unchanged.
  mutating func text(for statement: PreparedText) -> PreparedText? {
    switch state {
    case .made(let text): return text
    case .impossible: return nil
    case .wanted(let count) where count < Self.runsBefore:
      state = .wanted(count + 1)
      return nil
    case .wanted:
      let text = Self.text(of: statement)
      state = text.map { .made($0) } ?? .impossible(nil)
      return text
    }
  }

  /// Records that the server does not support the variant, or that the columns have changed.
  mutating func forget() { state = .impossible(text) }

  private static func text(of statement: PreparedText) -> PreparedText? {
    let types = statement.columnTypes
    guard statement.command == .reading, !types.isEmpty, types.allSatisfy(\.isForPages) else {
      return nil
    }
    let names = types.indices.map { "c\($0)" }
    let columns = names.joined(separator: ", ")
    return PreparedText(
      """
      SELECT count(*), string_agg(record_send(ROW(\(columns))), '') \
      FROM (\(statement.serverText)) AS osd_page (\(columns))
      """,
      types: statement.parameterTypes.map { PostgresType(rawValue: $0) })
  }
}

extension PostgresType {
  /// Whether the type's form is known, and a page of its values is usually not large.
  fileprivate var isForPages: Bool {
    switch form {
    case .bool, .int2, .int4, .int8, .unsigned4, .float4, .float8, .numeric, .text, .jsonb, .uuid,
      .timestamptz, .timestamp, .date, .array:
      true
    case .bytes, .void, .other: false
    }
  }
}
