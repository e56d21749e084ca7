import Foundation
import SyncPort

/// Converts values to fields that Core Data reads, and back.
///
/// The types are those of Apple's article “Reading CloudKit Records for Core Data”: numbers and
/// Booleans are numbers, dates are timestamps, UUIDs and URLs are strings, and a relationship is
/// the name of the related record as a string.
enum CloudKitValue {
  /// Returns the type of a value that has a field, which is needed to read it back.
  static func type(_ value: SyncValue) -> String? {
    switch value {
    case .null, .composite, .file: nil
    case .bool: "bool"
    case .integer: "integer"
    case .real: "real"
    case .decimal: "decimal"
    case .text: "text"
    case .date: "date"
    case .data: "data"
    case .uuid: "uuid"
    case .url: "url"
    case .reference: "record"
    case .list(let values): values.first.flatMap(type).map { "list of \($0)" }
    }
  }

  /// Returns the field of a value; nil if it has none.
  static func field(_ value: SyncValue) -> CloudKitField? {
    switch value {
    case .null, .composite, .file: nil
    case .bool(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .real(let value): value.isFinite ? .double(value) : nil
    case .decimal(let value): number(value)
    case .text(let value): text(value)
    case .date(let value): time(value)
    case .data(let value): .bytes(value)
    case .uuid(let value): .text(value.uuidString)
    case .url(let value): text(value.absoluteString)
    case .reference(let name): text(name)
    case .list(let values): list(values)
    }
  }

  private static func text(_ text: String) -> CloudKitField? {
    // Not every server accepts this character.
    text.utf8.contains(0) ? nil : .text(text)
  }

  private static func number(_ value: Decimal) -> CloudKitField? {
    guard let number = Double(value.description), number.isFinite else { return nil }
    return .double(number)
  }

  private static func time(_ date: Date) -> CloudKitField? {
    let time = (date.timeIntervalSince1970 * 1_000).rounded()
    return abs(time) < 0x1p53 ? .time(Int64(time)) : nil
  }

  private static func list(_ values: [SyncValue]) -> CloudKitField? {
    guard let first = values.first.flatMap(type), !first.hasPrefix("list"),
      values.allSatisfy({ type($0) == first })
    else { return nil }
    let fields = values.compactMap(field)
    return fields.count == values.count ? .list(fields) : nil
  }

  /// Returns the value of a field.
  ///
  /// - Parameters:
  ///   - field: A field.
  ///   - type: The type of the value when this library wrote it; nil if another program wrote it.
  /// - Returns: The value; if the field does not fit the type, a value of the field's own type.
  static func value(_ field: CloudKitField, _ type: String? = nil) -> SyncValue {
    switch (field, type) {
    case (.integer(let number), "bool") where number == 0 || number == 1: .bool(number == 1)
    case (.integer(let number), _): .integer(number)
    case (.double(let number), "decimal"): decimal(number).map(SyncValue.decimal) ?? .real(number)
    case (.double(let number), _): .real(number)
    case (.time(let time), _): .date(Date(timeIntervalSince1970: Double(time) / 1_000))
    case (.bytes(let bytes), _): .data(bytes)
    case (.asset, _): .null
    case (.text(let text), "uuid"): UUID(uuidString: text).map(SyncValue.uuid) ?? .text(text)
    case (.text(let text), "url"): URL(string: text).map(SyncValue.url) ?? .text(text)
    case (.text(let text), "record"): .reference(text)
    case (.text(let text), _): .text(text)
    case (.list(let fields), _):
      .list(fields.map { value($0, type.map { String($0.dropFirst("list of ".count)) }) })
    }
  }

  private static func decimal(_ number: Double) -> Decimal? {
    Decimal(string: "\(number)", locale: Locale(identifier: "en_US_POSIX"))
  }

  /// JSON parsers lose the sign of zero.
  private static func hasNegativeZero(_ field: CloudKitField) -> Bool {
    switch field {
    case .double(let number): number == 0 && number.sign == .minus
    case .list(let fields): fields.contains(where: hasNegativeZero)
    default: false
    }
  }

  /// Whether a value is preserved exactly, in every bit, when it is read back from its field.
  static func survives(_ value: SyncValue) -> Bool {
    guard let field = field(value) else { return false }
    if hasNegativeZero(field) { return false }
    let back = self.value(field, type(value))
    return SyncCoding.encode(["": back]) == SyncCoding.encode(["": value])
  }
}
