import Foundation
import SQLCore

@testable import PostgresDriver

extension PostgresStatement {
  /// Binds a value with its PostgreSQL type; if the parameter has another type, the value is sent
  /// as a text that the server parses.
  func bind(_ value: PostgresValue, _ parameter: Int) {
    let index = parameter - 1
    guard value != .null, let text = value.text else { return setNull(index) }
    guard !value.hasNUL else { return refuse(parameter, .invalidValue, "The text contains a NUL") }
    let isSame =
      value.type == parameterType(parameter)
      || value.type.form == .text && form(at: index) == .text
    if isSame, value.type != .unspecified, value.type.form != .other {
      var bytes = PostgresBytes()
      value.write(to: &bytes)
      bytes.bytes.withUnsafeBytes { set(index, $0) }
    } else {
      bindText(text, index)
    }
  }
}

extension PostgresValue {
  var type: PostgresType {
    switch self {
    case .null: .unspecified
    case .bool: .bool
    case .int2: .int2
    case .int4: .int4
    case .int8: .int8
    case .float4: .float4
    case .float8: .float8
    case .numeric: .numeric
    case .text: .text
    case .json: .json
    case .jsonb: .jsonb
    case .bytes: .bytea
    case .uuid: .uuid
    case .timestamptz: .timestamptz
    case .timestamp: .timestamp
    case .date: .date
    case .array(let array): array.element.array ?? .unspecified
    case .other(let type, _): type
    }
  }

  /// Whether a text in the value contains a NUL, which the server cannot store.
  var hasNUL: Bool {
    switch self {
    case .text(let text), .json(let text), .jsonb(let text), .other(_, let text):
      text.utf8.contains(0)
    case .array(let array): array.elements.contains(where: \.hasNUL)
    default: false
    }
  }
}
