import Foundation
import RecordStore
import SQLCore

/// Formats values of records as text and as JSON.
enum RecordText {
  /// A value for people to read.
  static func text(_ value: RecordValue) -> String {
    switch value {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .text(let text): text
    case .date(let date): DateText.text(date)
    case .data(let bytes): bytes.count == 1 ? "<1 byte>" : "<\(bytes.count) bytes>"
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .composite: json(value).line
    case .row(let key): String(key)
    }
  }

  /// A value in a table, with dates rounded down to the second.
  static func cell(_ value: RecordValue) -> String {
    if case .date(let date) = value { return DateText.shortText(date) }
    return text(value)
  }

  /// A value as JSON; bytes are base64, and numbers that JSON cannot express are text.
  static func json(_ value: RecordValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .decimal(let value): .string("\(value)")
    case .data(let bytes): .string(bytes.base64EncodedString())
    case .composite(let parts):
      .object(
        parts.sorted { $0.key < $1.key }
          .map { JSONValue.Member(name: $0.key, value: json($0.value)) })
    case .row(let key): .integer(key)
    case .text, .date, .uuid, .url: .string(text(value))
    }
  }

  /// Stands for the mark of an enumeration case whose only content is nil: a CSV field without
  /// quotes, or the name of the only member of a JSON object.
  static let caseMark = "$nil"

  /// A value as a CSV field, which distinguishes null from empty text.
  static func field(_ value: RecordValue) -> String {
    switch value {
    case .null: return ""
    case .data(let bytes): return bytes.isEmpty ? "\"\"" : bytes.base64EncodedString()
    case .text(let text) where text.isEmpty || text == caseMark: return "\"\(text)\""
    default: return quoted(text(value))
    }
  }

  /// A text as a CSV field, according to RFC 4180.
  static func quoted(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    guard needsQuotes || text.first == " " || text.last == " " else { return text }
    return text.quoted(by: "\"")
  }
}
