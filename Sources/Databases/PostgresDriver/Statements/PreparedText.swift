import SQLCore

/// A statement's text, its description by the server, and its state as a prepared statement.
final class PreparedText {
  /// The text as the caller wrote it.
  let text: String
  /// The text as it is sent to the server.
  let serverText: String
  /// The key in the cache: the text and the declared types of its parameters.
  let key: String
  let command: StatementCommand
  /// The types of the parameters, as they were reported first.
  var parameterTypes: [UInt32] = [] {
    didSet { parameterForms = parameterTypes.map { PostgresType(rawValue: $0).form } }
  }
  /// The forms in which values of these types are sent.
  private(set) var parameterForms: [PostgresType.Form] = []
  /// The types of the columns, as they were reported last.
  var columnTypes: [PostgresType] = [] {
    didSet { if !oldValue.isEmpty, columnTypes != oldValue { page.forget() } }
  }
  /// The variant that returns its rows as a single value.
  var page = PageText()
  /// Whether all columns have types whose binary form is known.
  var isBinary = false
  var isDescribed = false
  /// The generation of prepared statements to which it belongs; nil if it is not prepared.
  var generation: Int?
  /// Whether the server's prepared statement no longer fits the tables, and could not be
  /// deallocated yet.
  var isStale = false
  /// When it was used last, as a number of uses.
  var lastUse: UInt64 = 0

  init(_ text: String, types: [PostgresType] = []) {
    self.text = text
    serverText = Placeholders.numbered(text)
    key = Self.key(text, types)
    command = StatementCommand(text)
    name = "osd_\(Self.digest(key))"
    nameBytes = Array(name.utf8CString)
    parameterTypes = types.map(\.rawValue)
    parameterForms = types.map(\.form)
  }

  static func key(_ text: String, _ types: [PostgresType]) -> String {
    // A NUL cannot occur in a text.
    types.isEmpty ? text : types.reduce(text) { "\($0)\u{0}\($1.rawValue)" }
  }

  /// The name under which it is prepared.
  ///
  /// It is derived from `key` alone. Behind a pooler, other clients prepare statements on the
  /// same server; a prepared statement with the same name is therefore the same statement.
  let name: String
  /// The name as a C string, for each execution.
  let nameBytes: [CChar]

  /// FNV-1a, 128 bits.
  private static func digest(_ text: String) -> String {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in text.utf8 {
      hash ^= UInt128(byte)
      hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013B
    }
    return String(hash, radix: 36)
  }
}
