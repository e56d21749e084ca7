/// How a statement is asked so that its rows, which are few, come as one value.
///
/// libpq makes something of each value of each row, and a server sends what it has whenever eight kilobytes are full, for
/// which a client is woken. That costs the client more than it costs the server to put the rows together.
struct PageText {
  private enum State {
    /// Nobody has made it yet; how often it was wanted.
    case wanted(Int)
    case made(PreparedText)
    /// The server, or the statement, does not have it; with what the server may have of it.
    case impossible(PreparedText?)
  }

  private var state = State.wanted(0)

  /// How many rows there may be: of fewer nothing is gained, and of more the server would hold them all where it sends
  /// them one by one otherwise.
  static let rowCounts = 16...1_000

  /// The statement is prepared once more for it, which is done for what is run more often than this.
  static let runsBefore = 4

  /// What the server may have prepared.
  var text: PreparedText? {
    switch state {
    case .made(let text): text
    case .impossible(let text): text
    case .wanted: nil
    }
  }

  /// The text that gives one value.
  ///
  /// A sorted subquery gives its rows to an aggregate in their order, where the query around it does nothing else.
  ///
  /// - Parameter statement: The statement, which was described.
  /// - Returns: The text; nil where the statement is to be run as it is.
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

  /// Takes note that the server cannot do it, or that the rows would be others now.
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
  /// Whether the form of the type is known, and a page of its values is not large as a rule.
  fileprivate var isForPages: Bool {
    switch form {
    case .bool, .int2, .int4, .int8, .unsigned4, .float4, .float8, .numeric, .text, .jsonb, .uuid,
      .timestamptz, .timestamp, .date, .array:
      true
    case .bytes, .void, .other: false
    }
  }
}
