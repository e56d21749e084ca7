import Foundation
import SQLCore

// Fetches whose statement was worked out before: only the constants are read from the descriptor.

extension ModelContext {
  /// The shape of a fetch that the store alone can answer; nil for any other.
  func reader<T: PersistentModel>(
    of descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ purpose: FetchPurpose
  ) -> ShapeReader? {
    guard changes.isEmpty else { return nil }
    let reader = ShapeReader(descriptor, binding, purpose)
    return reader.isWhole ? reader : nil
  }

  /// Keeps the statement of a plan for fetches of the same shape, where there is nothing else to do.
  ///
  /// - Parameters:
  ///   - plan: The plan of the fetch.
  ///   - statement: Its statement, without limit and offset.
  ///   - reader: The shape of the fetch.
  /// - Throws: What opening the store throws.
  func keep(_ plan: FetchPlan, _ statement: SQLFragment, for reader: ShapeReader) throws {
    let session = try session(plan.binding.store)
    guard session.templates[reader.shape] == nil else { return }
    guard plan.isExact else {
      session.templates[reader.shape] = .some(nil)
      return
    }
    // Where constants are equal by chance the next fetch may tell them apart.
    guard Set(reader.constants).count == reader.constants.count else { return }
    let rendered = session.connection.dialect.render(statement)
    session.templates[reader.shape] = FetchTemplate(rendered, plan.columns, reader)
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
    return try session.reporting {
      let statement = try session.connection.prepare(
        range == nil ? template.text : template.rangedText)
      defer { statement.reset() }
      template.bind(reader.constants, range, to: statement)
      return try body(statement)
    }
  }
}
