import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

extension PostgresEvolution {
  package func literal(of value: DefaultValue, _ type: AttributeType) -> String {
    switch value {
    case .integer(let number): Self.literal(of: Double(number), "\(number)", type)
    case .real(let number): Self.literal(of: number, "\(number)", type)
    case .text(let text): Self.literal(of: text, type)
    case .bytes(let bytes): Self.literal(of: bytes, type)
    case .newUUID: spelling.newUUID
    }
  }

  private static func literal(of number: Double, _ text: String, _ type: AttributeType) -> String {
    let infinity = number < 0 ? "-Infinity" : "Infinity"
    let text = number.isNaN ? "NaN" : number.isInfinite ? infinity : text
    return switch type {
    case .boolean: number == 0 ? "FALSE" : "TRUE"
    case .date:
      // Seconds and microseconds are separate, because their sum would lack the precision for both.
      number.isFinite
        ? "TIMESTAMPTZ '2001-01-01 00:00:00+00' + INTERVAL '\(number.rounded(.down)) seconds' "
          + "+ INTERVAL '\(((number - number.rounded(.down)) * 1e6).rounded()) microseconds'"
        : "'\(text.lowercased())'::timestamptz"
    default: "'\(text)'::\(PostgresColumnType(type).castName)"
    }
  }

  private static func literal(of text: String, _ type: AttributeType) -> String {
    let quoted = SQLValue.text(text).quotedText
    return "\(quoted)::\(PostgresColumnType(type).castName)"
  }

  private static func literal(of bytes: Data, _ type: AttributeType) -> String {
    if type == .transformable {
      let document = StoredDocument.document(of: bytes)
      return "\(SQLValue.text(String(decoding: document, as: UTF8.self)).quotedText)::jsonb"
    }
    let digits = bytes.map { String(format: "%02x", $0) }.joined()
    return type == .uuid ? "'\(digits)'::uuid" : "'\\x\(digits)'::bytea"
  }

  package func converted(_ text: String, from: AttributeType, to: AttributeType) -> String {
    let (before, after) = (PostgresColumnType(from), PostgresColumnType(to))
    guard before != after else { return text }
    // A boolean is first cast to integer, from which it can become other numbers.
    let number = before == .boolean && after != .integer ? "\(text)::integer" : text
    return "\(number)::\(after.castName)"
  }

  package func missingValue(_ type: ColumnType) -> String {
    let known = PostgresColumnType(rawValue: type.rawValue)
    return "NULL::\(known?.castName ?? type.rawValue)"
  }
}

extension PostgresColumnType {
  /// The type without the collation that a column's declaration has.
  var castName: String { self == .text ? "text" : rawValue }
}

extension SQLValue {
  /// The text as a quoted literal.
  var quotedText: String { (text ?? "").quoted(by: "'") }
}
