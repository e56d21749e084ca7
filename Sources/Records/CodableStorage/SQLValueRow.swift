import Foundation
import SQLCore

/// A row of values in memory.
package final class SQLValueRow: RowReader {
  package var values: [SQLValue]

  package init(_ values: [SQLValue] = []) { self.values = values }

  package func isNull(_ column: Int) -> Bool { values[column].isNull }

  package func int64IfPresent(_ column: Int) -> Int64? {
    switch values[column].stored {
    case .integer(let integer): integer
    case .real(let real): Int64(exactly: real.rounded(.towardZero)) ?? 0
    case .text(let text): Int64(text) ?? 0
    case .blob: 0
    default: nil
    }
  }

  package func doubleIfPresent(_ column: Int) -> Double? {
    switch values[column].stored {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    case .text(let text): Double(text) ?? 0
    case .blob(let blob) where blob.count == 8:
      Double(bitPattern: blob.reduce(0) { $0 << 8 | UInt64($1) })
    case .blob: 0
    default: nil
    }
  }

  package func stringIfPresent(_ column: Int) -> String? {
    switch values[column].stored {
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): text
    case .blob(let blob): String(decoding: blob, as: UTF8.self)
    default: nil
    }
  }

  package func dataIfPresent(_ column: Int) -> Data? {
    if let blob = values[column].stored.blob { return blob }
    return stringIfPresent(column).map { Data($0.utf8) }
  }

  package func uuid(_ column: Int) -> UUID? {
    if case .uuid(let uuid) = values[column] { return uuid }
    guard case .blob(let blob) = values[column], blob.count == 16 else { return nil }
    return blob.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  package func value(_ column: Int) -> SQLValue { values[column] }
}

/// Collects bound parameters as values in memory.
package final class SQLValueWriter: ParameterWriter {
  /// The parameters; the first has number 1.
  package private(set) var values: [SQLValue]

  package init(count: Int) { values = Array(repeating: .null, count: count) }

  package func bindNull(_ parameter: Int) { values[parameter - 1] = .null }
  package func bind(_ value: Int64, _ parameter: Int) { values[parameter - 1] = .integer(value) }
  package func bind(_ value: String, _ parameter: Int) { values[parameter - 1] = .text(value) }
  package func bind(_ value: Data, _ parameter: Int) { values[parameter - 1] = .blob(value) }

  package func bind(_ value: Double, _ parameter: Int) { values[parameter - 1] = .number(value) }
  package func bind(_ value: UUID, _ parameter: Int) { values[parameter - 1] = .uuid(value) }
  package func bind(_ value: Bool, _ parameter: Int) { values[parameter - 1] = .bool(value) }
  package func bind(_ value: Date, _ parameter: Int) { values[parameter - 1] = .date(value) }
  package func bind(_ value: Decimal, _ parameter: Int) { values[parameter - 1] = .decimal(value) }
}
