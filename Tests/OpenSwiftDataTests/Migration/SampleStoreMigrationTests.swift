import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import SQLCore
import SampleStores
import Testing

/// Files written by Apple's frameworks, opened with slightly different models.
@Suite("Apple's stores, migrated", .enabled(if: SampleStores.isPresent, SampleStores.reason))
struct SampleStoreMigrationTests {
  enum FirstUsers: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [User.self] }

    @Model final class User {
      var name: String?
      var createdAt: Date?
      init(name: String) {
        self.name = name
        createdAt = Date(timeIntervalSinceReferenceDate: 5)
      }
    }
  }

  enum OtherUsers {
    @Model final class User {
      var name: String?
      @Attribute(originalName: "createdAt") var joined: Date?
      var age: Int?
      init(name: String) {
        self.name = name
        joined = Date(timeIntervalSinceReferenceDate: 6)
      }
    }
  }

  @Test func migratedStoresKeepTheirRows() throws {
    let store = try StoreFixture(sample: "freeze-ray/App-1_0_0.sqlite")
    let first = try store.open(FirstUsers.self)
    first.insert(FirstUsers.User(name: "Ada"))
    try first.save()
    // The file's metadata is still what Apple's framework wrote.
    #expect(try store.metadata().schema == nil)
    #expect(try store.archivedModel().entities.map(\.name) == ["User"])
    let users = try store.open(Schema([OtherUsers.User.self]))
      .fetch(FetchDescriptor<OtherUsers.User>())
    #expect(users.map(\.name) == ["Ada"])
    #expect(users.map(\.age) == [nil])
    #expect(users.map(\.joined) == [Date(timeIntervalSinceReferenceDate: 5)])
    try StoreChecker(store.url, [OtherUsers.User.self]).check()
  }

  @Test func migratedStoresKeepGraphsAndComposites() throws {
    let store = try StoreFixture(sample: "spezi-scheduler/iOS26MigrationInput.sqlite")
    let connection = try store.connect()
    let titles = try connection.rows("SELECT ZKEY FROM ZTASK ORDER BY ZKEY")
    let counts = try connection.rows(
      "SELECT (SELECT COUNT(*) FROM ZTASK), (SELECT COUNT(*) FROM ZOUTCOME)")
    let context = try store.open(Schema([NotedScheduler.Task.self]))
    let tasks = try context.fetch(FetchDescriptor<NotedScheduler.Task>())
    let outcomes = try context.fetch(FetchDescriptor<NotedScheduler.Outcome>())
    #expect(counts == [[.integer(Int64(tasks.count)), .integer(Int64(outcomes.count))]])
    #expect(tasks.count > 0)
    #expect(tasks.allSatisfy { $0.note == nil })
    #expect(try connection.rows("SELECT ZKEY FROM ZTASK ORDER BY ZKEY") == titles)
    for outcome in outcomes { #expect(outcome.task.outcomes.contains(outcome)) }
    for task in tasks { #expect(task.nextVersion.map { $0.previousVersion === task } ?? true) }
    tasks[0].note = "seen"
    try context.save()
    try StoreChecker(store.url, [NotedScheduler.Task.self]).check()
  }

  /// The archived model has exactly the entities whose hashes are in the file's metadata.
  @Test(arguments: [
    "freeze-ray/App-1_0_0.sqlite", "freeze-ray/App-2_0_0.sqlite", "moody/Moody.moody",
    "moody/Moody 2.moody", "moody/Moody 3.moody", "moody/Moody 4.moody", "moody/Moody 5.moody",
    "photos-14/Photos.sqlite", "plaso/NoteStore.sqlite", "plaso/knowledgec-10.14.db",
    "plaso/netusage.sqlite", "spezi-scheduler/iOS26MigrationInput.sqlite",
  ])
  func archivedSchemasCanBeRead(_ name: String) throws {
    let store = try StoreFixture(sample: name)
    let schema = try Schema.stored(in: store.url)
    let hashes = try store.metadata().versionHashes
    #expect(Set(schema.entities.map(\.name)) == Set(hashes.keys))
  }
}
