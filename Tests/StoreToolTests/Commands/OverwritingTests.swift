import Foundation
import RecordStore
import StoreTool
import Testing

/// No command overwrites a user's file unless it is told to.
@Suite("Files that are there already")
struct OverwritingTests {
  private let folder: TestFolder
  private let path: String
  private let there: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
    there = folder.path("there")
    try Data("kept".utf8).write(to: URL(fileURLWithPath: there))
  }

  private var content: String? { try? String(contentsOfFile: there, encoding: .utf8) }

  @Test(arguments: ["text", "json", "mermaid", "svg"])
  func schemasReplaceFilesOnlyWithForce(_ format: String) throws {
    let line = ["schema", path, "--format", format, "--output", there]
    let run = ToolRun(line)
    #expect(run.status == .failed)
    #expect(content == "kept")
    #expect(run.messages.contains("“\(there)” already exists"))
    #expect(run.messages.contains("--force"))
    #expect(ToolRun(line + ["--force"]).status == .good)
    #expect(content?.isEmpty == false)
    #expect(content != "kept")
    // The target of a link is a user's file, too.
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path("nothing"))
    #expect(ToolRun("schema", path, "--format", format, "--output", link).status == .failed)
    #expect(!FileSystem.exists(folder.path("nothing")))
  }

  /// Files next to a store belong to it: another store's log would be read as that of the copy.
  @Test(arguments: ["", "-wal", "-journal"])
  func backupsAreRefusedBesideExistingFiles(_ suffix: String) throws {
    let backup = folder.path("backup")
    let orphan = ExternalFolder(ofStoreAt: path).file(UUID())
    try Data([1]).write(to: URL(fileURLWithPath: orphan))
    try Data("kept".utf8).write(to: URL(fileURLWithPath: backup + suffix))
    let run = ToolRun("repair", path, "--backup", backup)
    #expect(run.status == .failed, "\(run.output)")
    #expect(run.messages.contains("“\(backup + suffix)” already exists"))
    #expect(try String(contentsOfFile: backup + suffix, encoding: .utf8) == "kept")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix("backup") }
    #expect(left == ["backup" + suffix])
    #expect(FileSystem.exists(orphan))
  }

  @Test func otherCommandsKeepExistingFiles() throws {
    for line in [
      ["export", path, "--output", there], ["export", path, "--output", there, "--force"],
      ["copy", path, there], ["repair", path, "--backup", there],
      ["generate", path, "--output", there],
    ] {
      let run = ToolRun(line)
      #expect(line[0] == "repair" || run.status == .failed, "\(line): \(run.output)")
      #expect(content == "kept", "\(line)")
    }
  }
}
