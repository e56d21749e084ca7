import SQLCore

extension PostgresStatement {
  /// The statement with its parameters replaced by their values, for observers that want to see
  /// them.
  ///
  /// - Complexity: O(length of the text and of the values).
  var expandedText: String {
    Placeholders.replaced(in: prepared.serverText) { number in
      guard (1...max(1, bound.count)).contains(number), bound.count > 0 else { return nil }
      return literal(number - 1)
    }
  }

  private func literal(_ index: Int) -> String {
    guard let start = bound.values[index] else { return "NULL" }
    let type = PostgresType(rawValue: prepared.parameterTypes[index])
    let cell = PostgresCell(
      start: UnsafeRawPointer(start), count: textLength(index, start), type: type, form: type.form,
      isBinary: bound.formats[index] == 1)
    return cell.decoded?.literal ?? "'?'"
  }

  /// The number of bytes of a value; a text ends with a NUL.
  private func textLength(_ index: Int, _ start: UnsafePointer<CChar>) -> Int {
    let count = Int(bound.lengths[index])
    return bound.formats[index] == 1 ? count : max(0, count - 1)
  }
}

extension PostgresValue {
  /// The value as an SQL literal; nil for null.
  fileprivate var literal: String? {
    guard let text else { return nil }
    let quoted = text.quoted(by: "'")
    switch self {
    case .null: return nil
    case .bool(let truth): return truth ? "TRUE" : "FALSE"
    case .int2, .int4, .int8: return text
    case .float4(let number): return number.isFinite ? text : "\(quoted)::real"
    case .float8(let number): return number.isFinite ? text : "\(quoted)::double precision"
    case .numeric(let number):
      return number.sign == .plus || number.sign == .minus ? text : "\(quoted)::numeric"
    case .text, .array, .other: return quoted
    case .json: return "\(quoted)::json"
    case .jsonb: return "\(quoted)::jsonb"
    case .bytes: return "\(quoted)::bytea"
    case .uuid: return "\(quoted)::uuid"
    case .timestamptz: return "\(quoted)::timestamptz"
    case .timestamp: return "\(quoted)::timestamp"
    case .date: return "\(quoted)::date"
    }
  }
}
