import CRowCells
import RecordStore
import SQLCore

extension RecordStoreSession: SearchSession {
  func search(
    _ search: RankedSearch, _ plan: FetchPlan, range: FetchRange?, into registry: InstanceRegistry
  ) throws -> (models: [AnyObject], scores: [Double]) {
    guard let index = plan.binding.declaredSearch?.index else {
      throw SwiftDataError.hasNoTextIndex(plan.binding.name, path: store.path)
    }
    let fetch = try plan.rows()
    let (query, scoreColumn) = try records.reporting {
      try fetch.searchStatement(search, index, range: range)
    }
    return try records.read(query) { rows in
      let scored = ScoredRows(rows, scoreColumn)
      let models = try plan.binding.materialize(scored, in: registry, fetch.columns, nil)
      return (models, scored.scores)
    }
  }
}

/// Rows with their score in an additional column.
private final class ScoredRows: RowCursor {
  private let rows: any PreparedStatement
  private let column: Int
  private(set) var scores: [Double] = []

  init(_ rows: any PreparedStatement, _ column: Int) {
    self.rows = rows
    self.column = column
  }

  var row: any RowReader { rows.row }

  func step() throws(SQLError) -> Bool {
    guard try rows.step() else { return false }
    scores.append(row.double(column))
    return true
  }

  func nextKey() throws(SQLError) -> Int64? {
    guard let key = try rows.nextKey() else { return nil }
    scores.append(row.double(column))
    return key
  }

  func cells() -> UnsafePointer<openswiftdata_cell>? { rows.cells() }
}
