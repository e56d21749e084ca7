import DataSchema
import Foundation
import RecordStore
import StoreFixtures
import StoreTool
import Testing

@Suite("Importing")
struct ImportTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  private func export(_ path: String, _ format: String, _ name: String) throws {
    let run = ToolRun("export", path, "--format", format, "--output", folder.path(name))
    #expect(run.status == .good, "\(run.messages)")
  }

  /// A link may refer to a file that the importing user may read, but the folder's author may not.
  @Test(arguments: ["files", "files/cover", "Book.jsonl", "manifest.json"])
  func linksAreNotFollowed(_ name: String) throws {
    let rows = folder.url.appendingPathComponent("rows")
    let secret = folder.url.appendingPathComponent("secret")
    for place in [rows, secret] {
      try FileManager.default.createDirectory(
        at: place.appendingPathComponent("files"), withIntermediateDirectories: true)
      try Data(#"{"title":"a","cover":{"$file":"files/cover"}}"#.utf8)
        .write(to: place.appendingPathComponent("Book.jsonl"))
      try Data("secret".utf8).write(to: place.appendingPathComponent("files/cover"))
    }
    let manifest =
      ["store": "a", "formatVersion": 1, "rows": "jsonl", "entities": ["Book": 1], "files": 1]
      as [String: Any]
    try JSONSerialization.data(withJSONObject: manifest)
      .write(to: secret.appendingPathComponent("manifest.json"))
    let unlinked = ToolRun("import", path, rows.path, "--copy", folder.path("copy.store"))
    #expect(unlinked.status == .good, "\(unlinked.messages)")
    let link = rows.appendingPathComponent(name)
    try? FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: secret.appendingPathComponent(name))
    let run = ToolRun("import", path, rows.path)
    #expect(run.status == .failed, "\(run.output)")
    #expect(ToolRun("query", path, "Book", "--count").output == "3\n")
  }

  /// Swift treats a slash with a combining accent as another character; the system treats it as a
  /// slash.
  @Test(arguments: ["link/\u{301}secret", "../\u{301}secret", "a\0b"])
  func filesOfOtherFoldersAreNotRead(_ name: String) throws {
    let rows = folder.url.appendingPathComponent("rows")
    let files = rows.appendingPathComponent("files")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    for place in [folder.url, rows] {
      try Data("secret".utf8).write(to: place.appendingPathComponent("\u{301}secret"))
    }
    try Data("secret".utf8).write(to: files.appendingPathComponent("a"))
    try FileManager.default.createSymbolicLink(
      at: files.appendingPathComponent("link"), withDestinationURL: folder.url)
    let row = ["title": "a", "cover": ["$file": "files/" + name]] as [String: Any]
    try JSONSerialization.data(withJSONObject: row)
      .write(to: rows.appendingPathComponent("Book.jsonl"))
    let run = ToolRun("import", path, rows.path)
    #expect(run.status == .failed, "\(run.output)")
    #expect(ToolRun("query", path, "Book", "--count").output == "3\n")
  }

  @Test(arguments: ["jsonl", "csv"])
  func exportedRowsAreRestored(_ format: String) throws {
    try export(path, format, "out")
    let empty = try LibraryStore.makeEmpty(folder, name: "empty.store")
    let run = ToolRun("import", empty, folder.path("out"))
    #expect(run.status == .good, "\(run.messages)")
    #expect(run.lines == ["Entity  Rows", "Author     2", "Book       3", "Tag        2"])
    let diff = ToolRun("diff", path, empty, "--contents")
    #expect(diff.status == .good, "\(diff.output)")
    try export(empty, format, "again")
    for entity in ["Author", "Book", "Tag"] {
      let files = try ["out", "again"].map {
        try Data(contentsOf: URL(fileURLWithPath: folder.path("\($0)/\(entity).\(format)")))
      }
      #expect(files[0] == files[1], "\(entity)")
    }
    #expect(ToolRun("check", empty).status == .good)
  }

  @Test func importedRowsGetNewKeys() throws {
    try export(path, "jsonl", "out")
    try FileManager.default.removeItem(atPath: folder.path("out/Author.jsonl"))
    try FileManager.default.removeItem(atPath: folder.path("out/manifest.json"))
    let run = ToolRun("import", path, folder.path("out"), "--copy", folder.path("copy.store"))
    #expect(run.status == .different)
    #expect(run.messages.contains("2 relationships refer to rows"))
    #expect(ToolRun("query", path, "Book", "--count").output == "3\n")
    let copy = folder.path("copy.store")
    #expect(ToolRun("query", copy, "Book", "--count").output == "6\n")
    #expect(
      ToolRun("query", copy, "Book", "--where", "@key > 3 and any tags", "--count").output == "3\n")
    #expect(ToolRun("check", copy).status == .good)
    #expect(ToolRun("import", path, folder.path("out"), "--copy", copy).status == .failed)
  }

  @Test(arguments: [
    ("Tag.jsonl", "{\"@key\":1,\"label\":5}\n", "row 1: Tag.label must be a text"),
    ("Tag.jsonl", "{\"label\":\"x\"}\nno\n", "row 2: it is not a JSON object"),
    ("Tag.csv", "@key,label\n1\n", "it has 1 fields"),
    ("Book.jsonl", "{\"title\":\"x\",\"cover\":{\"$file\":\"../x\"}}\n", "not a file in files/"),
    ("Book.jsonl", "{\"title\":\"x\",\"cover\":{\"$file\":\"files/x\"}}\n", "cannot be read"),
    ("Book.jsonl", "{\"title\":\"x\",\"@key\":\"one\"}\n", "must contain keys"),
    ("Book.jsonl", "{\"title\":\"x\",\"pages\":70000}\n", "pages"),
    ("Nothing.jsonl", "{}\n", "no entity or property for the file Nothing.jsonl"),
    ("Nothing.txt", "{}\n", "contains no file with rows"),
  ])
  func invalidImportsAddNothing(_ name: String, _ text: String, _ part: String) throws {
    let input = folder.path("in")
    try FileManager.default.createDirectory(atPath: input, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(input)/\(name)"))
    let run = ToolRun("import", path, input)
    #expect(run.status == .failed)
    #expect(run.messages.contains(part), "\(run.messages)")
    #expect(ToolRun("query", path, "Tag", "--count").output == "2\n")
    #expect(ToolRun("query", path, "Book", "--count").output == "3\n")
  }

  /// Otherwise the command could not be repeated with the same path.
  @Test func failedImportDeletesItsCopy() throws {
    let (input, copy) = (folder.path("in"), folder.path("copy.store"))
    try FileManager.default.createDirectory(atPath: input, withIntermediateDirectories: true)
    let rows = URL(fileURLWithPath: "\(input)/Tag.jsonl")
    try Data("{\"@key\":1,\"label\":5}\n".utf8).write(to: rows)
    let failed = ToolRun("import", path, input, "--copy", copy)
    #expect(failed.status == .failed)
    #expect(failed.messages.contains("Tag.label must be a text"), "\(failed.messages)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!left.contains { $0.contains("copy") }, "\(left)")
    try Data("{\"@key\":1,\"label\":\"x\"}\n".utf8).write(to: rows)
    let repeated = ToolRun("import", path, input, "--copy", copy)
    #expect(repeated.status == .good, "\(repeated.messages)")
    #expect(ToolRun("query", copy, "Tag", "--count").output == "3\n")
    #expect(ToolRun("query", path, "Tag", "--count").output == "2\n")
  }

  /// Stores whose names differ only in their extensions share the folder of large values.
  @Test func failedImportKeepsFilesOfOtherStores() throws {
    let other = try LibraryStore.make(folder, name: "copy.sqlite")
    let values = ExternalFolder(ofStoreAt: other)
    let before = values.contents().files
    #expect(before.count == 1)
    let run = ToolRun(
      "import", path, folder.path("nowhere"), "--copy", folder.path("copy.store"))
    #expect(run.status == .failed)
    #expect(!FileSystem.hasEntry(folder.path("copy.store")))
    #expect(values.contents().files == before)
    #expect(ToolRun("check", other).status == .good)
  }

  @Test func failedCopyIsReportedWithItsReason() {
    let copy = folder.path("nowhere/copy.store")
    let run = ToolRun("import", path, folder.path("in"), "--copy", copy)
    #expect(run.status == .failed)
    #expect(
      run.messages == """
        swiftdata: The store could not be copied to “\(copy)”: No such file or directory. \
        Nothing was changed.
        Create the folder first, or choose another path.

        """)
    let created = ToolRun("copy", path, copy)
    #expect(created.status == .failed)
    #expect(
      created.messages == """
        swiftdata: The store cannot be created in \(folder.path("nowhere")): \
        No such file or directory.
        Create the folder first, or choose another path.

        """)
  }

  /// Rows precede the rows that they require.
  @Test func rowsGetTheirRequiredRelationships() throws {
    let model = ModelDescription(entities: [
      EntityDescription(
        name: "Leaf",
        properties: [
          .relationship(
            RelationshipDescription(name: "tree", destination: "Tree", isOptional: false))
        ]),
      EntityDescription(
        name: "Tree",
        properties: [.attribute(AttributeDescription(name: "name", type: .string))]),
    ])
    let (full, empty) = (folder.path("full.store"), folder.path("bare.store"))
    let engine = try RecordEngine(StoreOptions(name: "full", path: full), model: model)
    var changes = RecordChanges()
    let tree = changes.insert("Tree", ["name": .text("oak")])
    changes.insert("Leaf", ["tree": .row(tree)])
    try engine.save(changes)
    try export(full, "jsonl", "out")
    _ = try RecordEngine(StoreOptions(name: "bare", path: empty), model: model)
    let run = ToolRun("import", empty, folder.path("out"))
    #expect(run.status == .good, "\(run.messages)")
    #expect(ToolRun("diff", full, empty, "--contents").status == .good)
    // Without the required rows they are not added.
    try FileManager.default.removeItem(atPath: folder.path("out/Tree.jsonl"))
    try FileManager.default.removeItem(atPath: folder.path("out/manifest.json"))
    let refused = ToolRun("import", empty, folder.path("out"))
    #expect(refused.status == .failed)
    #expect(
      refused.messages.contains("“tree” is required, but refers to a row that the export lacks"))
    #expect(ToolRun("query", empty, "Leaf", "--count").output == "1\n")
  }

  /// Every value that an example's program wrote is restored.
  @Test(arguments: [("SampleTrips", "3.0.0"), ("Appcadia", "1.2.0"), ("ReadItLater", "3.0.0")])
  func wholeStoresAreRestored(_ system: String, _ version: String) throws {
    let url = try StoreFixtures.copy(of: system, version: version, to: folder.url)
    try export(url.path, "jsonl", "out")
    let reader = try StoreReader(url)
    let empty = folder.path("empty.store")
    _ = try RecordEngine(
      StoreOptions(name: "empty", path: empty), model: try reader.storedModel())
    let run = ToolRun("import", empty, folder.path("out"))
    #expect(run.status == .good, "\(run.messages)")
    let counts = ToolRun("info", url.path).lines.suffix(2)
    #expect(ToolRun("info", empty).lines.suffix(2) == counts)
    #expect(ToolRun("check", empty).status == .good)
  }
}
