import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// Obstacles to a stage that its closure, which sees both versions, resolves.
@Suite("Obstacles that a closure removes")
struct ClosureObstacleTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  enum V1: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Person.self, Team.self] }
    struct Address: Codable, Equatable {
      var street: String
      var number: Int
    }
    @Model final class Person {
      var name: String
      var count: Int
      var team: Team?
      var address: Address
      var former: [Address]
      init(_ name: String) {
        self.name = name
        count = name.count
        address = Address(street: name, number: 1)
        former = [Address(street: name, number: 2)]
      }
    }
    @Model final class Team {
      var title: String
      @Relationship(inverse: \Person.team) var people: [Person] = []
      init(_ title: String) { self.title = title }
    }
  }

  /// New properties: one of another type, one that becomes unique, and one that requires a value.
  enum V2: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Person.self, Team.self] }
    struct Address: Codable, Equatable {
      var street: String
      var number: Int
      var town: String
    }
    @Model final class Person {
      @Attribute(.unique) var name: String
      var first: String
      var count: String
      var team: Team
      var address: Address
      var former: [Address]
      init(_ name: String, _ team: Team) {
        self.name = name
        first = ""
        count = ""
        self.team = team
        address = Address(street: "", number: 0, town: "")
        former = []
      }
    }
    @Model final class Team {
      var title: String
      @Relationship(inverse: \Person.team) var people: [Person] = []
      init(_ title: String) { self.title = title }
    }
  }

  enum Plan: SchemaMigrationPlan {
    struct Closure: Sendable {
      var migrate: (@Sendable (MigrationContext) throws -> Void)?
    }
    @TaskLocal static var closure = Closure()
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [.custom(fromVersion: V1.self, toVersion: V2.self) { try closure.migrate?($0) }]
    }
  }

  private func makePeople() throws {
    let context = try store.open(V1.self)
    let team = V1.Team("A")
    context.insert(team)
    for name in ["Ann", "Bob", "Ann"] {
      let person = V1.Person(name)
      context.insert(person)
      if name == "Ann" { person.team = team }
    }
    try context.save()
  }

  @discardableResult
  private func migrate(
    _ body: @escaping @Sendable (MigrationContext) throws -> Void
  ) throws -> ModelContext {
    try Plan.$closure.withValue(.init(migrate: body)) { try store.open(V2.self, Plan.self) }
  }

  /// Performs the whole migration, except for the given properties.
  private static func complete(_ migration: MigrationContext, except: Set<String> = []) throws {
    var seen: Set<String> = []
    var spare: V2.Team?
    try migration.forEach(V1.Person.self, V2.Person.self) { old, new in
      guard except.contains("name") || seen.insert(old.name).inserted else {
        return migration.new.delete(new)
      }
      if !except.contains("first") { new.first = "Dr. \(old.name)" }
      if !except.contains("count") { new.count = "#\(old.count)" }
      if !except.contains("team"), old.team == nil {
        let team = spare ?? V2.Team("spare")
        migration.new.insert(team)
        spare = team
        new.team = team
      }
      func address(_ old: V1.Address) -> V2.Address {
        V2.Address(street: old.street, number: old.number, town: "Ulm")
      }
      if !except.contains("address") { new.address = address(old.address) }
      if !except.contains("former") { new.former = old.former.map(address) }
    }
  }

  @Test func closuresFillWhatTheNewVersionNeeds() throws {
    try makePeople()
    let context = try migrate { try Self.complete($0) }
    let people = try context.fetch(FetchDescriptor<V2.Person>(sortBy: [SortDescriptor(\.name)]))
    #expect(people.map(\.name) == ["Ann", "Bob"])
    #expect(people.map(\.first) == ["Dr. Ann", "Dr. Bob"])
    #expect(people.map(\.count) == ["#3", "#3"])
    #expect(people.map(\.team.title) == ["A", "spare"])
    #expect(people.map(\.address.town) == ["Ulm", "Ulm"])
    #expect(people.map(\.address.street) == ["Ann", "Bob"])
    #expect(people.map { $0.former.map(\.town) } == [["Ulm"], ["Ulm"]])
    let tables = try store.contents()
    #expect(tables.keys.allSatisfy { !$0.contains("OLD") })
    try StoreChecker(store.url, V2.models).check()
    #expect(try store.version == "2.0.0")
    // The table enforces uniqueness: another model with the same name replaces the first one.
    let other = V2.Person("Ann", people[1].team)
    context.insert(other)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<V2.Person>()) == 2)
  }

  @Test(arguments: [
    ("first", "Person.first needs a value, which is missing in 2 rows. Set first"),
    ("count", "Person.count needs a value, which is missing in 2 rows. Set count"),
    ("team", "Person.team needs a value, which is missing in 1 row. Set team"),
    (
      "address",
      "Person.address.town needs a value, which is missing in 2 rows. Set address"
    ),
    ("name", "Person.name becomes unique, but has duplicates of 1 value. In the closure, delete"),
  ])
  func incompleteClosuresAreRefused(_ property: String, _ text: String) throws {
    try makePeople()
    let before = try store.contents()
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try migrate { try Self.complete($0, except: [property]) }
    }
    #expect(error?.description.contains(text) == true, "\(error.map { "\($0)" } ?? "")")
    #expect(error?.description.contains("is not complete after its closure") == true)
    #expect(error?.recoverySuggestion?.contains("as its line suggests") == true)
    #expect(try store.contents() == before)
    #expect(try store.open(V1.self).fetchCount(FetchDescriptor<V1.Person>()) == 3)
  }

  /// Without a closure that sees both versions, the advice is to write one.
  @Test func otherStagesSuggestAClosure() throws {
    try makePeople()
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try store.open(V2.self)
    }
    let text = error.map { "\($0)" } ?? ""
    for part in [
      "(var first: … = …)", "{ old, new in new.first = … }", "{ old, new in new.count = … }",
      "Give address a default (var address: … = …; defaults of its members do not count)",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(!text.contains("var address.town"))
  }

  /// The closure may set a value that cannot be read in the new form, but reading it is an error.
  @Test func valuesThatAClosureCannotReadAreReported() throws {
    try makePeople()
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try migrate { migration in
        try Self.complete(migration, except: ["former"])
        try migration.forEach(V1.Person.self, V2.Person.self) { _, new in _ = new.former }
      }
    }
    let underlying = error?.underlyingError as? SwiftDataError
    #expect(underlying == .valueCannotBeRead, "\(error.map { "\($0)" } ?? "")")
    #expect(underlying?.description.contains("Person.former") == true)
  }
}
