import RecordStore
import Foundation
import PredicateSQL
import SQLCore

// Fetches whose statement was worked out before: only the constants are read from the descriptor.

extension StoreSession {
  /// The shape of a fetch that the store alone can answer; nil for any other.
  func reader<T: PersistentModel>(
    of descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ purpose: FetchPurpose
  ) -> ShapeReader? {
    let reader = ShapeReader(descriptor, binding, purpose, &shapedTypes)
    return reader.isWhole ? reader : nil
  }

  /// Runs a fetch whose statement is ready; nil where there is none.
  func runKnown(
    _ reader: ShapeReader, _ range: FetchRange?, _ binding: EntityBinding, in context: ModelContext
  ) throws -> [AnyObject]? {
    guard let template = templates[reader.shape] ?? nil else { return nil }
    return try read(template, reader, range) { statement in
      try binding.materialize(statement, in: context, template.columns)
    }
  }

  /// Runs a count whose statement is ready; nil where there is none.
  func countKnown(_ reader: ShapeReader) throws -> Int? {
    guard let template = templates[reader.shape] ?? nil else { return nil }
    return try read(template, reader, nil) { try $0.step() ? Int($0.row.int64(0)) : 0 }
  }

  private func read<Result>(
    _ template: FetchTemplate, _ reader: ShapeReader, _ range: FetchRange?,
    _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    try records.reporting {
      let statement = try template.prepare(isRanged: range != nil, on: connection)
      defer { statement.reset() }
      template.bind(reader.constants, range, to: statement)
      return try body(statement)
    }
  }

  /// Keeps the statement of a plan for fetches of the same shape, where there is nothing else to do.
  func keep<T: PersistentModel>(
    _ plan: FetchPlan, for reader: ShapeReader, _ descriptor: FetchDescriptor<T>,
    _ purpose: FetchPurpose
  ) {
    guard templates[reader.shape] == nil else { return }
    guard plan.isExact else {
      return templates.add(nil, for: reader.shape)
    }
    // Where constants are equal by chance the next fetch may tell them apart.
    guard reader.constants.areDifferent else { return }
    let statement =
      purpose == .models ? plan.selectStatement(range: nil) : plan.countStatement(without: [])
    // The key paths are kept with the template, so that no others take the addresses in its shape.
    let keyPaths = ShapeReader(
      descriptor, plan.binding, purpose, &shapedTypes, keepsKeyPaths: true
    ).keyPaths
    templates.add(
      FetchTemplate(
        connection.dialect.render(statement), plan.columns, reader.constants, keyPaths),
      for: reader.shape)
  }
}
