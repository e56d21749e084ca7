import RecordStore

/// Reads the values of columns, including columns of related rows.
struct RelatedValues {
  private let engine: RecordEngine
  private static let partSize = 500

  init(_ engine: RecordEngine) { self.engine = engine }

  /// Passes the values of the columns of each row to `body`.
  ///
  /// Executes one statement. With columns of related rows, it executes one more for each 500 rows
  /// and each relationship on the path to a column, and keeps the keys of all rows in memory.
  ///
  /// - Throws: Errors of the store and of `body`.
  func forEachRow(
    _ query: RecordQuery, _ columns: [RecordColumn], _ body: ([RecordValue]) throws -> Void
  ) throws {
    guard columns.contains(where: { !$0.relations.isEmpty }) else {
      return try engine.forEachRow(query) { record in
        try body(columns.map { $0.value(of: record) })
      }
    }
    // Rows are read in batches, because related rows cannot be read during the query.
    var keys: [Int64] = []
    try engine.forEachRow(query) { keys.append($0.key) }
    for start in stride(from: 0, to: keys.count, by: Self.partSize) {
      let part = Array(keys[start..<min(start + Self.partSize, keys.count)])
      let found = try records(part, of: query.entity)
      let records = part.compactMap { found[$0] }
      let values = try columns.map { try self.values(of: $0, records, query.entity) }
      for row in records.indices { try body(values.map { $0[row] }) }
    }
  }

  private func records(_ keys: [Int64], of entity: String) throws -> [Int64: Record] {
    var query = RecordQuery(entity, keys: keys)
    query.readsFiles = false
    return Dictionary(try engine.rows(query).map { ($0.key, $0) }, uniquingKeysWith: { $1 })
  }

  private func values(
    of column: RecordColumn, _ records: [Record], _ entity: String
  ) throws -> [RecordValue] {
    guard let name = column.relations.first else { return records.map { column.value(of: $0) } }
    let destination = try engine.relationship(name, of: engine.entity(entity)).destination.name
    let keys = records.map { record -> Int64? in
      if case .row(let key) = record[name] { key } else { nil }
    }
    let found = try self.records(Array(Set(keys.compactMap(\.self))), of: destination)
    let rest = column.withoutFirstRelation
    let related = found.values.sorted { $0.key < $1.key }
    let values = Dictionary(
      zip(related.map(\.key), try self.values(of: rest, related, destination)),
      uniquingKeysWith: { $1 })
    return keys.map { $0.flatMap { values[$0] } ?? .null }
  }
}
