import CoreDataFormat
import Foundation
import OpenSwiftData
import Testing

@Suite("Backups before migration")
struct BackupTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  private func migrate(_ backup: MigrationOptions.Backup) throws {
    _ = try store.open(
      Schema(versionedSchema: TripsV3.self), TripsPlan.self, MigrationOptions(backup: backup))
  }

  private func names(inStoreAt url: URL) throws -> [String] {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: TripsV1.self), configurations: ModelConfiguration(url: url)))
    return try context.fetch(FetchDescriptor<TripsV1.Trip>(sortBy: [SortDescriptor(\.price)]))
      .map(\.name)
  }

  @Test func backupsAreMadeBesideTheStore() throws {
    try store.makeTrips("Alps", "Coast", "Alps")
    try migrate(.beside)
    #expect(try store.filesBeside() == ["test.store", "test.store.backup-1.0.0"])
    let backup = store.folder.file("test.store.backup-1.0.0")
    #expect(try names(inStoreAt: backup) == ["Alps", "Coast", "Alps"])
  }

  @Test func backupsDoNotReplaceOtherFiles() throws {
    try store.makeTrips("Alps")
    let other = store.folder.file("test.store.backup-1.0.0")
    try Data("mine".utf8).write(to: other)
    try migrate(.beside)
    #expect(try Data(contentsOf: other) == Data("mine".utf8))
    #expect(try names(inStoreAt: store.folder.file("test.store.backup-1.0.0-2")) == ["Alps"])
  }

  @Test func backupsAreMadeAtTheGivenURL() throws {
    try store.makeTrips("Alps")
    let url = store.folder.file("copy of it.sqlite")
    try migrate(.at(url))
    #expect(try names(inStoreAt: url) == ["Alps"])
  }

  @Test func backupsAreMadeOnlyBeforeMigrations() throws {
    func open() throws {
      _ = try store.open(
        Schema(versionedSchema: TripsV1.self), nil, MigrationOptions(backup: .beside))
    }
    // A new store, and then one that has the wanted version.
    try open()
    try store.makeTrips("Alps")
    try open()
    #expect(try store.filesBeside() == ["test.store"])
    try migrate(.beside)
    #expect(try store.filesBeside() == ["test.store", "test.store.backup-1.0.0"])
    try migrate(.beside)
    #expect(try store.filesBeside() == ["test.store", "test.store.backup-1.0.0"])
  }

  @Test func newStoresOfAPlanAreNotBackedUp() throws {
    try migrate(.beside)
    #expect(try store.filesBeside() == ["test.store"])
  }

  @Test func aFailedBackupStopsTheMigration() throws {
    try store.makeTrips("Alps")
    let contents = try store.contents()
    let error = #expect(throws: SwiftDataError.self) {
      try migrate(.at(URL(fileURLWithPath: "/proc/nowhere/backup.store")))
    }
    #expect(error == .loadIssueModelContainer)
    #expect(
      error?.localizedDescription
        == "The store was not migrated, because it could not be copied first: "
        + "No such file or directory (/proc/nowhere/backup.store).")
    #expect(error?.recoverySuggestion == "Create the folder first, or choose another path.")
    #expect(try store.contents() == contents)
  }

  /// Deletes the unfinished backup of a killed program, but keeps other files with similar names.
  @Test func unfinishedBackupsAreReplaced() throws {
    try store.makeTrips("Alps")
    let left = "test.store.backup-1.0.0.\(UUID().uuidString).unfinished"
    let others = ["test.store.backup-1.0.0.unfinished", "test.store.backup-1.0.0.mine.unfinished"]
    for name in [left] + others { try Data("x".utf8).write(to: store.folder.file(name)) }
    _ = try store.open(
      Schema(versionedSchema: TripsV3.self), TripsPlan.self, MigrationOptions(backup: .beside))
    #expect(
      try store.filesBeside().sorted()
        == (["test.store", "test.store.backup-1.0.0"] + others).sorted())
  }

  @Test func backupsContainTheFilesOfLargeValues() throws {
    let context = try store.open(ExternalTests.Outside.self)
    let image = Data(repeating: 5, count: 150_000)
    context.insert(ExternalTests.Outside.Scan(number: 1, image: image))
    try context.save()
    _ = try store.open(
      Schema(versionedSchema: ExternalTests.Without.self), nil, MigrationOptions(backup: .beside))
    #expect(store.externalFiles().isEmpty)
    let backup = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: ExternalTests.Outside.self),
        configurations: ModelConfiguration(url: store.folder.file("test.store.backup-2.0.0"))))
    #expect(try backup.fetch(FetchDescriptor<ExternalTests.Outside.Scan>()).map(\.image) == [image])
  }
}
