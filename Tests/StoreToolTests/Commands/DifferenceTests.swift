import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import StoreFixtures
import StoreTool
import Testing

@Suite("Comparing stores")
struct DifferenceTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  @Test func equalStoresHaveNoDifferences() throws {
    let other = try LibraryStore.make(folder, name: "other.store")
    #expect(ToolRun("diff", path, other).status == .good)
    #expect(ToolRun("diff", path, other, "--contents").status == .good)
    #expect(ToolRun("migrate", path, "--to", other, "--plan").status == .good)
  }

  /// Compares the schema that this library wrote with the model that it archived for Apple's
  /// frameworks.
  @Test(arguments: ["SampleTrips", "ReadItLater"])
  func ownAndArchivedModelsHaveNoDifferences(_ example: String) throws {
    let url = try StoreFixtures.copy(of: example, version: "1.0.0", to: folder.url)
    let model = try StoreReader(url).storedModel()
    let paths = ["own.store", "archived.store"].map { folder.path($0) }
    for path in paths {
      _ = try RecordEngine(StoreOptions(name: path, path: path), model: model)
    }
    let location = StoreLocation(StoreOptions(name: "archived", path: paths[1]))
    let connection = try location.connect(writable: true)
    var metadata = try location.readMetadata(connection)
    metadata.schema = nil
    let row = try metadata.writeStatement()
    try connection.run(row.text, row.values)
    #expect(ToolRun("info", paths[1]).output.contains("archived in the file"))
    let run = ToolRun("diff", paths[0], paths[1])
    #expect(run.status == .good, "\(run.output)")
    #expect(run.output.isEmpty, "\(run.output)")
  }

  @Test func differingRowsAreListed() throws {
    let other = try LibraryStore.make(folder, name: "other.store")
    let engine = try RecordEngine(StoreOptions(name: "other", path: other))
    var changes = RecordChanges()
    changes.change(1, of: "Book", ["title": .text("Emma")])
    changes.insert("Tag", ["label": .text("third")])
    changes.delete([2], of: "Tag")
    try engine.save(changes)
    let run = ToolRun("diff", path, other, "--contents")
    #expect(run.status == .different)
    #expect(run.lines == ["~ Book 1  title", "~ Book 2  tags", "- Tag 2", "+ Tag 3"])
    #expect(ToolRun("diff", path, other, "--contents", "--entity", "Author").status == .good)
  }

  @Test func differingSchemasAreListed() throws {
    var model = LibraryStore.model
    model.entities[2].properties.append(
      .attribute(AttributeDescription(name: "note", type: .string, isOptional: true)))
    model.entities[1].properties.remove(at: 2)
    model.entities[0].properties[1] = .attribute(AttributeDescription(name: "born", type: .date))
    model.entities.append(EntityDescription(name: "Shop"))
    let other = folder.path("new.store")
    _ = try RecordEngine(StoreOptions(name: "new", path: other), model: model)
    let lines = ToolRun("diff", path, other).lines
    #expect(
      lines == ["~ Author.born  Date? → Date", "- Book.price", "+ Shop", "+ Tag.note"])
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let run = ToolRun("migrate", path, "--to", other, "--plan", "--statements")
    #expect(run.status == .different)
    #expect(
      run.output.contains(
        "Prevents the migration: Author.born needs a value, which is missing in 1 row."))
    #expect(run.output.contains("ZBOOK"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(ToolRun("migrate", path, "--to", other).status == .different)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func migrationPlansOfExamplesAreShown() throws {
    let url = try StoreFixtures.copy(of: "SampleTrips", version: "1.0.0", to: folder.url)
    let newer = folder.path("2.0.0.store")
    let run = ToolRun("migrate", url.path, "--to", newer, "--plan", "--statements")
    #expect(run.status.rawValue < 2, "\(run.messages)")
    #expect(!run.output.isEmpty)
  }
}
