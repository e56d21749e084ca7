import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

@testable import OpenSwiftData

/// A container with rows, and the saved instances.
///
/// The instances keep the assigned values, so results in memory are compared with fetches in other
/// contexts.
final class RowStore {
  let container: ModelContainer
  let rows: [Row]
  let values: [RowValues]
  /// Removes the parts of values that the store rejects.
  let kept: (RowValues) -> RowValues
  let translator: PredicateTranslator
  private let context: ModelContext
  private let place: StorePlace

  init(_ values: [RowValues], in kind: StoreKind = .inMemory) throws {
    kept = kind == .postgres ? { $0.keptByPostgres } : { $0 }
    let values = values.map(kept)
    self.values = values
    place = try StorePlace(kind)
    container = try ModelContainer(for: Schema([Row.self]), configurations: [place.configuration])
    translator = PredicateTranslator(columns: try container.core.bindings.binding(for: Row.self))
    context = ModelContext(container)
    rows = values.map { Row($0) }
    for row in rows { context.insert(row) }
    try context.save()
  }

  convenience init(
    count: Int, seed: UInt64, allowsNaN: Bool = true, in kind: StoreKind = .inMemory,
    _ texts: RandomTexts = .all
  ) throws {
    var random = RandomValues(seed: seed, texts)
    let values = (1...count).map { RowValues(id: $0, from: &random, allowsNaN: allowsNaN) }
    try self.init(values, in: kind)
  }

  /// Fetches in a new context.
  func fetch(_ descriptor: FetchDescriptor<Row>) throws -> [Int] {
    try ModelContext(container).fetch(descriptor).map(\.id)
  }

  /// A connection to the store, for a test's SQL statements.
  func connection() throws -> any SQLConnection {
    try context.recordSession(container.core.stores[0]).connection
  }

  func text(_ predicate: Predicate<Row>) -> String? {
    translator.translate(predicate).condition.map { place.dialect.render($0).text }
  }
}

extension Sequence<RowValues> {
  /// Whether `<` orders all strings by their normal forms.
  ///
  /// It does not if the normal form of one string is a prefix of the other's, but the shorter one
  /// has
  /// more bytes. Sorting such strings in memory has no definite result.
  var isOrderOfStringsConsistent: Bool {
    let strings = flatMap { [$0.name, $0.optionalName ?? "", $0.address.city] }
    let normal = strings.map { Array($0.precomposedStringWithCanonicalMapping.unicodeScalars) }
    return strings.indices.allSatisfy { left in
      strings.indices.allSatisfy { right in
        (strings[left] < strings[right])
          == normal[left].lexicographicallyPrecedes(normal[right])
      }
    }
  }
}
