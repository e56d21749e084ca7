import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

/// The value of a property of a row, by its type in the schema.
package enum RecordValue: Hashable, Sendable {
  /// No value.
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case decimal(Decimal)
  case text(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  /// The parts of a value that has several columns, by name; parts of parts in the same way.
  case composite([String: RecordValue])
  /// The key of the row at the other end of a to-one relationship.
  case row(Int64)

  /// Whether there is none.
  package var isNull: Bool { self == .null }
}

extension RecordValue {
  /// What a column of a type says.
  ///
  /// What is none of its type, such as text in a column of numbers, is told as it stands there.
  init(_ stored: SQLValue, type: AttributeType) {
    if stored.isNull {
      self = .null
      return
    }
    let typed: RecordValue? =
      switch type {
      case .integer16, .integer32, .integer64:
        StoredValue.decodeInteger(stored, as: Int64.self).map(RecordValue.integer)
      case .decimal: StoredValue.decodeDecimal(stored).map(RecordValue.decimal)
      case .double, .float: StoredValue.decodeDouble(stored).map(RecordValue.real)
      case .string: StoredValue.decodeString(stored).map(RecordValue.text)
      case .boolean: StoredValue.decodeBool(stored).map(RecordValue.bool)
      case .date: StoredValue.decodeDate(stored).map(RecordValue.date)
      case .binaryData, .transformable: StoredValue.decodeData(stored).map(RecordValue.data)
      case .uuid: StoredValue.decodeUUID(stored).map(RecordValue.uuid)
      case .uri: StoredValue.decodeURL(stored).map(RecordValue.url)
      }
    self = typed ?? RecordValue(plain: stored)
  }

  private init(plain stored: SQLValue) {
    self =
      switch stored {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      case .text(let text): .text(text)
      case .blob(let bytes): .data(bytes)
      }
  }

  /// What a column of a type holds for the value; nil where no such column holds it.
  func stored(as type: AttributeType) -> SQLValue? {
    switch (self, type) {
    case (.null, _): .null
    case (.bool(let value), .boolean): StoredValue.encode(value)
    case (.integer(let value), .integer16): Int16(exactly: value).map { StoredValue.encode($0) }
    case (.integer(let value), .integer32): Int32(exactly: value).map { StoredValue.encode($0) }
    case (.integer(let value), .integer64): StoredValue.encode(value)
    case (.real(let value), .double): StoredValue.encode(value)
    case (.integer(let value), .double): Double(exactly: value).map { StoredValue.encode($0) }
    case (.real(let value), .float): StoredValue.encode(Float(value))
    case (.integer(let value), .float): Float(exactly: value).map { StoredValue.encode($0) }
    case (.decimal(let value), .decimal): StoredValue.encode(value)
    case (.integer(let value), .decimal): StoredValue.encode(Decimal(value))
    case (.text(let value), .string): StoredValue.encode(value)
    case (.date(let value), .date): StoredValue.encode(value)
    case (.data(let value), .binaryData), (.data(let value), .transformable):
      StoredValue.encode(value)
    case (.uuid(let value), .uuid): StoredValue.encode(value)
    case (.url(let value), .uri): StoredValue.encode(value)
    default: nil
    }
  }

  /// What messages call values of the kind.
  var kind: String {
    switch self {
    case .null: "no value"
    case .bool: "a truth value"
    case .integer: "an integer"
    case .real: "a floating-point number"
    case .decimal: "a decimal number"
    case .text: "a text"
    case .date: "a date"
    case .data: "bytes"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .composite: "a value of several parts"
    case .row: "the key of a row"
    }
  }
}
