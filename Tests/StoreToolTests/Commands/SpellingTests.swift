import Foundation
import StoreTool
import Testing

/// Names that are misspelled or differ in case.
@Suite("Misspelled names")
struct SpellingTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  /// Similar mistakes have the same exit status.
  @Test func misspelledNamesGetASuggestion() {
    for (line, guess) in [
      (["qury", path, "Book"], "query"), (["query", path, "Bok"], "Book"),
      (["query", path, "Book", "--limt", "1"], "--limit"),
      (["query", path, "Book", "--columns", "titel"], "title"),
      (["query", path, "Book", "--where", "titel == ''"], "title"),
      (["query", path, "Book", "--sort", "titel"], "title"), (["get", path, "Bok", "1"], "Book"),
      (["export", path, "--output", folder.path("x"), "--entity", "Bok"], "Book"),
      (["schema", path, "--entity", "Bok"], "Book"),
      (["history", path, "--entity", "Bok"], "Book"),
      (["diff", path, path, "--entity", "Bok"], "Book"),
      (["search", path, "x", "--entity", "Bok"], "Book"),
      (["set", path, "Bok", "--value", "title=x", "--all"], "Book"),
      (["delete", path, "Bok", "--all"], "Book"),
    ] {
      let run = ToolRun(line)
      #expect(run.status == .usage, "\(line): \(run.messages)")
      #expect(run.messages.contains("Did you mean \(guess)?"), "\(line): \(run.messages)")
    }
    #expect(!ToolRun("xyzzyplugh").messages.contains("Did you mean"))
  }

  @Test func capitalizationIsIgnored() {
    let whole = ToolRun("query", path, "Book", "--columns", "title", "--limit", "1").output
    #expect(ToolRun("QUERY", path, "BOOK", "--COLUMNS", "Title", "--limit", "1").output == whole)
    let found = ToolRun("query", path, "book", "--where", "AUTHOR.Name == 'Ann'", "--count")
    #expect(found.output == "1\n", "\(found.messages)")
    #expect(ToolRun("query", path, "book", "--where", "any TAGS", "--count").output == "3\n")
    #expect(ToolRun("get", path, "tag", "1").status == .good)
    #expect(ToolRun("schema", path, "--entity", "tag").lines.first == "Tag")
  }
}
