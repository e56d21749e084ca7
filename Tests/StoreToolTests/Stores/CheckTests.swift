import Dispatch
import Foundation
import Locks
import RecordStore
import SQLCore
import SQLiteDriver
import SampleStores
import StoreTool
import Testing

@Suite("Checking and repairing")
struct CheckTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  private func kinds(_ path: String) throws -> Set<String> {
    let problems = try ToolRun("check", path, "--format", "json").json() as? [[String: Any]]
    return Set((problems ?? []).compactMap { $0["kind"] as? String })
  }

  private func damage(_ statement: String) throws {
    try SQLiteConnection(path: path, mode: .readWrite).execute(statement)
  }

  @Test func wholeStoresHaveNoProblems() {
    let run = ToolRun("check", path)
    #expect(run.status == .good)
    #expect(run.output == "No problems were found.\n")
  }

  @Test(arguments: [
    ("UPDATE ZBOOK SET ZAUTHOR = 99 WHERE Z_PK = 1", "danglingKey"),
    ("DELETE FROM ZTAG WHERE Z_PK = 1", "danglingPair"),
    ("UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Book'", "counterBehind"),
    ("UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'CHANGE'", "counterBehind"),
    ("UPDATE ZTAG SET Z_ENT = 7 WHERE Z_PK = 2", "wrongEntity"),
    ("UPDATE ZTAG SET Z_ENT = NULL WHERE Z_PK = 2", "wrongEntity"),
    ("UPDATE OPENSWIFTDATA_ORDER SET MEMBER = 77 WHERE MEMBER = 3", "order"),
  ])
  func damageIsFoundAndRepaired(_ statement: String, _ kind: String) throws {
    try damage(statement)
    let run = ToolRun("check", path)
    #expect(run.status == .different)
    #expect(try kinds(path).contains(kind), "\(run.output)")
    #expect(ToolRun("repair", path, "--dry-run").status == .different)
    #expect(try kinds(path).contains(kind))
    let backup = folder.path("backup.store")
    let repair = ToolRun("repair", path, "--backup", backup)
    #expect(repair.status == .good, "\(repair.output)\(repair.messages)")
    #expect(ToolRun("check", path).status == .good)
    #expect(try kinds(backup).contains(kind))
    // An existing copy is not overwritten.
    try damage(statement)
    if try !kinds(path).isEmpty {
      #expect(ToolRun("repair", path, "--backup", backup).status == .failed)
    }
  }

  /// Another program writes after the repair started, but before the repair may write.
  @Test func repairCoversConcurrentWrites() throws {
    try damage("UPDATE ZTAG SET Z_ENT = 7 WHERE Z_PK = 2")
    let other = try SQLiteConnection(path: path, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    try other.execute("UPDATE ZTAG SET Z_ENT = (SELECT Z_ENT FROM ZTAG WHERE Z_PK = 1)")
    try other.execute("UPDATE ZBOOK SET ZAUTHOR = 77 WHERE Z_PK = 1")
    let (path, backup) = (path, folder.path("backup.store"))
    let outcome = Mutex<ToolRun?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let run = ToolRun("repair", path, "--backup", backup)
      outcome.withLock { $0 = run }
      isDone.signal()
    }
    Thread.sleep(forTimeInterval: 0.3)
    try other.execute("COMMIT")
    isDone.wait()
    let run = try #require(outcome.withLock { $0 })
    #expect(run.status == .good, "\(run.output)\(run.messages)")
    #expect(ToolRun("check", path).status == .good)
    // The copy has the state before the repair.
    #expect(try kinds(backup).contains("danglingKey"))
    #expect(try !kinds(backup).contains("wrongEntity"))
  }

  /// Closing a file releases all locks of the process on it, whichever descriptor was closed.
  @Test(.enabled(if: OtherProgram.isPresent("sqlite3")))
  func copyingAFileKeepsItsLocks() throws {
    let database = try SQLiteConnection(path: path, mode: .readWrite)
    try database.execute("PRAGMA journal_mode = DELETE")
    try database.execute("BEGIN IMMEDIATE")
    let source = try FileSystem.copyNew(path, to: folder.path("copy.store"))
    let other = try OtherProgram(["sqlite3", path, "BEGIN IMMEDIATE"])
    #expect(other.status != 0)
    #expect(other.messages.contains("locked"))
    try source.close()
    try database.execute("ROLLBACK")
  }

  @Test func orphanedFilesAreFoundAndMoved() throws {
    let support = folder.path(".library_SUPPORT/_EXTERNAL_DATA")
    let name = UUID().uuidString
    try Data([1]).write(to: URL(fileURLWithPath: "\(support)/\(name)"))
    #expect(try kinds(path) == ["orphanFile"])
    #expect(ToolRun("repair", path, "--backup", folder.path("other/copy")).status == .failed)
    #expect(ToolRun("repair", path).status == .good)
    #expect(FileManager.default.fileExists(atPath: "\(path).backup.files/\(name)"))
  }

  /// The remaining contents are shown; nothing is written by guesswork.
  @Test(arguments: ["UPDATE Z_METADATA SET Z_PLIST = NULL", "DELETE FROM Z_METADATA"])
  func storesWithoutMetadataAreReadOnly(_ statement: String) throws {
    try damage(statement)
    #expect(try kinds(path) == ["damage"])
    #expect(ToolRun("info", path).status == .good)
    #expect(ToolRun("query", path, "Tag", "--count").output == "2\n")
    #expect(ToolRun("export", path, "--output", folder.path("out")).status == .good)
    #expect(ToolRun("import", path, folder.path("out")).status == .cannotOpen)
    try damage("UPDATE ZBOOK SET ZAUTHOR = 77 WHERE Z_PK = 1")
    #expect(ToolRun("repair", path).status == .cannotOpen)
  }

  @Test func missingFilesAreFound() throws {
    try FileManager.default.removeItem(atPath: folder.path(".library_SUPPORT"))
    #expect(try kinds(path) == ["missingFile"])
    #expect(ToolRun("repair", path).status == .different)
  }

  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason), arguments: SampleStores.files)
  func applesFilesHaveOnlyKnownProblems(_ name: String) throws {
    let url = try SampleStores.copy(name, to: folder.url)
    let found = try kinds(url.path)
    // People were deleted from this file, and their similarity pairs were left.
    var known: Set<String> = name.hasSuffix("Photos.sqlite") ? ["danglingPair"] : []
    // In this file the states lack references back to the objects that name them.
    if name.hasSuffix("NoteStore.sqlite") { known = ["oneSided"] }
    #expect(found.subtracting(["missingFile"]) == known)
    guard !found.isEmpty else { return }
    #expect(ToolRun("repair", url.path).status == .good)
    #expect(ToolRun("check", url.path).status == .good)
  }
}
