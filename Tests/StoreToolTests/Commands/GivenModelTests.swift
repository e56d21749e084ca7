import DataSchema
import Foundation
import ModelArchives
import RecordStore
import SampleStores
import StoreTool
import Testing

/// Model files that are given together with stores.
@Suite("Models that are given")
struct GivenModelTests {
  private let folder: TestFolder
  /// A file without a stored model, of which only the tables are known.
  private let path: String
  private let model: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
    let compiled = folder.url.appendingPathComponent("Library.momd")
    try FileManager.default.createDirectory(at: compiled, withIntermediateDirectories: true)
    var newer = LibraryStore.model
    newer.versionIdentifiers = ["2.0.0"]
    newer.entities.append(EntityDescription(name: "Shop"))
    for (name, model) in [("Library", LibraryStore.model), ("Library 2", newer)] {
      try ModelArchive.archive(of: model).write(to: compiled.appendingPathComponent("\(name).mom"))
    }
    model = compiled.path
    let database = try TestDatabase(path: path)
    try database.execute("DELETE FROM Z_MODELCACHE")
    try HostileStore.setMetadata(LibraryStore.model, isOwn: false, in: database)
  }

  @Test func storesAreReadWithGivenModels() throws {
    #expect(ToolRun("info", path).output.contains("derived from the tables"))
    let info = ToolRun("info", path, "--model", model)
    #expect(info.status == .good, "\(info.messages)")
    #expect(
      info.output.contains("given: the version “Library” of Library.momd, by its version hashes"),
      "\(info.output)")
    let found = ToolRun(
      "query", path, "Book", "--where", "isRead == true", "--count", "--model", model)
    #expect(found.output == "1\n", "\(found.messages)")
    let schema = ToolRun("schema", path, "--model", model)
    #expect(schema.lines.contains("  books       [Book]  inverse Book.author, cascade"))
    for line in [
      ["get", path, "Author", "1"], ["history", path], ["check", path], ["search", path, "Dune"],
      ["export", path, "--output", folder.path("rows")], ["diff", path, path, "--contents"],
      ["copy", path, folder.path("copy.store")],
    ] {
      let run = ToolRun(line + ["--model", model])
      #expect(run.status == .good, "\(line): \(run.output)\(run.messages)")
    }
    #expect(ToolRun("query", folder.path("copy.store"), "Book", "--count").output == "3\n")
  }

  @Test func storesAreWrittenWithGivenModels() {
    let line = ["set", path, "Tag", "--value", "label=x", "--where", "@key == 1", "--apply"]
    #expect(ToolRun(line).status == .cannotOpen)
    let run = ToolRun(line + ["--model", model])
    #expect(run.status == .good, "\(run.messages)")
    #expect(
      ToolRun("query", path, "Tag", "--where", "label == 'x'", "--count", "--model", model).output
        == "1\n")
  }

  @Test func modelsOfOtherStoresAreRefused() throws {
    let other = folder.path("Other.mom")
    try ModelArchive.archive(of: ModelDescription(entities: [EntityDescription(name: "Shop")]))
      .write(to: URL(fileURLWithPath: other))
    let run = ToolRun("info", path, "--model", other)
    #expect(run.status == .cannotOpen, "\(run.messages)")
    #expect(run.messages.contains("No version of “Other.mom” matches "), "\(run.messages)")
    #expect(ToolRun("info", path, "--model", folder.path("none.momd")).status == .cannotOpen)
  }

  @Test func modelVersionsAreShownAndCompared() throws {
    let info = ToolRun("info", model)
    #expect(info.status == .good, "\(info.messages)")
    #expect(info.lines.count == 3)
    #expect(info.output.contains("current"))
    let json = try #require(try ToolRun("info", model, "--format", "json").json() as? [String: Any])
    #expect((json["versions"] as? [Any])?.count == 2)
    #expect(ToolRun("schema", model).lines.contains("Shop"))
    #expect(!ToolRun("schema", model, "--version", "Library").lines.contains("Shop"))
    #expect(ToolRun("schema", path, "--version", "Library").status == .usage)
    let wrong = ToolRun("schema", model, "--version", "Libary")
    #expect(wrong.status == .usage)
    #expect(wrong.messages.contains("Did you mean Library?"))
    let diff = ToolRun(
      "diff", model, model, "--first-version", "Library", "--second-version", "2.0.0")
    #expect(diff.status == .different)
    #expect(diff.lines == ["+ Shop"])
    #expect(
      ToolRun("diff", folder.path("library.store"), model, "--model", model).lines == ["+ Shop"])
  }
}

/// The counts that `info` prints.
extension GivenModelTests {
  @Test func rowCountsMatchExports() throws {
    let store = try HostileStore(.own)
    let info = ToolRun("info", store.path)
    #expect(info.output.contains("With subentities"), "\(info.output)")
    let json = try #require(
      try ToolRun("info", store.path, "--format", "json").json() as? [String: Any])
    let own = try #require(json["ownRows"] as? [String: Int])
    let out = store.folder.path("counted")
    #expect(ToolRun("export", store.path, "--output", out).status == .good)
    for (entity, count) in own {
      let file = "\(out)/\(entity).jsonl"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.split(separator: "\n").count == count, "\(entity)")
    }
  }

  /// Clocks can be set back.
  @Test func historyRangesRunFromEarliestToLatest() throws {
    for name in ["a", "b"] {
      #expect(
        ToolRun(
          "set", path, "Tag", "--value", "label=\(name)", "--all", "--apply", "--model", model
        ).status == .good)
    }
    try TestDatabase(path: path).execute(
      """
      UPDATE ATRANSACTION SET ZTIMESTAMP = 86400 * (10 - Z_PK);
      UPDATE ATRANSACTION SET ZTIMESTAMP = 0 WHERE Z_PK = 2
      """)
    let info = ToolRun("info", path)
    #expect(
      info.output.contains("3 transactions, 2001-01-01T00:00:00Z to 2001-01-10T00:00:00Z"),
      "\(info.output)")
  }
}
