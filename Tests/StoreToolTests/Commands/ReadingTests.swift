import CommandLineTool
import Foundation
import RecordStore
import DataSchema
import SampleStores
import StoreFixtures
import StoreTool
import Testing

/// Commands that read stores.
@Suite("Reading commands")
struct ReadingTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  @Test func infoSummarizesTheStore() throws {
    let run = ToolRun("info", path)
    #expect(run.status == .good)
    #expect(run.output.contains("written into the file by OpenSwiftData"))
    #expect(run.output.contains("1 transaction, "))
    #expect(
      run.lines.suffix(4) == ["Entity  Rows", "Author     2", "Book       3", "Tag        2"])
    let json = try #require(try ToolRun("info", path, "--format", "json").json() as? [String: Any])
    #expect((json["entities"] as? [String: Int]) == ["Author": 2, "Book": 3, "Tag": 2])
    #expect(json["externalFiles"] as? Int == 1)
  }

  @Test(arguments: [
    ["info"], ["schema"], ["query", "Tag"], ["get", "Tag", "1"], ["history"], ["check"], ["repair"],
    ["generate"], ["export", "--output", "rows"],
  ])
  func missingStoresAreReported(_ words: [String]) {
    let run = ToolRun([words[0], folder.path("nowhere.store")] + words.dropFirst())
    #expect(run.status == .cannotOpen)
    #expect(run.messages.hasPrefix("swiftdata: There is no file at "), "\(run.messages)")
  }

  @Test(arguments: ["0", "x", "1.5"]) func invalidKeysAreReported(_ key: String) {
    let run = ToolRun("get", path, "Tag", key)
    #expect(run.status == .usage)
    #expect(
      run.messages == """
        swiftdata: KEY must be a whole number, 1 or greater, not “\(key)”.
        Show the keys of the rows with: swiftdata query FILE ENTITY

        """)
  }

  @Test func schemaIsShownInEveryFormat() throws {
    let text = ToolRun("schema", path)
    #expect(text.lines.contains("  books       [Book]  inverse Book.author, cascade"))
    #expect(text.lines.contains("  unique: name"))
    let json = try #require(
      try ToolRun("schema", path, "--format", "json").json() as? [String: Any])
    #expect((json["entities"] as? [Any])?.count == 3)
    let mermaid = ToolRun("schema", path, "--format", "mermaid").lines
    #expect(mermaid.first == "erDiagram")
    #expect(mermaid.contains("  \"Author\" |o--o{ \"Book\" : \"books / author\""))
    #expect(mermaid.contains("  \"Book\" }o--o{ \"Tag\" : \"tags / books\""))
    let picture = folder.path("schema.svg")
    #expect(ToolRun("schema", path, "--format", "svg", "--output", picture).status == .good)
    let svg = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(svg.hasPrefix("<svg "))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(ToolRun("schema", path, "--entity", "Tag").lines.first == "Tag")
  }

  @Test func schemaReportsUnconfirmedForms() throws {
    let text = ToolRun("schema", path).output
    #expect(text.contains("  Book.price: Decimal as INTEGER if the number fits into 64 bits"))
    #expect(text.contains("  Book.site: URL as its text"))
    let json = try #require(
      try ToolRun("schema", path, "--format", "json").json() as? [String: Any])
    let forms = try #require(json["unconfirmedForms"] as? [[String: Any]])
    #expect(forms.map { $0["property"] as? String } == ["price", "site"])
  }

  /// The examples' models have the forms that were observed in SwiftData's stores.
  @Test(arguments: ["Appcadia", "MinecraftSpots", "ReadItLater", "SampleTrips"])
  func examplesHaveNoUnconfirmedForms(_ example: String) throws {
    for version in try StoreFixtures.versions(of: example) {
      let part = try TestFolder()
      let url = try StoreFixtures.copy(of: example, version: version, to: part.url)
      let model = try StoreReader(url).storedModel()
      #expect(model.unconfirmedForms(knowingTransformers: false).isEmpty, "\(version)")
    }
  }

  @Test func queryShowsTablesJSONAndCSV() throws {
    let table = ToolRun("query", path, "Author", "--columns", "@key,name,place", "--sort", "-@key")
    #expect(
      table.lines == [
        "@key  name                 place.city  place.latitude",
        "   2  Bob, “the 日本” \"B\"", "   1  Ann                  Ulm                   48.4",
      ])
    let json = try #require(
      try ToolRun("query", path, "Book", "--format", "json").json() as? [[String: Any]])
    #expect(json.count == 3)
    #expect(json[0]["price"] as? String == "9.5")
    #expect(json[0]["author"] as? Int == 1)
    let csv = ToolRun("query", path, "Author", "--columns", "name", "--format", "csv")
    #expect(csv.output == "name\r\nAnn\r\n\"Bob, “the 日本” \"\"B\"\"\"\r\n")
    let none = try ToolRun("query", path, "Book", "--where", "false", "--format", "json").json()
    #expect((none as? [Any])?.isEmpty == true)
    #expect(ToolRun("query", path, "Book", "--count").output == "3\n")
  }

  @Test func pagesContinueAfterAKey() throws {
    func keys(_ options: String...) -> [String] {
      let run = ToolRun(["query", path, "Book", "--columns", "@key", "--format", "csv"] + options)
      return run.output.split(separator: "\r\n").dropFirst().map(String.init)
    }
    #expect(keys("--after", "1") == ["2", "3"])
    #expect(keys("--after", "1", "--limit", "1") == ["2"])
    #expect(keys("--after", "1", "--where", "@key != 2") == ["3"])
    #expect(keys("--after", "3").isEmpty)
    let sorted = ToolRun("query", path, "Book", "--after", "1", "--sort", "title")
    #expect(sorted.status == .usage)
    #expect(sorted.messages.contains("--sort"))
    #expect(ToolRun("query", path, "Book", "--after", "x").status == .usage)
  }

  @Test func queryLimitsRowsAndRefusesUnknownNames() {
    let run = ToolRun("query", path, "Book", "--limit", "2", "--columns", "title")
    #expect(run.lines.count == 3)
    #expect(run.messages.isEmpty)
    let thing = ToolRun("query", path, "Thing")
    #expect(thing.status == .usage)
    #expect(thing.messages.contains("has no entity “Thing”"), "\(thing.messages)")
    #expect(ToolRun("query", path, "Book", "--columns", "x").messages.contains("columns: @key"))
    #expect(ToolRun("query", path, "Book", "--sort", "tags").status == .usage)
  }

  @Test func tablesOfManyRowsAreCut() throws {
    let rows = folder.url.appendingPathComponent("rows")
    try FileManager.default.createDirectory(at: rows, withIntermediateDirectories: true)
    let tags = (0..<60).map { "{\"label\":\"\($0)\"}" }.joined(separator: "\n")
    try Data(tags.utf8).write(to: rows.appendingPathComponent("Tag.jsonl"))
    #expect(ToolRun("import", path, rows.path).status == .good)
    let table = ToolRun("query", path, "Tag")
    #expect(table.lines.count == 1 + 50)
    #expect(table.messages.contains("There are more rows than these 50"), "\(table.messages)")
    let whole = ToolRun("query", path, "Tag", "--limit", "62")
    #expect(whole.lines.count == 1 + 62)
    #expect(whole.messages.isEmpty)
    #expect(ToolRun("query", path, "Tag", "--format", "jsonl").lines.count == 62)
  }

  @Test func getShowsOneRow() throws {
    let run = ToolRun("get", path, "Book", "1", "--format", "json")
    let json = try #require(try run.json() as? [String: Any])
    #expect(json["tags"] as? [Int] == [1])
    #expect(json["title"] as? String == "Dune")
    #expect(ToolRun("get", path, "Book", "1").output.contains("author    1"))
    #expect(ToolRun("get", path, "Book", "9").status == .different)
    #expect(ToolRun("get", path, "Book", "x").status == .usage)
  }

  @Test func historyIsShown() {
    let run = ToolRun("history", path, "--entity", "Tag")
    #expect(run.lines.dropFirst() == ["  + Tag 1", "  + Tag 2"])
    #expect(run.output.contains("by test"))
    #expect(ToolRun("history", path, "--format", "jsonl").lines.count == 1)
    #expect(ToolRun("history", path, "--after", "1").output.isEmpty)
  }

  @Test func placesThatAreNotStoresAreRefused() throws {
    let text = folder.path("text")
    let bytes = Data(String(repeating: "no database at all, just text ", count: 500).utf8)
    try bytes.write(to: URL(fileURLWithPath: text))
    for (place, reason) in [
      (folder.path("nothing"), "There is no file at"), (folder.url.path, "is a folder"),
      (text, "is not an SQLite database"),
      ("https://example.com/store", "at an address that begins with “https:”"),
    ] {
      let run = ToolRun("info", place)
      #expect(run.status == .cannotOpen, "\(place)")
      #expect(run.messages.contains(reason), "\(run.messages)")
      #expect(run.output.isEmpty)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: text)) == bytes)
  }

  @Test func helpDescribesEveryCommand() {
    let overview = ToolRun("help")
    #expect(overview.status == .good)
    for command in Tool.commands {
      let help = command.help
      #expect(overview.output.contains("  \(help.name)"))
      let own = ToolRun("help", help.name)
      #expect(own.status == .good)
      #expect(own.output.contains("swiftdata \(help.usage)"))
      #expect(ToolRun(help.name, "--help").output == own.output)
    }
    #expect(ToolRun().status == .usage)
    #expect(ToolRun("fly").status == .usage)
    #expect(ToolRun("--version").output == "swiftdata \(Tool.version)\n")
  }

  /// Reads every file of Apple's frameworks without changing a byte.
  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason), arguments: SampleStores.files)
  func applesFilesAreRead(_ name: String) throws {
    let url = try SampleStores.copy(name, to: folder.url)
    let before = try contents(url.path)
    let info = ToolRun("info", url.path, "--format", "json")
    #expect(info.status == .good, "\(info.messages)")
    let counts = try #require(
      (try info.json() as? [String: Any])?["entities"] as? [String: Int])
    for format in ["text", "json", "mermaid", "svg"] {
      #expect(ToolRun("schema", url.path, "--format", format).status == .good)
    }
    for (entity, count) in counts.sorted(by: { $0.key < $1.key }).filter({ $0.value > 0 }).prefix(
      12)
    {
      let rows = ToolRun("query", url.path, entity, "--format", "jsonl")
      #expect(rows.status == .good, "\(rows.messages)")
      #expect(rows.lines.count == count, "\(entity)")
      guard
        let key = ToolRun("query", url.path, entity, "--columns", "@key", "--format", "csv")
          .output.split(separator: "\r\n").dropFirst().first
      else { continue }
      #expect(ToolRun("get", url.path, entity, String(key)).status == .good)
    }
    #expect(try contents(url.path) == before)
  }

  private func contents(_ path: String) throws -> [Data?] {
    try ["", "-wal"].map { suffix in
      guard FileManager.default.fileExists(atPath: path + suffix) else { return nil }
      return try Data(contentsOf: URL(fileURLWithPath: path + suffix))
    }
  }

  /// Core Data stores the order of members in columns of their rows.
  @Test(arguments: [HostileStore.Form.own, .archived])
  func membersFollowTheFilesOrderColumns(_ form: HostileStore.Form) throws {
    let store = try HostileStore(form)
    let path = try store.copy()
    let before = ToolRun("get", path, "Author", "2").lines.first { $0.hasPrefix("books") }
    try TestDatabase(path: path).execute(
      "UPDATE ZBOOK SET Z_FOK_AUTHOR = 1024 * (10 - Z_PK); DELETE FROM OPENSWIFTDATA_ORDER")
    let after = ToolRun("get", path, "Author", "2").lines.first { $0.hasPrefix("books") }
    #expect(before?.hasSuffix("[1,2]") == true)
    #expect(after?.hasSuffix("[2,1]") == true)
    // Positions outside these columns are ignored.
    try TestDatabase(path: path).execute(
      "INSERT INTO OPENSWIFTDATA_ORDER VALUES ('Author.books', 2, 1, 0)")
    let last = ToolRun("get", path, "Author", "2").lines.first { $0.hasPrefix("books") }
    #expect(last?.hasSuffix("[2,1]") == true)
  }
}
