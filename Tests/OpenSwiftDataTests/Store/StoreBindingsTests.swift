import RecordStore
import Testing

@testable import OpenSwiftData

@Model private final class Garden {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Bed.garden) var beds: [Bed] = []
  @Relationship(inverse: \Gardener.gardens) var gardeners: [Gardener] = []
  init(name: String) { self.name = name }
}

@Model private final class Bed {
  var garden: Garden?
  var neighbour: Bed?
  init(garden: Garden?) { self.garden = garden }
}

@Model private final class Gardener {
  var gardens: [Garden] = []
  init() {}
}

@Model private final class Tool {
  var name: String
  init(name: String) { self.name = name }
}

@Suite("Bindings made on demand")
struct StoreBindingsTests {
  private static let models: [any PersistentModel.Type] = [
    Garden.self, Bed.self, Gardener.self, Tool.self,
  ]

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(Self.models), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private final class Holder: Sendable {
    let held = Lazy<Holder>()
  }

  @Test func concurrentCallersReceiveTheSameBindings() async throws {
    for _ in 0..<50 {
      let bindings = try container().core.bindings
      let found = try await withThrowingTaskGroup(of: [ObjectIdentifier].self) { group in
        for number in 0..<8 {
          group.addTask {
            // Each task starts with a different model and reaches the others through relationships.
            let first = try bindings.binding(for: Self.models[number % 4])
            let inverses = first.relationships.compactMap(\.inverse)
            let ends = first.relationships.map { ObjectIdentifier($0.destination) }
            let all = try Self.models.map { ObjectIdentifier(try bindings.binding(for: $0)) }
            #expect(Set(ends).isSubset(of: all))
            #expect(inverses.allSatisfy { $0.destination === first })
            return all
          }
        }
        return try await group.reduce(into: Set<[ObjectIdentifier]>()) { $0.insert($1) }
      }
      #expect(found.count == 1)
    }
  }

  @Test func bindingsKnowTheirInverses() throws {
    let core = try container().core
    let garden = try core.bindings.binding(for: Garden.self)
    let bed = try core.bindings.binding(for: Bed.self)
    for relationship in garden.relationships + bed.relationships {
      #expect(relationship.inverse.map { $0.inverse === relationship } ?? true)
    }
    #expect(garden.relationships.map { $0.inverse?.name } == ["garden", "gardens"])
    #expect(garden.relationships.map(\.mayBeCyclic) == [false, true])
    #expect(garden.incoming.map(\.name) == ["garden", "gardens"])
    #expect(bed.incoming.map(\.name).sorted() == ["beds", "neighbour"])
    #expect(try core.bindings.binding(for: Tool.self).isAlone)
    #expect(!garden.isAlone)
  }

  @Test func relationshipsHaveDifferentNumbers() throws {
    let bindings = try container().core.bindings
    let numbers = try Self.models.reversed().flatMap {
      try bindings.binding(for: $0).relationships.map(\.number)
    }
    #expect(Set(numbers).count == numbers.count)
    #expect(numbers.count == 5)
  }

  @Test func lazyValuesAreReleasedWithTheirHolder() {
    var holder: Holder? = Holder()
    weak let made = holder?.held.value { Holder() }
    #expect(made != nil)
    #expect(holder?.held.value { Holder() } === made)
    holder = nil
    #expect(made == nil)
  }
}
