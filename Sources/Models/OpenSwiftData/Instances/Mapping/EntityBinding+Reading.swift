import CoreDataFormat
import Foundation
import SQLCore

extension EntityBinding {
  /// The error for a property whose columns do not contain a value of its type.
  ///
  /// - Parameters:
  ///   - index: The index of the property.
  ///   - values: The values of its columns; empty if not known.
  ///   - error: The reason why they could not be decoded.
  /// - Returns: The error, without the row.
  func cannotRead(_ index: Int, _ values: [SQLValue] = [], _ error: any Error) -> any Error {
    let property = properties[index]
    let stored = values.isEmpty ? "" : " \(values.map(\.briefText).joined(separator: ", "))"
    let columns = property.columns.map {
      table.sources[$0.name] ?? "\(SQLDialect.title(of: table.table)).\($0.name)"
    }.joined(separator: ", ")
    return SwiftDataError.valueCannotBeRead.explained(
      "The stored value\(stored)\(columns.isEmpty ? "" : " in the column \(columns)") is not of the type "
        + "\(typeText(property.metadata.valueType)).",
      entity: name, property: property.name,
      advice: Self.limit(values, property.metadata.valueType).map {
        "\($0) Set another value with update(_:where:_:), delete the row, or leave the property "
          + "out (propertiesToFetch)."
      }
        ?? "Set another value with update(_:where:_:), delete the row, or declare the property with "
        + "the type that the value was written with.",
      underlying: error)
  }

  /// The limit of the type that a value of the database exceeds, as a sentence; nil if it exceeds
  /// none.
  private static func limit(_ values: [SQLValue], _ type: any Any.Type) -> String? {
    if isBeyondDecimal(values, type) {
      return "Decimal cannot represent infinities or more than 38 digits."
    }
    if case .text? = values.first, type == Date.self || type == Date?.self {
      return "Days after the year 294276 cannot be read."
    }
    return nil
  }

  /// Whether the text is a number of the database that `Decimal` cannot represent.
  private static func isBeyondDecimal(_ values: [SQLValue], _ type: any Any.Type) -> Bool {
    guard type == Decimal.self || type == Decimal?.self, case .text(let text)? = values.first else {
      return false
    }
    return ["Infinity", "-Infinity"].contains(text)
      || text.allSatisfy { "-.0123456789".contains($0) }
  }
}

extension _RowLoader {
  /// Records a property that could not be decoded, unless another one failed before.
  func fail(_ index: Int, at column: Int, _ error: any Error) {
    guard failure == nil, !binding.toleratesUnreadable || index == touched else { return }
    let property = binding.properties[index]
    // The bytes of an external value are not read again only to show them.
    let values =
      property.mayBeUnread ? [] : property.columns.indices.map { row.value(column + $0) }
    failure = binding.cannotRead(index, values, error)
  }
}

extension Error {
  /// The error with the row in which it occurred.
  func inRow(_ key: Int64) -> any Error { (self as? SwiftDataError)?.inRow(key) ?? self }
}

extension SQLValue {
  /// The value for the text of an error: only its beginning if it is long.
  fileprivate var briefText: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .bool(let truth): "\(truth)"
    case .date(let date): "\(date)"
    case .uuid(let uuid): "\(uuid)"
    case .decimal(let number): "\(number)"
    case .text(let text): Self.quoted(text)
    case .blob(let bytes): Self.brief(bytes)
    }
  }

  private static let limit = 80

  private static func quoted(_ text: String) -> String {
    text.count > limit ? "'\(text.prefix(limit))…'" : "'\(text)'"
  }

  /// The bytes as text if they are text, for example JSON; otherwise their count.
  private static func brief(_ bytes: Data) -> String {
    let text = String(data: bytes.prefix(limit * 4), encoding: .utf8)
    guard let text, !bytes.isEmpty, !text.unicodeScalars.contains(where: { $0.value < 32 }) else {
      return "of \(bytes.count) bytes"
    }
    return quoted(text)
  }
}
