import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import SampleStores
import StoreTesting
import Testing

/// New stores based on empty files that Apple's frameworks created.
@Suite("Stores that begin as Apple's", .enabled(if: SampleStores.isPresent, SampleStores.reason))
struct TemplateTests {
  private typealias User = SampleStoreMigrationTests.FirstUsers.User

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func configuration(_ name: String, _ template: URL) -> ModelConfiguration {
    var configuration = ModelConfiguration(name, url: folder.file("\(name).store"))
    configuration.storeTemplate = template
    return configuration
  }

  private func rows(_ url: URL, _ text: String) throws -> [[SQLValue]] {
    try SQLiteConnection(path: url.path, mode: .readOnly).rows(text)
  }

  @Test func newStoresKeepTheTemplatesMetadata() throws {
    let template = try SampleStores.copy("freeze-ray/App-1_0_0.sqlite", to: folder.url)
    let schema = Schema(versionedSchema: SampleStoreMigrationTests.FirstUsers.self)
    let configurations = ["one", "two"].map { configuration($0, template) }
    let containers = try configurations.map { try ModelContainer(for: schema, configurations: $0) }
    for (number, container) in containers.enumerated() {
      let context = ModelContext(container)
      context.insert(User(name: "user \(number)"))
      try context.save()
    }
    let written = """
      SELECT (SELECT Z_PLIST FROM Z_METADATA), (SELECT Z_CONTENT FROM Z_MODELCACHE), \
      (SELECT group_concat(Z_ENT || Z_NAME || Z_SUPER) FROM Z_PRIMARYKEY WHERE Z_ENT < 16000)
      """
    let before = try rows(template, written)
    for configuration in configurations {
      #expect(try rows(configuration.url, written) == before)
      try StoreChecker(configuration.url, [User.self]).check()
    }
    let identifiers = try containers.map { container in
      try ModelContext(container).fetch(FetchDescriptor<User>()).map(\.persistentModelID)
    }
    #expect(identifiers.map(\.count) == [1, 1])
    let (first, second) = (
      try #require(identifiers.first?.first), try #require(identifiers.last?.first)
    )
    #expect(first != second)
    #expect(first.storeIdentifier != second.storeIdentifier)
  }

  /// The template is a file whose rows were deleted.
  @Test func templatesMayHaveHadRows() throws {
    let template = try SampleStores.copy(
      "spezi-scheduler/iOS26MigrationInput.sqlite", to: folder.url)
    let connection = try SQLiteConnection(path: template.path, mode: .readWrite)
    let tables = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z[A-Y]*' "
        + "OR type = 'table' AND name GLOB 'A*'")
    for table in tables { try connection.run("DELETE FROM \(table[0].text ?? "")") }
    try connection.run("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
    let configuration = configuration("emptied", template)
    let container = try ModelContainer(
      for: Schema([NotedScheduler.Task.self]), configurations: configuration)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<NotedScheduler.Task>()) == 0)
    #expect(
      try rows(configuration.url, "SELECT Z_UUID FROM Z_METADATA")
        != (try connection.rows("SELECT Z_UUID FROM Z_METADATA")))
    try StoreChecker(configuration.url, [NotedScheduler.Task.self]).check()
  }
}
