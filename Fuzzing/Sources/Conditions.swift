import Foundation
import RecordStore
@testable import StoreTool
import SwiftDataErrors

/// A store with rows, which is only read.
///
/// Fuzzers are called by one thread.
private nonisolated(unsafe) let engine: RecordEngine = {
  do {
    let engine = try Library.makeStore("conditions.store")
    try engine.save(Library.rows)
    return engine
  } catch {
    fatalError("The store cannot be made: \(error)")
  }
}()

/// Fuzzes requests to the tool: a condition, an order, columns and aggregates, one on each line.
@Sendable func conditions(_ bytes: UnsafeRawBufferPointer) {
  let lines = String(decoding: bytes, as: UTF8.self)
    .split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
  do {
    try query(lines)
  } catch is ConditionError {
  } catch is ToolError {
  } catch is SwiftDataError {
  } catch {
    fatalError("An error of an unexpected type was thrown: \(type(of: error)): \(error)")
  }
  _ = DateText.date(lines[0]).map(requireRoundTrip)
}

private func query(_ lines: [String]) throws {
  let meaning = ConditionMeaning(engine)
  let entity = try engine.entity("Book")
  var query = RecordQuery(entity.name)
  if !lines[0].isEmpty { query.condition = try meaning.condition(lines[0], of: entity.name) }
  if lines.count > 1 { query.order = try meaning.order(lines[1], of: entity.name) }
  let count = try engine.count(query)
  require(try engine.rows(query).count == count, "Another number of rows is counted than read.")
  if lines.count > 2 {
    let columns = try RecordColumn.columns(lines[2], of: entity)
    try RelatedValues(engine).forEachRow(query, columns) { _ in }
  }
  guard lines.count > 3 else { return }
  var table = AggregateTable([], try RecordAggregate.list(lines[3], of: entity))
  query.order = []
  try RelatedValues(engine).forEachRow(query, table.columns) { table.add($0) }
  _ = try table.rows()
}

private func requireRoundTrip(of date: Date) {
  let text = DateText.text(date)
  require(DateText.date(text) == date, "A date is read as another one: \(text)")
}
