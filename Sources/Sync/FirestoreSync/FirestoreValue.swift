import Foundation
import SyncPort

/// Converts values to fields and back.
///
/// Firestore's own types are used if they preserve every bit; other values are maps with one entry
/// that names the type.
enum FirestoreValue {
  /// Firestore accepts 20 levels of maps and lists, some of which the record itself uses.
  private static let levelLimit = 17

  /// Returns the field of a value.
  static func field(_ value: SyncValue) -> FirestoreField {
    let field = plainField(value)
    return field.levels > levelLimit ? coded(value) : field
  }

  private static func plainField(_ value: SyncValue) -> FirestoreField {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .real(let value): isKept(value) ? .double(value) : coded(.real(value))
    case .decimal(let value): .map(["decimal": .text(value.description)])
    case .text(let text): text.utf8.contains(0) ? coded(.text(text)) : .text(text)
    case .date(let date): self.date(date)
    case .data(let value): .bytes(value)
    case .uuid(let value): .map(["uuid": .text(value.uuidString)])
    case .url(let value): .map(["url": .text(value.absoluteString)])
    case .reference(let name): .map(["record": .text(name)])
    case .list(let values): .list(values.map(member))
    case .composite(let parts): .map(["parts": .map(fields(parts, plainField))])
    case .file(let file): .map(["file": .text(file.digest), "size": .integer(file.size)])
    }
  }

  /// A list inside a list is wrapped in a map, because Firestore does not accept directly nested
  /// lists.
  private static func member(_ value: SyncValue) -> FirestoreField {
    let field = plainField(value)
    if case .list = field { return .map(["list": field]) }
    return field
  }

  /// Firestore's timestamps have microseconds, to which a date's seconds are rarely equal.
  private static func date(_ date: Date) -> FirestoreField {
    let seconds = date.timeIntervalSinceReferenceDate
    return isKept(seconds) ? .map(["date": .double(seconds)]) : coded(.date(date))
  }

  /// Encodes a value as bytes with `SyncCoding`.
  private static func coded(_ value: SyncValue) -> FirestoreField {
    .map(["coded": .bytes(SyncCoding.encode(["": value]))])
  }

  /// Whether a number is preserved in every bit: Firestore does not distinguish the two zeros, or
  /// different NaN values.
  private static func isKept(_ number: Double) -> Bool {
    if number.isNaN { return number.bitPattern == Double.nan.bitPattern }
    return number != 0 || number.sign == .plus
  }

  /// Returns the fields of a record's values.
  static func fields(_ values: [String: SyncValue]) -> [String: FirestoreField] {
    fields(values, field)
  }

  private static func fields(
    _ values: [String: SyncValue], _ field: (SyncValue) -> FirestoreField
  ) -> [String: FirestoreField] {
    var fields: [String: FirestoreField] = [:]
    for (name, value) in values { fields[FirestoreNames.fieldName(name)] = field(value) }
    return fields
  }

  /// Returns the value of a field; nil if it is not in a format written here.
  static func value(_ field: FirestoreField, depth: Int = 0) -> SyncValue? {
    guard depth < 32 else { return nil }
    switch field {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .double(let value): return .real(value)
    case .text(let value): return .text(value)
    case .bytes(let value): return .data(value)
    case .list(let fields): return list(fields, depth)
    case .map(let fields): return typed(fields, depth)
    case .time, .other: return nil
    }
  }

  private static func list(_ fields: [FirestoreField], _ depth: Int) -> SyncValue? {
    let values = fields.compactMap { value($0, depth: depth + 1) }
    return values.count == fields.count ? .list(values) : nil
  }

  /// Returns values by property name; nil if one is invalid.
  static func values(
    _ fields: [String: FirestoreField], depth: Int = 0
  ) -> [String: SyncValue]? {
    var values: [String: SyncValue] = [:]
    for (name, field) in fields {
      guard let property = FirestoreNames.propertyName(ofField: name),
        let value = value(field, depth: depth)
      else { return nil }
      values[property] = value
    }
    return values
  }

  private static func typed(_ fields: [String: FirestoreField], _ depth: Int) -> SyncValue? {
    if fields.count == 2, case .text(let digest)? = fields["file"],
      case .integer(let size)? = fields["size"]
    {
      return .file(SyncFile(digest: digest, size: size))
    }
    guard fields.count == 1, let (type, content) = fields.first else { return nil }
    switch (type, content) {
    case ("parts", .map(let parts)): return values(parts, depth: depth + 1).map(SyncValue.composite)
    case ("list", .list(let fields)): return list(fields, depth)
    case ("date", .double(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case ("decimal", .text(let text)): return decimal(text).map(SyncValue.decimal)
    case ("uuid", .text(let text)): return UUID(uuidString: text).map(SyncValue.uuid)
    case ("url", .text(let text)): return URL(string: text).map(SyncValue.url)
    case ("record", .text(let name)): return .reference(name)
    case ("coded", .bytes(let bytes)): return (try? SyncCoding.fields(bytes))?[""]
    default: return nil
    }
  }

  private static func decimal(_ text: String) -> Decimal? {
    text == "NaN" ? .nan : Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }
}
