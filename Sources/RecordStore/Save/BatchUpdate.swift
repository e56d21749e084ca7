import CRowCells
import CoreDataFormat
import SQLCore

/// Which changed rows one UPDATE writes: they follow one another in the file, have the same properties
/// changed, and none of these can be refused.
///
/// Running a statement for a row costs SQLite as much as changing the row does. One statement that
/// goes through the rows and asks for their values (`RowValueSource`) takes half of that.
enum BatchUpdate {
  /// Fewer are written one by one: the statement has to pay off.
  private static let minimumCount = 8
  /// The rows between, which the statement reads in vain, must be few.
  private static let maximumStep: Int64 = 4

  /// The rows that can be written together with a row of a batch, or nil.
  static func rows(from start: Int, of batch: RowBatch) -> Range<Int>? {
    let keys = batch.keys
    var end = start + 1
    while end < keys.count, keys[end] > keys[end - 1], keys[end] - keys[end - 1] <= maximumStep {
      end += 1
    }
    return end - start < minimumCount ? nil : start..<end
  }
}

/// The UPDATE for rows of one entity that have the same properties changed and follow one another.
package final class BatchUpdateStatement {
  package let text: String

  /// Each value that is asked for costs a call.
  private static let maximumCount = 4

  /// Nil where the rows have to be written one by one.
  package init?(_ entity: RecordEntity, _ changes: PropertyMask, functions: any RowValueFunctions) {
    let (properties, id) = (entity.properties, entity.identity)
    guard properties.count <= 64, entity.external == nil else { return nil }
    let chosen = properties.indices.filter {
      changes.contains($0) && !properties[$0].columns.isEmpty
    }
    let unique = Set(entity.uniqueness.joined())
    guard chosen.count <= Self.maximumCount,
      chosen.allSatisfy({ properties[$0].columns.count == 1 && !unique.contains($0) })
    else { return nil }
    let functions = type(of: functions)
    let assignments = chosen.enumerated().map { number, index in
      entity.table.dialect.quoted(properties[index].columns[0].name) + " = "
        + functions.value(number, ofRow: id.key)
    }
    text =
      "UPDATE \(entity.statements.table) SET "
      + ([id.raisedVersion] + assignments).joined(separator: ", ")
      + " WHERE \(id.key) BETWEEN ? AND ? AND \(functions.isConcerned(id.key))"
  }
}

/// Gives the statement of a batch update the values of its rows.
final class BatchValues: RowValueSource {
  private let batch: RowBatch
  private let keys: [Int64]
  private let rows: Range<Int>
  /// The values of all rows of the batch, where these say what they are; nil where some say where.
  private let cells: UnsafePointer<openswiftdata_cell>?
  private let width: Int
  private let run: SaveRun
  /// The row that was asked for last.
  @exclusivity(unchecked) private var place: Int
  /// The first failure to give a value.
  private(set) var failure: (any Error)?

  init(_ batch: RowBatch, _ rows: Range<Int>, _ run: SaveRun) {
    (self.batch, self.rows, self.run) = (batch, rows, run)
    keys = batch.keys
    cells = batch.hasIndirectCells ? nil : batch.row(0)
    width = batch.width
    place = rows.lowerBound
  }

  func seek(_ key: Int64) -> Bool {
    // Rows come in the order of their keys; the search is for whatever else SQLite may choose.
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
    // The properties have one column each, so their numbers are those of the cells.
    if let cells { return writer.bind(cells + place * width + number, count: 1, from: 1) }
    let cell = batch.row(place) + number
    do {
      try run.bind(cell, of: batch, number, to: writer, 1)
    } catch {
      if failure == nil { failure = error }
    }
  }
}
