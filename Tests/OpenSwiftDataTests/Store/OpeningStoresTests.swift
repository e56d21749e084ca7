import Foundation
import RecordStore
@testable import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

@Suite("Opening stores")
struct OpeningStoresTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func open(
    _ url: URL, allowsSave: Bool = true, for types: [any PersistentModel.Type] = [Note.self]
  ) throws -> ModelContainer {
    // No test releases its lock meanwhile, so a short timeout suffices.
    try StoreLocation.$busyTimeout.withValue(.milliseconds(20)) {
      try ModelContainer(
        for: Schema(types), configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
    }
  }

  /// Checks the kind and the text of the error that opening a store throws.
  private func expect(
    _ kind: SwiftDataError, saying texts: String..., opening url: URL, allowsSave: Bool = true,
    location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: kind, sourceLocation: location) {
      _ = try open(url, allowsSave: allowsSave)
    }
    let text = "\(error.map { "\($0)" } ?? "")"
    for part in texts + [url.path] {
      #expect(text.contains(part), "\(text)", sourceLocation: location)
    }
    #expect(error?.recoverySuggestion?.isEmpty == false, sourceLocation: location)
  }

  /// Creates a store with one note in a file with this name.
  private func makeStore(_ name: String) throws -> URL {
    let url = folder.file(name)
    try ModelContext(open(url)).saveNotes([1])
    return url
  }

  @Test func storesAreMadeAtTheirURL() throws {
    let url = try makeStore("a name with ümlauts & spaces.sqlite")
    #expect(FileManager.default.fileExists(atPath: url.path))
    #expect(try ModelContext(open(url)).codes() == [1])
  }

  @Test func anEmptyFileBecomesAStore() throws {
    let url = folder.file("empty.store")
    try Data().write(to: url)
    try ModelContext(open(url)).saveNotes([1])
    #expect(try ModelContext(open(url)).codes() == [1])
  }

  @Test func openingWaitsForAnotherMakerOfTheFile() throws {
    let url = folder.file("new.store")
    let other = try SQLiteConnection(path: url.path, mode: .readWriteCreate)
    try other.execute("BEGIN IMMEDIATE")
    expect(.storeIsLocked, saying: "locked", opening: url)
    let failures = Failures()
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do {
        let container = try ModelContainer(
          for: Note.self, configurations: ModelConfiguration(url: url))
        try ModelContext(container).saveNotes([1])
      } catch {
        failures.add("\(error)")
      }
      ended.signal()
    }
    Thread.sleep(forTimeInterval: 0.1)
    // Without a write-ahead log, even an empty commit needs a moment without readers. The other
    // container polls often.
    let deadline = ContinuousClock.now + .seconds(60)
    while (try? other.execute("COMMIT")) == nil, ContinuousClock.now < deadline {
      Thread.sleep(forTimeInterval: 0.001)
    }
    ended.wait()
    #expect(failures.all == [])
    #expect(try ModelContext(open(url)).codes() == [1])
    let mode = try SQLiteConnection(path: url.path, mode: .readOnly).rows("PRAGMA journal_mode")
    #expect(mode == [[.text("wal")]])
  }

  @Test func missingFoldersAreMade() throws {
    let url = try makeStore("some/folders/deeper/test.store")
    #expect(try ModelContext(open(url)).codes() == [1])
  }

  @Test func aMissingFolderIsRefusedWithoutAllowsSave() throws {
    let url = folder.file("missing/test.store")
    expect(.storeCannotBeOpened, saying: "does not exist", opening: url, allowsSave: false)
    #expect(!FileManager.default.fileExists(atPath: folder.file("missing").path))
  }

  @Test func aFileInAFoldersPlaceIsRefused() throws {
    try Data("text".utf8).write(to: folder.file("file"))
    expect(
      .storeCannotBeOpened, saying: "cannot be created",
      opening: folder.file("file/deeper/test.store"))
  }

  @Test func aFolderIsRefused() throws {
    expect(.storeCannotBeOpened, saying: "is a folder", opening: folder.url)
  }

  @Test(arguments: [true, false])
  func aPipeIsRefused(allowsSave: Bool) throws {
    let url = folder.file("pipe.store")
    try #require(mkfifo(url.path, 0o600) == 0)
    expect(
      .storeCannotBeOpened, saying: "not a regular file", opening: url, allowsSave: allowsSave)
  }

  @Test func filesThatAreNotDatabasesAreRefused() throws {
    let url = folder.file("text.store")
    let text = String(repeating: "This is no database. ", count: 500)
    try Data(text.utf8).write(to: url)
    expect(.storeIsNotADatabase, saying: "not an SQLite database", opening: url)
    #expect(try Data(contentsOf: url) == Data(text.utf8))
  }

  @Test func databasesThatAreNotStoresAreRefused() throws {
    let url = folder.file("other.sqlite")
    let connection = try SQLiteConnection(path: url.path, mode: .readWriteCreate)
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    expect(.storeIsNotADatabase, saying: "not a Core Data or SwiftData store", opening: url)
    #expect(try connection.rows("SELECT name FROM sqlite_master") == [[.text("t")]])
  }

  @Test func aTruncatedFileIsRefused() throws {
    let url = try makeStore("truncated.store")
    let size = try Data(contentsOf: url).count
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: UInt64(size / 2 + 100))
    try handle.close()
    expect(.storeIsCorrupt, saying: "damaged", "backup", opening: url)
  }

  @Test func aFileWithDamagedPagesIsRefused() throws {
    let url = try makeStore("damaged.store")
    var data = try Data(contentsOf: url)
    for index in 100..<data.count { data[index] = UInt8(truncatingIfNeeded: index &* 31) }
    try data.write(to: url)
    expect(.storeIsCorrupt, saying: "damaged", opening: url)
  }

  @Test func damageFoundWhileReadingIsReported() throws {
    let url = folder.file("late.store")
    try ModelContext(open(url)).saveNotes(0..<3_000)
    var data = try Data(contentsOf: url)
    for index in data.count / 2..<data.count { data[index] = 0x5A }
    try data.write(to: url)
    let context = ModelContext(try open(url))
    #expect(throws: SwiftDataError.storeIsCorrupt) { try context.fetch(FetchDescriptor<Note>()) }
    #expect(throws: SwiftDataError.storeIsCorrupt) {
      try context.fetchIdentifiers(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
    }
  }

  @Test func unreadableMetadataIsRefused() throws {
    let url = try makeStore("metadata.store")
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    try connection.run("UPDATE Z_METADATA SET Z_PLIST = x'00ff'")
    expect(.storeIsCorrupt, saying: "metadata", opening: url)
    try connection.run("DELETE FROM Z_METADATA")
    expect(.storeIsCorrupt, saying: "Z_METADATA", opening: url)
  }

  @Test func aNewerFormatIsRefused() throws {
    let url = try makeStore("newer.store")
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    let list = try #require(try connection.rows("SELECT Z_PLIST FROM Z_METADATA")[0][0].blob)
    var plist = try #require(
      try PropertyListSerialization.propertyList(from: list, format: nil) as? [String: Any])
    plist["NSStoreModelVersionHashesVersion"] = 4
    let raised = try PropertyListSerialization.data(
      fromPropertyList: plist, format: .binary, options: 0)
    try connection.run("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(raised)])
    expect(.storeIsNewer, saying: "4", "Update", opening: url)
  }

  @Test func aMismatchedSchemaIsRefusedWithItsEntities() throws {
    let url = try makeStore("schema.store")
    let error = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try open(url, for: [Product.self, Tally.self])
    }
    let text = "\(error.map { "\($0)" } ?? "")"
    for part in ["Note", "Product", "Tally", url.path] { #expect(text.contains(part)) }
    #expect(try ModelContext(open(url)).codes() == [1])
  }

  @Test func aLockedFileIsRefused() throws {
    let url = try makeStore("locked.store")
    let other = try SQLiteConnection(path: url.path, mode: .readWrite)
    // In this mode the lock also blocks readers of the log.
    try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
    expect(.storeIsLocked, saying: "locked", "try again", opening: url)
  }

  @Test func aMissingReadOnlyStoreIsNotMade() throws {
    let url = folder.file("absent.store")
    expect(.storeCannotBeOpened, saying: "allowsSave", opening: url, allowsSave: false)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  /// The `/proc` file system does not allow creating files.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func aFolderThatTakesNoFilesIsRefused() {
    expect(.storeCannotBeOpened, opening: URL(fileURLWithPath: "/proc/test.store"))
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
  func aFolderWithoutWritePermissionIsRefused() throws {
    let closed = folder.url.appendingPathComponent("closed")
    try FileManager.default.createDirectory(
      at: closed, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
    expect(.storeCannotBeOpened, opening: closed.appendingPathComponent("test.store"))
  }

  @Test func theFolderOfTheDefaultLocationIsMade() throws {
    #expect(
      DefaultLocation.dataHome(["XDG_DATA_HOME": folder.url.path]).standardizedFileURL.path
        == folder.url.standardizedFileURL.path)
    let name = "OpenSwiftDataTests-\(UUID().uuidString)"
    let configuration = ModelConfiguration(name)
    let parent = configuration.url.deletingLastPathComponent()
    let wasThere = FileManager.default.fileExists(atPath: parent.path)
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: configuration.url.path + suffix)
      }
      if !wasThere { try? FileManager.default.removeItem(at: parent) }
    }
    let container = try ModelContainer(for: Note.self, configurations: configuration)
    try ModelContext(container).saveNotes([1])
    #expect(configuration.url.lastPathComponent == name + ".store")
    #expect(FileManager.default.fileExists(atPath: configuration.url.path))
  }
}
