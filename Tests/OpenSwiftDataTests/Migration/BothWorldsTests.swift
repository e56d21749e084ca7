import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// Stages whose closure has access to both the old and the new models.
@Suite("Stages with both versions")
struct BothWorldsTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  enum People1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Person.self, Club.self] }

    @Model final class Person {
      var fullName: String
      var birth: Int
      var club: Club?
      init(fullName: String, birth: Int) {
        self.fullName = fullName
        self.birth = birth
      }
    }
    @Model final class Club {
      var name: String
      @Relationship(inverse: \Person.club) var members: [Person] = []
      init(name: String) { self.name = name }
    }
  }

  enum People2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Person.self] }

    @Model final class Person {
      var firstName: String?
      var lastName: String?
      var birth: String?
      var clubName = ""
      init() {}
    }
  }

  /// A plan whose first stage runs a closure that the test provides.
  enum Plan: SchemaMigrationPlan {
    /// A struct: optimized code of Swift 6.3.1 crashes if a task-local value is a closure.
    struct Closure: Sendable {
      var migrate: (@Sendable (MigrationContext) throws -> Void)?
    }
    @TaskLocal static var closure = Closure()

    static var schemas: [any VersionedSchema.Type] { [People1.self, Middle.self, People2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(fromVersion: People1.self, toVersion: Middle.self) {
          try closure.migrate?($0)
        },
        .lightweight(fromVersion: Middle.self, toVersion: People2.self),
      ]
    }
  }

  /// An intermediate version, where the new `birth` is named `birthYear` because its type differs.
  enum Middle: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 1, 0) }
    static var models: [any PersistentModel.Type] { [Person.self] }

    @Model final class Person {
      var firstName: String?
      var lastName: String?
      var birthYear: String?
      var clubName = ""
      init() {}
    }
  }

  private func makePeople(_ count: Int) throws {
    let context = try store.open(People1.self)
    let clubs = ["Chess", "Rowing"].map { People1.Club(name: $0) }
    for club in clubs { context.insert(club) }
    for number in 0..<count {
      let person = People1.Person(fullName: "First\(number) Last\(number)", birth: 1900 + number)
      context.insert(person)
      if number % 3 != 0 { person.club = clubs[number % 3 - 1] }
    }
    try context.save()
  }

  @discardableResult
  private func migrate(
    to version: any VersionedSchema.Type = Middle.self,
    _ body: @escaping @Sendable (MigrationContext) throws -> Void
  ) throws -> ModelContext {
    try Plan.$closure.withValue(.init(migrate: body)) { try store.open(version, Plan.self) }
  }

  @Test func oldAndNewModelsArePaired() throws {
    try makePeople(25)
    let context = try migrate { migration in
      try migration.forEach(People1.Person.self, Middle.Person.self, batchSize: 4) { old, new in
        let names = old.fullName.split(separator: " ").map(String.init)
        (new.firstName, new.lastName) = (names[0], names[1])
        new.birthYear = "\(old.birth)"
        new.clubName = old.club?.name ?? "none"
      }
    }
    let people = try context.fetch(
      FetchDescriptor<Middle.Person>(sortBy: [SortDescriptor(\.birthYear)]))
    #expect(people.map(\.firstName) == (0..<25).map { "First\($0)" })
    #expect(people.map(\.lastName) == (0..<25).map { "Last\($0)" })
    #expect(people.map(\.clubName) == (0..<25).map { ["none", "Chess", "Rowing"][$0 % 3] })
    let tables = try store.contents()
    #expect(tables.keys.allSatisfy { !$0.contains("OLD") })
    #expect(tables["ZCLUB"] == nil)
    try StoreChecker(store.url, Middle.models).check()
  }

  @Test func fewModelsAreHeldInMemory() throws {
    try makePeople(40)
    try migrate { migration in
      let log = SightingLog()
      let observation = migration.new.observeStatements { log.add($0.sql) }
      defer { observation.cancel() }
      weak var first: People1.Person?
      var count = 0
      try migration.forEach(People1.Person.self, Middle.Person.self, batchSize: 10) { old, new in
        if count == 0 { first = old }
        count += 1
        if count == 11 { #expect(first == nil) }
        new.firstName = old.fullName
      }
      #expect(count == 40)
      try migration.old.enumerate(FetchDescriptor<People1.Person>(), batchSize: 7) { _ in count -= 1
      }
      #expect(count == 0)
    }
  }

  @Test func theOldVersionIsReadOnly() throws {
    try makePeople(6)
    let contents = try store.contents()
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try migrate { migration in
        let clubs = try migration.old.fetch(
          FetchDescriptor<People1.Club>(sortBy: [SortDescriptor(\.name)]))
        #expect(clubs.map(\.members.count) == [2, 2])
        #expect(
          try migration.old.fetchCount(
            FetchDescriptor<People1.Person>(predicate: #Predicate { $0.club?.name == "Chess" }))
            == 2)
        clubs[0].name = "changed"
        try migration.old.save()
      }
    }
    #expect(error?.underlyingError as? SwiftDataError == .storeIsReadOnly)
    #expect(try store.contents() == contents)
  }

  @Test func closuresRunSQL() throws {
    try makePeople(3)
    let context = try migrate { migration in
      let (old, new) = (try migration.table(of: People1.Person.self), "ZPERSON")
      #expect(try migration.table(of: Middle.Person.self) == new)
      #expect(old != new)
      #expect(
        try migration.execute(
          """
          UPDATE \(new) SET ZCLUBNAME = ?, ZFIRSTNAME = (SELECT ZFULLNAME FROM \(old) AS O \
          WHERE O.Z_PK = \(new).Z_PK) WHERE Z_PK > ?
          """, ["it's", 1]) == 2)
      #expect(
        try migration.rows(
          "SELECT ZCLUBNAME, ZFIRSTNAME, NULL, 1.5, x'01' FROM \(new) WHERE Z_PK = 2")
          == [["it's", "First1 Last1", nil, 1.5, .blob(Data([1]))]])
      var keys: [MigrationContext.Value] = []
      try migration.forEachRow("SELECT Z_PK FROM \(new) ORDER BY 1") { keys.append($0[0]) }
      #expect(keys == [1, 2, 3])
    }
    #expect(
      Set(try context.fetch(FetchDescriptor<Middle.Person>()).map(\.clubName)) == ["", "it's"])
  }

  @Test(arguments: [
    "COMMIT", " -- a comment\n rollback", "/* x */ SAVEPOINT s", "VACUUM", "SELECT 1; SELECT 2", "",
    "; END", "SELECT ?", "SELEC", "ATTACH 'x' AS y",
  ])
  func unsuitableSQLIsRefused(_ sql: String) throws {
    try makePeople(1)
    let contents = try store.contents()
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try migrate { try $0.execute(sql) }
    }
    #expect(error?.underlyingError as? SwiftDataError == .loadIssueModelContainer)
    #expect(try store.contents() == contents)
  }

  @Test func classesThatDoNotCorrespondAreRefused() throws {
    try makePeople(1)
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try migrate { migration in
        try migration.forEach(People1.Club.self, Middle.Person.self) { _, _ in }
      }
    }
    #expect(error?.underlyingError as? SwiftDataError == .unsupportedModel)
  }

  @Test func furtherStagesFollowTheClosure() throws {
    try makePeople(2)
    let context = try migrate(to: People2.self) { migration in
      try migration.forEach(People1.Person.self, Middle.Person.self) { $1.firstName = $0.fullName }
    }
    let people = try context.fetch(FetchDescriptor<People2.Person>())
    #expect(Set(people.map(\.firstName)) == ["First0 Last0", "First1 Last1"])
    #expect(people.allSatisfy { $0.birth == nil })
  }

  @Test func errorsSayThatOldModelsAreUnavailable() throws {
    try makePeople(1)
    enum Other: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [People1.self, Middle.self] }
      static var stages: [MigrationStage] {
        [
          .custom(
            fromVersion: People1.self, toVersion: Middle.self,
            willMigrate: { context in
              let migration = try #require(context.migration)
              #expect(migration.old === context)
              let error = #expect(throws: SwiftDataError.unknownSchema) {
                try migration.new.fetch(FetchDescriptor<Middle.Person>())
              }
              #expect(error?.recoverySuggestion == "Use them in didMigrate.")
            },
            didMigrate: { context in
              let migration = try #require(context.migration)
              #expect(migration.new === context)
              let error = #expect(throws: SwiftDataError.unknownSchema) {
                try migration.old.fetch(FetchDescriptor<People1.Person>())
              }
              #expect(error?.recoverySuggestion?.contains("keeps them") == true)
            })
        ]
      }
    }
    #expect(try store.open(Middle.self, Other.self).migration == nil)
  }
}
