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
  package init(_ stored: SQLValue, type: AttributeType) {
    let value = StoredValue.typed(stored, as: type.storage.scalar) ?? stored
    if type == .uri, case .text = value, let url = StoredValue.decodeURL(value) {
      self = .url(url)
    } else {
      self.init(value)
    }
  }

  private init(_ value: SQLValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      case .text(let text): .text(text)
      case .blob(let bytes): .data(bytes)
      case .bool(let truth): .bool(truth)
      case .date(let date): .date(date)
      case .uuid(let uuid): .uuid(uuid)
      case .decimal(let decimal): .decimal(decimal)
      }
  }

  /// The value for a column of a type, with its own type; nil where no such column holds it.
  package func sqlValue(as type: AttributeType) -> SQLValue? {
    switch (self, type.storage.scalar) {
    case (.null, _): .null
    case (.bool(let value), .bool): value.sqlValue
    case (.integer(let value), .int16): Int16(exactly: value)?.sqlValue
    case (.integer(let value), .int32): Int32(exactly: value)?.sqlValue
    case (.integer(let value), .int64): value.sqlValue
    case (.real(let value), .double): value.sqlValue
    case (.integer(let value), .double): Double(exactly: value)?.sqlValue
    case (.real(let value), .float): Float(value).sqlValue
    case (.integer(let value), .float): Float(exactly: value)?.sqlValue
    case (.decimal(let value), .decimal): value.sqlValue
    case (.integer(let value), .decimal): Decimal(value).sqlValue
    case (.text(let value), .string): value.sqlValue
    case (.date(let value), .date): value.sqlValue
    case (.data(let value), .data): value.sqlValue
    case (.uuid(let value), .uuid): value.sqlValue
    case (.url(let value), .url): value.sqlValue
    default: nil
    }
  }

  /// The value for a column of a composite's part, which may hold the mark of a case too.
  package func sqlValue(asPartOf type: AttributeType) -> SQLValue? {
    if let stored = sqlValue(as: type) { return stored }
    guard self == Self.caseMark(in: type) else { return nil }
    return type.storage.scalar == .data || type.storage.scalar == .uuid
      ? .integer(0) : .blob(Data())
  }

  /// What stands in a column of an enumeration's case that holds nothing but nil, to tell it from a case that is not
  /// there: a value of another type, which no value is stored as.
  package static func caseMark(in type: AttributeType) -> RecordValue {
    switch type.storage.scalar {
    case .data, .uuid: .integer(0)
    default: .data(Data())
    }
  }

  /// What messages call values of the kind.
  var kind: String {
    switch self {
    case .null: "no value"
    case .bool: AttributeType.boolean.storage.title
    case .integer: AttributeType.integer64.storage.title
    case .real: AttributeType.double.storage.title
    case .decimal: AttributeType.decimal.storage.title
    case .text: AttributeType.string.storage.title
    case .date: AttributeType.date.storage.title
    case .data: AttributeType.binaryData.storage.title
    case .uuid: AttributeType.uuid.storage.title
    case .url: AttributeType.uri.storage.title
    case .composite: "a value of several parts"
    case .row: "the key of a row"
    }
  }
}
