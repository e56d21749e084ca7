import CoreDataFormat
import Foundation
import SQLCore

/// Finds the stored rows that have the unique values of an inserted instance.
struct UniqueMatch {
  private let entry: PendingChanges.Entry
  private let session: StoreSession
  private let newKeys: [Int64: Int64]

  init(_ entry: PendingChanges.Entry, _ session: StoreSession, newKeys: [Int64: Int64]) {
    self.entry = entry
    self.session = session
    self.newKeys = newKeys
  }

  /// The keys of the rows, those of the first constraint first, each once.
  func keys() throws -> [Int64] {
    var keys: [Int64] = []
    for group in entry.binding.uniqueness {
      for key in try self.keys(in: group) where !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  private func keys(in group: [Int]) throws -> [Int64] {
    let binding = entry.binding
    var numbers = [Int32](repeating: -1, count: binding.properties.count)
    var conditions: [String] = []
    var next: Int32 = 1
    for index in group {
      numbers[index] = next
      for column in binding.properties[index].columns {
        conditions.append("\(EntityStatements.name(column.name)) = ?")
        next += 1
      }
    }
    guard !conditions.isEmpty else { return [] }
    let text =
      "SELECT Z_PK FROM \(binding.statements.table) "
      + "WHERE \(conditions.joined(separator: " AND "))"
    let statement = try session.connection.prepare(text)
    defer { statement.reset() }
    let columns = RowColumns(numbers)
    let binder = _RowBinder(
      writer: statement.parameters, parameters: columns.first, binding: binding, newKeys: newKeys)
    binding.bind(entry.model, binder)
    if let failure = binder.failure { throw failure }
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.row.int64(0)) }
    return keys
  }
}
