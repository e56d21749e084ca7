import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

/// The value of a row's property, by its type in the schema.
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
  /// The parts of a value with several columns, by name; parts may have parts themselves.
  case composite([String: RecordValue])
  /// The key of a to-one relationship's target.
  case row(Int64)

  /// Whether there is no value.
  package var isNull: Bool { self == .null }
}

extension RecordValue {
  /// Converts the value of a column with a type.
  ///
  /// A value of another type, such as text in a numeric column, is kept as it is stored.
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

  /// Sets the value as the part of a composite at a path of names.
  package func set(at path: ArraySlice<String>, in parts: inout [String: RecordValue]) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      parts[name] = self
      return
    }
    var inner: [String: RecordValue] = [:]
    if case .composite(let known)? = parts[name] { inner = known }
    set(at: path.dropFirst(), in: &inner)
    parts[name] = .composite(inner)
  }

  /// Returns the value for a column of a type; nil if the column cannot hold it.
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

  /// Returns the value for a column of a composite's part, which may also hold the marker of a
  /// case.
  package func sqlValue(asPartOf type: AttributeType) -> SQLValue? {
    if let stored = sqlValue(as: type) { return stored }
    guard self == Self.caseMark(in: type) else { return nil }
    return type.storage.scalar == .data || type.storage.scalar == .uuid
      ? .integer(0) : .blob(Data())
  }

  /// Returns the marker of an enumeration case whose value is nil, to distinguish it from other
  /// cases.
  ///
  /// The marker has another type than any value of the column.
  package static func caseMark(in type: AttributeType) -> RecordValue {
    switch type.storage.scalar {
    case .data, .uuid: .integer(0)
    default: .data(Data())
    }
  }

  /// The kind of value in error messages.
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
    case .composite: "a composite value"
    case .row: "the key of a row"
    }
  }
}
