import DataSchema
import Foundation
import SQLCore

/// Distinguishes a case whose payload consists only of nil from a case that is not active.
///
/// Both leave every column of the payload NULL. The active case therefore stores, in its first
/// column, a value that no payload has: an empty blob, or 0 if the column holds blobs.
enum PresenceMark {
  static func isNeeded(for field: KeyedLayout.Field) -> Bool {
    guard case .nested(let layout) = field.content else { return false }
    return layout.canBeNull
  }

  static func bind(for field: KeyedLayout.Field, to writer: any ParameterWriter, at parameter: Int)
  {
    if isBlob(field) { writer.bind(0 as Int64, parameter) } else { writer.bind(Data(), parameter) }
  }

  /// Returns `row` with the mark of `field` at `column`, if there is one, read as NULL.
  static func unmarked(
    _ row: any RowReader, for field: KeyedLayout.Field, at column: Int
  ) -> any RowReader {
    guard isNeeded(for: field) else { return row }
    let mark: SQLValue = isBlob(field) ? .integer(0) : .blob(Data())
    return row.value(column) == mark ? MaskedRow(row, nullColumn: column) : row
  }

  private static func isBlob(_ field: KeyedLayout.Field) -> Bool {
    switch field.leafTypes.first {
    case .binaryData, .transformable, .uuid: true
    default: false
    }
  }
}

/// A row in which one column reads as NULL.
private final class MaskedRow: RowReader {
  private let row: any RowReader
  private let nullColumn: Int

  init(_ row: any RowReader, nullColumn: Int) {
    self.row = row
    self.nullColumn = nullColumn
  }

  func isNull(_ column: Int) -> Bool { column == nullColumn || row.isNull(column) }
  func int64IfPresent(_ column: Int) -> Int64? {
    column == nullColumn ? nil : row.int64IfPresent(column)
  }
  func doubleIfPresent(_ column: Int) -> Double? {
    column == nullColumn ? nil : row.doubleIfPresent(column)
  }
  func stringIfPresent(_ column: Int) -> String? {
    column == nullColumn ? nil : row.stringIfPresent(column)
  }
  func dataIfPresent(_ column: Int) -> Data? {
    column == nullColumn ? nil : row.dataIfPresent(column)
  }
  func uuid(_ column: Int) -> UUID? { column == nullColumn ? nil : row.uuid(column) }
  func value(_ column: Int) -> SQLValue { column == nullColumn ? .null : row.value(column) }
}
