import Foundation
import RecordStore
import StoreTool
import Testing

/// Files that the tool creates from a private store are private, too.
@Suite("Permissions of copies")
struct FilePermissionTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
    let values = ExternalFolder(ofStoreAt: path)
    let files = ["", "-wal", "-shm"].map { path + $0 } + values.contents().files.map(values.file)
    for file in files where FileSystem.exists(file) {
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }
  }

  private func rights(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  /// Fails for every file at a path that others may read.
  private func expectPrivate(_ path: String) throws {
    var paths = [path]
    if FileSystem.isFolder(path) {
      paths += try FileManager.default.subpathsOfDirectory(atPath: path).map { "\(path)/\($0)" }
    }
    for path in paths {
      let rights = try rights(path)
      #expect(rights & 0o077 == 0, "\(path) has \(String(rights, radix: 8))")
    }
  }

  @Test(arguments: [["--format", "jsonl"], ["--format", "csv"], ["--salvage"]])
  func exportsAreAsPrivateAsTheirStore(_ options: [String]) throws {
    let output = folder.path("rows")
    #expect(ToolRun(["export", path, "--output", output] + options).status == .good)
    #expect(FileSystem.exists("\(output)/files"))
    try expectPrivate(output)
  }

  /// The folder belongs to the user, and its new files contain the store's data.
  @Test func exportsIntoAnExistingFolderArePrivate() throws {
    let output = folder.path("rows")
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    #expect(ToolRun("export", path, "--output", output).status == .good)
    for name in try FileManager.default.contentsOfDirectory(atPath: output) {
      try expectPrivate("\(output)/\(name)")
    }
  }

  @Test func copiesAreAsPrivateAsTheirStore() throws {
    let copy = folder.path("copy.store")
    let run = ToolRun("copy", path, copy)
    #expect(run.status == .good, "\(run.messages)")
    try expectPrivate(copy)
    try expectPrivate(folder.path(".copy_SUPPORT"))
  }

  @Test func backupsAreAsPrivateAsTheirStore() throws {
    try FileManager.default.removeItem(
      atPath: ExternalFolder(ofStoreAt: path).path + "/../openswiftdata-owners")
    let orphan = ExternalFolder(ofStoreAt: path).file(UUID())
    try Data([1]).write(to: URL(fileURLWithPath: orphan))
    #expect(chmod(orphan, 0o600) == 0)
    let backup = folder.path("backup.store")
    let run = ToolRun("repair", path, "--backup", backup)
    #expect(run.status == .good, "\(run.output)\(run.messages)")
    try expectPrivate(backup)
    try expectPrivate(backup + ".files")
    let whole = folder.path("whole.store")
    _ = try SQLiteStoreKind().copy(path, to: whole)
    try expectPrivate(whole)
    try expectPrivate(folder.path(".whole_SUPPORT"))
  }
}
