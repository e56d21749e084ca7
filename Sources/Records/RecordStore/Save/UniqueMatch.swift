import CoreDataFormat
import SQLCore

/// Finds the stored rows that have the unique values of a row of a plan.
struct UniqueMatch {
  private let batch: RowBatch
  private let row: Int
  private let keys: RowKeys
  private let session: RecordSession
  /// The stored row that supplies values missing in the plan; nil for a new row.
  private let key: Int64?
  /// The relationships whose owners are read with each match.
  private let memberships: [Membership]

  /// A row that has the unique values.
  struct Match {
    let key: Int64
    /// The keys of its owners, by the requested memberships; 0 for none.
    let owners: [Int64]
  }

  init(
    _ batch: RowBatch, _ row: Int, _ keys: RowKeys, _ session: RecordSession, key: Int64? = nil,
    memberships: [Membership] = []
  ) {
    (self.batch, self.row, self.keys, self.session) = (batch, row, keys, session)
    (self.key, self.memberships) = (key, memberships)
  }

  private var id: RowIdentity { session.identity }

  /// Returns the matching rows in the order of the constraints; executes one statement for each
  /// constraint.
  func matches() throws -> [Match] {
    var found: [Match] = []
    for group in batch.entity.uniqueness {
      for match in try matches(in: group) where !found.contains(where: { $0.key == match.key }) {
        found.append(match)
      }
    }
    return found
  }

  /// Returns the first constraint whose values a row has, and the row; nil for none.
  func taken() throws -> (properties: [Int], key: Int64)? {
    for group in batch.entity.uniqueness {
      if let match = try matches(in: group).first { return (group, match.key) }
    }
    return nil
  }

  private func matches(in group: [Int]) throws -> [Match] {
    let table = batch.entity.statements.table
    var conditions: [String] = []
    var values: [Int] = []
    for property in group {
      for (offset, column) in batch.entity.properties[property].columns.enumerated() {
        let name = session.quoted(column.name)
        if let place = batch.place(of: property) {
          conditions.append("\(name) = ?")
          values.append(place + offset)
        } else if let key {
          conditions.append("\(name) = (SELECT \(name) FROM \(table) WHERE \(id.key) = \(key))")
        }
      }
    }
    guard !conditions.isEmpty else { return [] }
    let columns = [id.key] + memberships.map { session.quoted($0.column) }
    let text =
      "SELECT \(columns.joined(separator: ", ")) FROM \(table) "
      + "WHERE \(conditions.joined(separator: " AND "))"
    let statement = try session.connection.prepare(text)
    let writer = statement.parameters
    defer {
      statement.reset()
      writer.clear()
    }
    for (index, place) in values.enumerated() {
      try keys.bind(batch.row(row) + place, of: batch, place, to: writer, index + 1)
    }
    var found: [Match] = []
    while try statement.step() {
      let owners = memberships.indices.map { index in
        statement.row.isNull(index + 1) ? 0 : statement.row.int64(index + 1)
      }
      found.append(Match(key: statement.row.int64(0), owners: owners))
    }
    return found
  }
}
