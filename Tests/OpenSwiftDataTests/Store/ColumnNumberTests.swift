import Foundation
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

/// Some files number columns of the same name in a different order than new stores do.
@Suite("Numbers of columns")
struct ColumnNumberTests {
  @Model final class Person {
    var name: String
    var polls: [Poll] = []
    var options: [Option] = []
    @Relationship(inverse: \Person.knownBy) var knows: [Person] = []
    var knownBy: [Person] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Poll {
    var title: String
    @Relationship(inverse: \Person.polls) var votedBy: [Person] = []
    init(_ title: String) { self.title = title }
  }
  @Model final class Option {
    var title: String
    @Relationship(inverse: \Person.options) var votedBy: [Person] = []
    init(_ title: String) { self.title = title }
  }
  @available(iOS 26, macOS 26, *)
  @Model class Animal {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @available(iOS 26, macOS 26, *)
  @Model final class Dog: Animal {
    var owner: Person?
    var legs = 4
    override init(_ name: String) { super.init(name) }
  }
  @available(iOS 26, macOS 26, *)
  @Model final class Snake: Animal {
    var owner: Person?
    var legs = 0
    override init(_ name: String) { super.init(name) }
  }

  private let folder: TestFolder
  private let url: URL

  init() throws {
    folder = try TestFolder()
    url = folder.file("test.store")
    let context = try open()
    let ann = Person("Ann")
    let ben = Person("Ben")
    let (poll, option) = (Poll("poll"), Option("option"))
    for model in [ann, ben, poll, option] as [any PersistentModel] { context.insert(model) }
    ann.knows = [ben]
    poll.votedBy = [ann]
    option.votedBy = [ann, ben]
    let (dog, snake) = (Dog("dog"), Snake("snake"))
    context.insert(dog)
    context.insert(snake)
    (dog.owner, snake.owner) = (ann, ben)
    try context.save()
  }

  private func open() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Person.self, Poll.self, Option.self, Animal.self, Dog.self, Snake.self,
        configurations: ModelConfiguration(url: url)))
  }

  private func run(_ text: String) throws {
    try SQLiteConnection(path: url.path, mode: .readWrite).execute(text)
  }

  private func names(of table: String) throws -> [String] {
    try SQLiteConnection(path: url.path, mode: .readOnly)
      .rows("SELECT name FROM pragma_table_info(?)", [.text(table)]).compactMap(\.first?.text)
  }

  private func person(_ name: String, _ context: ModelContext) throws -> Person {
    try #require(
      try context.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.name == name })).first)
  }

  /// Swaps the numbers of the two foreign key columns for people, as some of Apple's files have
  /// them.
  private func swapNumbers() throws {
    #expect(try names(of: "Z_4VOTEDBY").contains("Z_5VOTEDBY"))
    #expect(try names(of: "Z_5POLLS").contains("Z_5VOTEDBY1"))
    try run(
      """
      ALTER TABLE Z_4VOTEDBY RENAME COLUMN Z_5VOTEDBY TO Z_5VOTEDBY1;
      ALTER TABLE Z_5POLLS RENAME COLUMN Z_5VOTEDBY1 TO Z_5VOTEDBY;
      DROP INDEX Z_4VOTEDBY_Z_5VOTEDBY_INDEX;
      CREATE INDEX Z_4VOTEDBY_Z_5VOTEDBY1_INDEX ON Z_4VOTEDBY (Z_5VOTEDBY1, Z_4OPTIONS);
      """)
  }

  @Test func joinTableColumnNumbersComeFromTheFile() throws {
    try swapNumbers()
    var context = try open()
    let ann = try person("Ann", context)
    #expect(ann.polls.map(\.title) == ["poll"])
    #expect(ann.options.map(\.title) == ["option"])
    #expect(ann.knows.map(\.name) == ["Ben"])
    #expect(ann.knownBy.isEmpty)
    let option = try #require(try context.fetch(FetchDescriptor<Option>()).first)
    #expect(option.votedBy.map(\.name).sorted() == ["Ann", "Ben"])
    let voters = FetchDescriptor<Person>(predicate: #Predicate { !$0.polls.isEmpty })
    #expect(try context.fetch(voters).map(\.name) == ["Ann"])
    var prefetching = FetchDescriptor<Person>()
    prefetching.relationshipKeyPathsForPrefetching = [\.polls, \.options]
    #expect(try context.fetch(prefetching).map(\.options.count) == [1, 1])
    option.votedBy.removeAll { $0.name == "Ben" }
    let poll = Poll("other")
    context.insert(poll)
    ann.polls.append(poll)
    try context.save()
    context = try open()
    let again = try person("Ann", context)
    #expect(Set(again.polls.map(\.title)) == ["poll", "other"])
    #expect(try person("Ben", context).options.isEmpty)
    context.delete(again)
    try context.save()
    let pairs = try SQLiteConnection(path: url.path, mode: .readOnly).rows(
      "SELECT (SELECT COUNT(*) FROM Z_4VOTEDBY), (SELECT COUNT(*) FROM Z_5POLLS)")
    #expect(pairs == [[.integer(0), .integer(0)]])
  }

  @Test func otherColumnNumbersComeFromTheFile() throws {
    #expect(try names(of: "ZANIMAL").contains("ZOWNER1"))
    try run(
      """
      ALTER TABLE ZANIMAL RENAME COLUMN ZOWNER1 TO ZOWNER3;
      ALTER TABLE ZANIMAL RENAME COLUMN ZLEGS TO ZLEGS7;
      """)
    let context = try open()
    let dog = try #require(try context.fetch(FetchDescriptor<Dog>()).first)
    let snake = try #require(try context.fetch(FetchDescriptor<Snake>()).first)
    #expect(dog.owner?.name == "Ann")
    #expect(dog.legs == 4)
    #expect(snake.owner?.name == "Ben")
    #expect(snake.legs == 0)
    dog.legs = 3
    try context.save()
    #expect(
      try open().fetchCount(FetchDescriptor<Dog>(predicate: #Predicate { $0.legs == 3 })) == 1)
  }

  @Test func aMigrationReadsSwappedColumnNumbers() throws {
    try swapNumbers()
    let context = ModelContext(
      try ModelContainer(
        for: Later.Person.self, Later.Poll.self, Later.Option.self, Later.Animal.self,
        Later.Dog.self, Later.Snake.self, configurations: ModelConfiguration(url: url)))
    let people = try context.fetch(
      FetchDescriptor<Later.Person>(sortBy: [SortDescriptor(\.name)]))
    #expect(people.map { $0.polls.map(\.title) } == [["poll"], []])
    #expect(people.map(\.age) == [7, 7])
    #expect(people.map(\.options.count) == [1, 1])
    // Migrated tables have the numbers of new stores.
    #expect(try names(of: "Z_4VOTEDBY").contains("Z_5VOTEDBY"))
    #expect(try !names(of: "Z_4VOTEDBY").contains("Z_5VOTEDBY1"))
    #expect(try names(of: "Z_5POLLS").contains("Z_5VOTEDBY1"))
    #expect(try !names(of: "Z_5POLLS").contains("Z_5VOTEDBY"))
  }

  enum Later {
    @Model final class Person {
      var name: String
      var age = 7
      var polls: [Poll] = []
      var options: [Option] = []
      @Relationship(inverse: \Person.knownBy) var knows: [Person] = []
      var knownBy: [Person] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Poll {
      var title: String
      @Relationship(inverse: \Person.polls) var votedBy: [Person] = []
      init(_ title: String) { self.title = title }
    }
    @Model final class Option {
      var title: String
      @Relationship(inverse: \Person.options) var votedBy: [Person] = []
      init(_ title: String) { self.title = title }
    }
    @available(iOS 26, macOS 26, *)
    @Model class Animal {
      var name: String
      init(_ name: String) { self.name = name }
    }
    @available(iOS 26, macOS 26, *)
    @Model final class Dog: Animal {
      var owner: Person?
      var legs = 4
      override init(_ name: String) { super.init(name) }
    }
    @available(iOS 26, macOS 26, *)
    @Model final class Snake: Animal {
      var owner: Person?
      var legs = 0
      override init(_ name: String) { super.init(name) }
    }
  }
}
