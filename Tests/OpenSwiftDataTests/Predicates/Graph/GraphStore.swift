import Foundation
import RecordStore
import SQLCore

@testable import OpenSwiftData

/// A container with a random graph, and the saved instances.
final class GraphStore {
  let container: ModelContainer
  let context: ModelContext
  private(set) var trips: [Trip] = []
  private(set) var items: [Item] = []
  private(set) var tags: [Tag] = []
  private(set) var notes: [Note] = []
  private(set) var people: [Person] = []
  private(set) var passes: [Pass] = []

  private let place: StorePlace

  // `size` is the approximate number of models of each type.
  init(seed: UInt64, size: Int = 12, in kind: StoreKind = .inMemory) throws {
    place = try StorePlace(kind)
    container = try ModelContainer(
      for: Schema([Trip.self, Item.self, Tag.self, Note.self, Person.self, Pass.self]),
      configurations: [place.configuration])
    context = ModelContext(container)
    var random = RandomValues(seed: seed)
    trips = (0..<size).map { _ in Trip(&random) }
    items = (0..<size * 2).map { _ in Item(&random) }
    tags = (0..<size / 2).map { _ in Tag(&random) }
    people = (0..<size).map { _ in Person(&random) }
    passes = (0..<size / 2).map { _ in Pass(&random) }
    for model in trips { context.insert(model) }
    for model in items { context.insert(model) }
    for model in tags { context.insert(model) }
    for model in people { context.insert(model) }
    for model in passes { context.insert(model) }
    connect(&random)
    notes = (0..<size).map { _ in Note(&random, on: random.one(of: items)) }
    for note in notes {
      context.insert(note)
      note.writer = random.optional { $0.one(of: people) }
    }
    try context.save()
  }

  private func connect(_ random: inout RandomValues) {
    for item in items {
      item.trip = random.optional { $0.one(of: trips) }
      item.spareOf = random.optional { $0.one(of: trips) }
      item.tags = tags.filter { _ in random.below(3) == 0 }
    }
    for trip in trips { trip.owner = random.optional { $0.one(of: people) } }
    for (pass, trip) in zip(passes, trips) where random.bool() { pass.trip = trip }
    for (index, person) in people.enumerated().dropFirst() {
      person.boss = random.optional { $0.one(of: Array(people[..<index])) }
    }
  }

  /// All models of a type in insertion order.
  func models<Model: GraphModel>(_ type: Model.Type) -> [Model] { Model.all(in: self) }

  func translator<Model: PersistentModel>(for type: Model.Type) throws -> PredicateTranslator {
    PredicateTranslator(columns: try container.core.bindings.binding(for: type))
  }

  /// The SELECT statement for the keys of a fetch.
  func keyStatement<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> SQLStatement {
    let binding = try container.core.bindings.binding(for: Model.self)
    return place.dialect.render(
      try FetchStatement.plan(descriptor, binding, SpatialIndexes()).rows().keyStatement)
  }

  /// SQLite's query plan of a fetch.
  func explain<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> String {
    let statement = try keyStatement(descriptor)
    let connection = try context.recordSession(container.core.stores[0]).connection
    let rows = try connection.rows("EXPLAIN QUERY PLAN " + statement.text, statement.values)
    return rows.map { "\($0[3])" }.joined(separator: "\n")
  }
}
