import CoreDataFormat
import SQLCore

/// Finds the stored rows whose unique values a row of a plan has.
struct UniqueMatch {
  private let batch: RowBatch
  private let row: Int
  private let run: SaveRun
  /// The stored row whose values stand where the plan has none; nil for a new row.
  private let key: Int64?

  init(_ batch: RowBatch, _ row: Int, _ run: SaveRun, key: Int64? = nil) {
    (self.batch, self.row, self.run, self.key) = (batch, row, run, key)
  }

  private var id: RowIdentity { run.id }

  /// The keys of these rows, in the order of the constraints; executes one statement for each of these.
  func keys() throws -> [Int64] {
    var keys: [Int64] = []
    for group in batch.entity.uniqueness {
      for key in try self.keys(in: group) where !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  private func keys(in group: [Int]) throws -> [Int64] {
    let table = batch.entity.statements.table
    var conditions: [String] = []
    var values: [Int] = []
    for property in group {
      for (offset, column) in batch.entity.properties[property].columns.enumerated() {
        let name = run.session.quoted(column.name)
        if let place = batch.place(of: property) {
          conditions.append("\(name) = ?")
          values.append(place + offset)
        } else if let key {
          conditions.append("\(name) = (SELECT \(name) FROM \(table) WHERE \(id.key) = \(key))")
        }
      }
    }
    guard !conditions.isEmpty else { return [] }
    let text = "SELECT \(id.key) FROM \(table) WHERE \(conditions.joined(separator: " AND "))"
    let statement = try run.session.connection.prepare(text)
    let writer = statement.parameters
    defer {
      statement.reset()
      writer.clear()
    }
    for (index, place) in values.enumerated() {
      try run.bind(batch.row(row) + place, of: batch, place, to: writer, index + 1)
    }
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.row.int64(0)) }
    return keys
  }
}
