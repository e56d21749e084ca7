import Foundation
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

/// The join table of a many-to-many relationship within one entity may be named after either side.
@Suite("Names of join tables")
struct JoinTableNameTests {
  @Model final class Member {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Member.blockedBy) var blocking: [Member] = []
    var blockedBy: [Member] = []
    var tags: [Tag] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Tag {
    var text: String
    @Relationship(inverse: \Member.tags) var members: [Member] = []
    init(_ text: String) { self.text = text }
  }

  private let folder: TestFolder
  private let url: URL

  init() throws {
    folder = try TestFolder()
    url = folder.file("test.store")
  }

  private func open() throws -> ModelContext {
    ModelContext(try ModelContainer(for: Member.self, configurations: ModelConfiguration(url: url)))
  }

  private func fill() throws {
    let context = try open()
    let members = ["a", "b", "c"].map { Member($0) }
    for member in members { context.insert(member) }
    members[0].blocking = [members[1], members[2]]
    let tag = Tag("t")
    context.insert(tag)
    members[1].tags = [tag]
    try context.save()
  }

  private func tables() throws -> Set<String> {
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    let rows = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'")
    return Set(rows.compactMap(\.first?.text))
  }

  private func rename(_ name: String, to other: String) throws {
    try SQLiteConnection(path: url.path, mode: .readWrite)
      .execute("ALTER TABLE \(name) RENAME TO \(other)")
  }

  private func expectMembers() throws {
    let context = try open()
    let members = try context.fetch(FetchDescriptor<Member>(sortBy: [SortDescriptor(\.name)]))
    #expect(members[0].blocking.map(\.name).sorted() == ["b", "c"])
    #expect(members[1].blockedBy.map(\.name) == ["a"])
    #expect(members[1].tags.map(\.text) == ["t"])
    #expect(members[2].blockedBy.map(\.name) == ["a"])
    #expect(members[0].blockedBy.isEmpty)
    let blocked = try context.fetchCount(
      FetchDescriptor<Member>(predicate: #Predicate { $0.blockedBy.contains { $0.name == "a" } }))
    #expect(blocked == 2)
    members[1].blocking.append(members[2])
    members[0].blocking.removeAll { $0.name == "c" }
    context.delete(members[1].tags[0])
    try context.save()
    let reopened = try open()
    let again = try reopened.fetch(FetchDescriptor<Member>(sortBy: [SortDescriptor(\.name)]))
    #expect(again[2].blockedBy.map(\.name) == ["b"])
    #expect(again[0].blocking.map(\.name) == ["b"])
    #expect(again[1].tags.isEmpty)
  }

  @Test func theSideThatSortsLastNamesTheTable() throws {
    try fill()
    #expect(try tables() == ["Z_1BLOCKING", "Z_1TAGS"])
    try expectMembers()
  }

  @Test func tableNamesComeFromTheFile() throws {
    try fill()
    try rename("Z_1BLOCKING", to: "Z_1BLOCKEDBY")
    try expectMembers()
    #expect(try tables() == ["Z_1BLOCKEDBY", "Z_1TAGS"])
  }

  @Test func tableNamesBetweenEntitiesComeFromTheFile() throws {
    try fill()
    try rename("Z_1TAGS", to: "Z_2MEMBERS")
    try expectMembers()
    #expect(try tables() == ["Z_1BLOCKING", "Z_2MEMBERS"])
  }

  @Test func aMigrationRestoresTheTableName() throws {
    try fill()
    try rename("Z_1BLOCKING", to: "Z_1BLOCKEDBY")
    let context = ModelContext(
      try ModelContainer(for: Later.Member.self, configurations: ModelConfiguration(url: url)))
    let members = try context.fetch(FetchDescriptor<Later.Member>(sortBy: [SortDescriptor(\.name)]))
    #expect(members[0].blocking.map(\.name).sorted() == ["b", "c"])
    #expect(members[0].age == 3)
    members[2].blocking = [members[0]]
    try context.save()
    #expect(try tables() == ["Z_1BLOCKING", "Z_1TAGS"])
    let links = try SQLiteConnection(path: url.path, mode: .readWrite)
      .rows("SELECT count(*) FROM Z_1BLOCKING")
    #expect(links == [[.integer(3)]])
  }

  enum Later {
    @Model final class Member {
      @Attribute(.unique) var name: String
      var age: Int = 3
      @Relationship(inverse: \Member.blockedBy) var blocking: [Member] = []
      var blockedBy: [Member] = []
      var tags: [Tag] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Tag {
      var text: String
      @Relationship(inverse: \Member.tags) var members: [Member] = []
      init(_ text: String) { self.text = text }
    }
  }
}
