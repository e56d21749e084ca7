import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SyncPort

/// Converts values between rows and records.
enum PeerValues {
  /// The size in bytes above which values are stored apart from their records.
  static let largestInline = 16 << 10

  /// Returns the record value of an attribute.
  static func syncValue(_ value: RecordValue) -> SyncValue {
    switch value {
    case .null, .row: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .decimal(let value): .decimal(value)
    case .text(let value): .text(value)
    case .date(let value): .date(value)
    case .data(let value):
      value.count > largestInline
        ? .file(SyncFile(digest: digest(value), size: Int64(value.count))) : .data(value)
    case .uuid(let value): .uuid(value)
    case .url(let value): .url(value)
    case .composite(let parts): .composite(parts.mapValues(syncValue))
    }
  }

  /// Returns the digest of a large value.
  static func digest(_ bytes: Data) -> String {
    SHA256.hash(bytes).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  private static func recordValue(_ value: SyncValue) -> RecordValue {
    switch value {
    case .null, .reference, .list, .file: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .decimal(let value): .decimal(value)
    case .text(let value): .text(value)
    case .date(let value): .date(value)
    case .data(let value): .data(value)
    case .uuid(let value): .uuid(value)
    case .url(let value): .url(value)
    case .composite(let parts): .composite(parts.mapValues(recordValue))
    }
  }

  /// Returns a value that fits the columns of an attribute.
  ///
  /// Another version of the program may have sent a value that does not fit; it is kept in the
  /// ledger. If a record of an earlier version has no value, the row gets the value that a
  /// migration would give it.
  ///
  /// - Parameters:
  ///   - value: The record's value.
  ///   - field: The attribute.
  ///   - entity: The attribute's entity.
  ///   - record: The name of the record, from which all devices derive the same UUIDs.
  /// - Returns: The value.
  static func fitting(
    _ value: SyncValue, _ field: PeerShape.Field, of entity: RecordEntity, in record: String
  ) -> RecordValue {
    guard case .attribute(let property) = field.content else { return .null }
    let value = recordValue(value)
    let isAbsent = value.isNull && !field.isOptional
    func standard(_ index: Int, _ column: Column) -> RecordValue? {
      guard isAbsent || !column.isOptional, index < field.defaults.count else { return nil }
      return field.defaults[index].map { self.standard($0, column.type, "\(record) \(field.name)") }
    }
    guard case .composite(let leaves)? = entity.table.properties[property.name] else {
      guard let column = property.columns.first else { return .null }
      return fitting(value, column, standard(0, column))
    }
    var parts: [String: RecordValue] = [:]
    var isEmpty = value.isNull
    for (index, leaf) in leaves.enumerated() {
      let part = part(of: value, leaf.path[...])
      let fits = !part.isNull && part.sqlValue(asPartOf: leaf.column.type) != nil
      let fitting = fits ? part : fitting(part, leaf.column, standard(index, leaf.column))
      if !fitting.isNull { isEmpty = false }
      fitting.set(at: leaf.path[...], in: &parts)
    }
    // A composite without any parts is nil.
    return isEmpty ? .null : .composite(parts)
  }

  private static func standard(
    _ value: DefaultValue, _ type: AttributeType, _ place: String
  ) -> RecordValue {
    switch value {
    case .integer(let integer): RecordValue(.integer(integer), type: type)
    case .real(let real): RecordValue(.real(real), type: type)
    case .text(let text): RecordValue(.text(text), type: type)
    case .bytes(let bytes): RecordValue(.blob(bytes), type: type)
    case .newUUID:
      .uuid(
        SHA256.hash(Data(place.utf8)).withUnsafeBytes {
          UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
        })
    }
  }

  /// Whether a field can have a value unchanged.
  static func fits(_ value: SyncValue, _ field: PeerShape.Field, of entity: RecordEntity) -> Bool {
    switch (field.content, value) {
    case (.members, _): return false
    case (.toOne, .reference): return true
    case (.toOne, _): return value.isNull && !field.isRequired
    case (.attribute, .reference), (.attribute, .list): return false
    case (.attribute(let property), .file):
      return property.columns.contains { $0.type.storage.scalar == .data }
    case (.attribute(let property), .null): return property.columns.allSatisfy(\.isOptional)
    case (.attribute(let property), _):
      if case .composite? = entity.table.properties[property.name] {
        if case .composite = value { return true }
        return false
      }
      guard let column = property.columns.first else { return false }
      return recordValue(value).sqlValue(as: column.type) != nil
    }
  }

  private static func fitting(
    _ value: RecordValue, _ column: Column, _ standard: RecordValue?
  ) -> RecordValue {
    if !value.isNull, value.sqlValue(as: column.type) != nil { return value }
    return standard ?? (column.isOptional ? .null : zero(column.type))
  }

  private static func part(of value: RecordValue, _ path: ArraySlice<String>) -> RecordValue {
    guard let name = path.first else { return value }
    guard case .composite(let parts) = value else { return .null }
    return part(of: parts[name] ?? .null, path.dropFirst())
  }

  /// Returns the value of a required column without a default for which a record has no value.
  private static func zero(_ type: AttributeType) -> RecordValue {
    switch type {
    case .integer16, .integer32, .integer64: .integer(0)
    case .decimal: .decimal(0)
    case .double, .float: .real(0)
    case .string: .text("")
    case .boolean: .bool(false)
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .binaryData, .transformable: .data(Data())
    case .uuid: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    case .uri: URL(string: "about:blank").map(RecordValue.url) ?? .null
    }
  }
}
