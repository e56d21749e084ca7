import RecordStore
import Foundation
import PredicateSQL
import SQLCore

// Fetches whose statement was worked out before: only the constants are read from the descriptor.

extension ModelContext {
  /// The shape of a fetch that the store alone can answer; nil for any other.
  func reader<T: PersistentModel>(
    of descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ purpose: FetchPurpose
  ) -> ShapeReader? {
    guard changes.isEmpty else { return nil }
    let reader = ShapeReader(descriptor, binding, purpose, &shapedTypes)
    return reader.isWhole ? reader : nil
  }

  /// Keeps the statement of a plan for fetches of the same shape, where there is nothing else to do.
  ///
  /// - Parameters:
  ///   - plan: The plan of the fetch.
  ///   - statement: Its statement, without limit and offset.
  ///   - reader: The shape of the fetch.
  ///   - descriptor: The fetch.
  ///   - purpose: What it wants.
  /// - Throws: What opening the store throws.
  func keep<T: PersistentModel>(
    _ plan: FetchPlan, _ statement: SQLFragment, for reader: ShapeReader,
    _ descriptor: FetchDescriptor<T>, _ purpose: FetchPurpose
  ) throws {
    let session = try session(plan.binding.store)
    guard session.templates[reader.shape] == nil else { return }
    guard plan.isExact else {
      return session.templates.add(nil, for: reader.shape)
    }
    // Where constants are equal by chance the next fetch may tell them apart.
    guard reader.constants.areDifferent else { return }
    let rendered = session.connection.dialect.render(statement)
    // The key paths are kept with the template, so that no others take the addresses in its shape.
    let keyPaths = ShapeReader(
      descriptor, plan.binding, purpose, &shapedTypes, keepsKeyPaths: true
    ).keyPaths
    session.templates.add(
      FetchTemplate(rendered, plan.columns, reader.constants, keyPaths), for: reader.shape)
  }

  func run(
    _ template: FetchTemplate, _ reader: ShapeReader, _ range: FetchRange?,
    _ binding: EntityBinding
  ) throws -> [AnyObject] {
    try read(template, reader, range, binding) { statement in
      try binding.materialize(statement, in: self, template.columns)
    }
  }

  func count(
    _ template: FetchTemplate, _ reader: ShapeReader, _ binding: EntityBinding
  ) throws -> Int {
    try read(template, reader, nil, binding) { try $0.step() ? Int($0.row.int64(0)) : 0 }
  }

  private func read<Result>(
    _ template: FetchTemplate, _ reader: ShapeReader, _ range: FetchRange?,
    _ binding: EntityBinding, _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    let session = try session(binding.store)
    return try session.records.reporting {
      let statement = try template.prepare(isRanged: range != nil, on: session.connection)
      defer { statement.reset() }
      template.bind(reader.constants, range, to: statement)
      return try body(statement)
    }
  }
}
