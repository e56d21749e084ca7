import CRowCells
import CoreDataFormat
import SQLCore

/// Chooses the changed rows that a single UPDATE writes.
///
/// The rows have consecutive or nearly consecutive keys, the same changed properties, and no
/// changed property that is unique. Executing a statement for each row costs SQLite as much as
/// changing the row. One statement that scans the rows and requests their values (`RowValueSource`)
/// takes half of that time.
enum BatchUpdate {
  /// Shorter runs are written row by row, because the statement would not pay off.
  private static let minimumCount = 8
  /// The largest gap between two keys: the statement scans the rows in between for nothing.
  private static let maximumStep: Int64 = 4

  /// Returns the rows that can be written together with the row at `start`, or nil.
  static func rows(from start: Int, of batch: RowBatch) -> Range<Int>? {
    let keys = batch.keys
    var end = start + 1
    while end < keys.count, keys[end] > keys[end - 1], keys[end] - keys[end - 1] <= maximumStep {
      end += 1
    }
    return end - start < minimumCount ? nil : start..<end
  }
}

/// Supplies the statement of a batch update with the values of its rows.
final class BatchValues: RowValueSource {
  private let batch: RowBatch
  private let keys: [Int64]
  private let rows: Range<Int>
  /// The cells of all rows of the batch; nil if some cells refer to their values indirectly.
  private let cells: UnsafePointer<openswiftdata_cell>?
  private let width: Int
  private let rowKeys: RowKeys
  /// The index of the row that was requested last.
  @exclusivity(unchecked) private var place: Int
  /// The first error while binding a value.
  private(set) var failure: (any Error)?

  init(_ batch: RowBatch, _ rows: Range<Int>, _ rowKeys: RowKeys) {
    (self.batch, self.rows, self.rowKeys) = (batch, rows, rowKeys)
    keys = batch.keys
    cells = batch.hasIndirectCells ? nil : batch.row(0)
    width = batch.width
    place = rows.lowerBound
  }

  func seek(_ key: Int64) -> Bool {
    // Rows usually come in key order; the binary search covers any other order SQLite may choose.
    if place < rows.upperBound, keys[place] < key { place += 1 }
    if place < rows.upperBound, keys[place] == key { return true }
    var (low, high) = (rows.lowerBound, rows.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    guard low < rows.upperBound, keys[low] == key else { return false }
    place = low
    return true
  }

  func write(_ number: Int, to writer: any ParameterWriter) {
    // Each property has one column, so the index of a property is the index of its cell.
    if let cells { return writer.bind(cells + place * width + number, count: 1, from: 1) }
    let cell = batch.row(place) + number
    do {
      try rowKeys.bind(cell, of: batch, number, to: writer, 1)
    } catch {
      if failure == nil { failure = error }
    }
  }
}
