import SQLCore

/// What is known of a statement's text: what the server said of it, and where it is prepared.
final class PreparedText {
  /// As whoever prepares it has it.
  let text: String
  /// As the server is given it.
  let serverText: String
  /// What the text is known by: itself, and the types that its parameters were declared to have.
  let key: String
  let command: StatementCommand
  /// The types of the parameters, which stay those that were told first.
  var parameterTypes: [UInt32] = [] {
    didSet { parameterForms = parameterTypes.map { PostgresType(rawValue: $0).form } }
  }
  /// The forms in which values of these types are given.
  private(set) var parameterForms: [PostgresType.Form] = []
  /// The types of the columns, as they were told last.
  var columnTypes: [PostgresType] = [] {
    didSet { if !oldValue.isEmpty, columnTypes != oldValue { page.forget() } }
  }
  /// How its rows come as one value.
  var page = PageText()
  /// Whether all columns have types whose binary form is known.
  var isBinary = false
  var isDescribed = false
  /// The generation of prepared statements that it belongs to; nil where it is not prepared.
  var generation: Int?
  /// Whether what the server has prepared no longer fits the tables, and could not be forgotten yet.
  var isStale = false
  /// When it was used last, by a count of uses.
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
    // No text has a NUL.
    types.isEmpty ? text : types.reduce(text) { "\($0)\u{0}\($1.rawValue)" }
  }

  /// The name under which it is prepared.
  ///
  /// It stands for the text and for nothing else: behind a pooler, others prepare statements on the
  /// same server, and of a name that is there already one knows that it is the same statement.
  let name: String
  /// The name as libpq takes it for each run.
  let nameBytes: [CChar]

  /// 128 bits of FNV-1a.
  private static func digest(_ text: String) -> String {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in text.utf8 {
      hash ^= UInt128(byte)
      hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013B
    }
    return String(hash, radix: 36)
  }
}
