import Foundation
import SampleStores
import StoreTool
import Testing

@Suite("Generating code")
struct GenerateTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  @Test func allClassesArePrinted() {
    let run = ToolRun("generate", path, "--schema", "Library")
    #expect(run.status == .good)
    for text in [
      "@Model", "final class Author", "final class Book", "// LibrarySchema.swift",
      "VersionedSchema",
    ] {
      #expect(run.output.contains(text), "\(text)")
    }
  }

  @Test func filesAreReplacedOnlyWithForce() throws {
    let place = folder.path("Models")
    let run = ToolRun("generate", path, "--output", place)
    #expect(run.status == .good)
    #expect(run.lines.contains("\(place)/Book.swift"))
    let files = try FileManager.default.contentsOfDirectory(atPath: place)
    #expect(files.sorted() == run.lines.map { ($0 as NSString).lastPathComponent }.sorted())
    let again = ToolRun("generate", path, "--output", place)
    #expect(again.status == .failed)
    #expect(again.messages.contains("already"))
    #expect(ToolRun("generate", path, "--output", place, "--force").status == .good)
  }

  @Test func unusableInputsAreRefused() throws {
    let missing = ToolRun("generate", folder.path("nowhere.store"))
    #expect(missing.status == .cannotOpen)
    #expect(missing.messages.contains("nowhere.store"))
    let text = folder.path("text.store")
    try Data("no store".utf8).write(to: URL(fileURLWithPath: text))
    #expect(ToolRun("generate", text).status == .cannotOpen)
    #expect(ToolRun("generate", path, "--schema", "1 2").status == .usage)
  }

  @Test(.enabled(if: SampleStores.isPresent, SampleStores.reason))
  func notesReportWhatTheCodeLacks() {
    let place = URL(fileURLWithPath: SampleStores.folder ?? "")
    let notes = place.appendingPathComponent("plaso/NoteStore.sqlite").path
    let run = ToolRun("generate", notes)
    #expect(run.status == .good)
    #expect(run.messages.contains("note: "))
    #expect(run.messages.contains("The code opens stores of the model"))
    #expect(run.output.contains("class ICNote"))
    let scheduler = place.appendingPathComponent("spezi-scheduler/iOS26MigrationInput.sqlite").path
    #expect(ToolRun("generate", scheduler).status == .good)
  }
}
