import CoreDataFormat
import DataSchema
import Foundation
import PostgresDriver
import SQLCore

/// Preserved values of deleted rows, as bytes that do not depend on the settings of the connection
/// that reads them.
enum PostgresTombstone {
  /// The preserved value of a column.
  ///
  /// - Parameter column: The column.
  /// - Returns: An SQL expression of type `bytea`.
  static func expression(of column: Column) -> String {
    let name = SQLDialect.postgres.quoted(column.name)
    return switch column.type {
    case .boolean: "int4send(\(name)::int)"
    case .integer16, .integer32, .integer64: "int8send(\(name)::bigint)"
    case .double, .float: "float8send(\(name)::double precision)"
    case .date: "timestamptz_send(\(name))"
    case .decimal: "textsend(\(name)::text)"
    case .string, .uri: "textsend(\(name))"
    case .uuid: "uuid_send(\(name))"
    case .binaryData: name
    case .transformable: "pg_catalog.convert_to(\(name)::text, 'UTF8')"
    }
  }

  /// Decodes the value from those bytes.
  static func value(_ bytes: Data, _ type: AttributeType) -> SQLValue {
    func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
      guard bytes.count == MemoryLayout<Integer>.size else { return nil }
      return bytes.reduce(0) { $0 << 8 | Integer(truncatingIfNeeded: $1) }
    }
    switch type {
    case .boolean: return integer(Int32.self).map { .bool($0 != 0) } ?? .null
    case .integer16, .integer32, .integer64:
      return integer(Int64.self).map(SQLValue.integer) ?? .null
    case .double, .float:
      return integer(UInt64.self).map { .real(Double(bitPattern: $0)) } ?? .null
    case .date:
      return integer(Int64.self).map { .date(PostgresTime(microseconds: $0).date) } ?? .null
    case .decimal:
      let text = String(decoding: bytes, as: UTF8.self)
      return Decimal(string: text, locale: nil).map(SQLValue.decimal) ?? .null
    case .string, .uri: return .text(String(decoding: bytes, as: UTF8.self))
    case .uuid:
      guard bytes.count == 16 else { return .null }
      return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    case .binaryData: return .blob(bytes)
    case .transformable: return .blob(StoredDocument.stored(of: bytes))
    }
  }
}
