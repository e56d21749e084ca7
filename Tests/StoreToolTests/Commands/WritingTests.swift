import DataSchema
import Foundation
import RecordStore
import StoreTool
import Testing

/// Commands that change rows.
@Suite("Writing commands")
struct WritingTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  private func contents() -> [String] {
    ["Author", "Book", "Tag"].map { ToolRun("query", path, $0, "--format", "jsonl").output }
      + [ToolRun("history", path).output]
  }

  @Test func changesAreShownBeforeTheyAreApplied() {
    let before = contents()
    let line = [
      "set", path, "book", "--value", "Title=Emma", "--value", "pages=", "--value", "author=2",
      "--where", "title == 'Dune'",
    ]
    let trial = ToolRun(line)
    #expect(trial.status == .good, "\(trial.messages)")
    #expect(
      trial.output == #"~ Book 1  title: "Dune" → "Emma", pages: 10 → nil, author: 1 → 2"# + "\n")
    #expect(trial.messages.contains("1 row would be changed. Nothing was written"))
    #expect(contents() == before)
    let run = ToolRun(line + ["--apply"])
    #expect(run.status == .good)
    #expect(run.messages.contains("1 row was changed"))
    let row = ToolRun(
      "query", path, "Book", "--where", "@key == 1", "--columns", "title,pages,author", "--format",
      "csv")
    #expect(row.output == "title,pages,author\r\nEmma,,2\r\n")
    #expect(ToolRun("history", path, "--last", "1").output.contains("by swiftdata"))
    #expect(ToolRun("history", path, "--last", "1").output.contains("~ Book 1"))
    #expect(ToolRun("check", path).status == .good)
  }

  @Test func partsOfCompositesAreSet() {
    #expect(
      ToolRun(
        "set", path, "Author", "--value", "place.city=Bonn", "--where", "@key == 1", "--apply"
      ).status == .good)
    let row = ToolRun(
      "query", path, "Author", "--where", "@key == 1", "--columns", "place", "--format", "csv")
    #expect(row.output == "place.city,place.latitude\r\nBonn,48.4\r\n")
  }

  /// The tool refuses changes that a program with models could not make.
  @Test(arguments: [
    (["--value", "title=", "--all"], StoreTool.ExitStatus.failed),
    (["--value", "pages=many", "--all"], .usage), (["--value", "pages=99999", "--all"], .failed),
    (["--value", "title", "--all"], .usage), (["--value", "nope=1", "--all"], .usage),
    (["--value", "author=Ann", "--all"], .usage), (["--value", "author=77", "--all"], .failed),
    (["--value", "tags=1", "--all"], .usage), (["--value", "@key=1", "--all"], .usage),
    (["--value", "title=a", "--value", "title=b", "--all"], .usage), (["--all"], .usage),
    (["--value", "title=a"], .usage), (["--value", "title=a", "--where", "x =="], .usage),
    (["--value", "title=a", "--where", "true", "--all"], .usage),
    (["--value", "title=a", "--where", "@key == 99"], .different),
  ])
  func invalidValuesAreRefused(_ options: [String], _ status: StoreTool.ExitStatus) {
    let before = contents()
    for apply in [[], ["--apply"]] {
      let run = ToolRun(["set", path, "Book"] + options + apply)
      #expect(run.status == status, "\(options): \(run.messages)\(run.output)")
    }
    #expect(contents() == before)
  }

  /// As with models, the row that gets a unique value last replaces the one that has it.
  @Test func duplicateUniqueValuesLeaveAConsistentStore() {
    let run = ToolRun("set", path, "Author", "--value", "name=Cid", "--all", "--apply")
    #expect(run.status == .good, "\(run.messages)")
    let authors = ToolRun("query", path, "Author", "--columns", "@key,name", "--format", "csv")
    #expect(authors.output == "@key,name\r\n2,Cid\r\n")
    // The book of the replaced author goes with it.
    let books = ToolRun("query", path, "Book", "--columns", "@key,author", "--format", "csv")
    #expect(books.output == "@key,author\r\n2,2\r\n3,\r\n")
    #expect(ToolRun("check", path).status == .good)
  }

  @Test func deletionsAreShownWithTheirCascades() {
    let before = contents()
    let line = ["delete", path, "Author", "--where", "name == 'Ann'"]
    let trial = ToolRun(line)
    #expect(trial.status == .good, "\(trial.messages)")
    #expect(
      trial.lines == [
        "Entity  Would be deleted", "Author                 1", "Book                   1",
      ])
    #expect(trial.messages.contains("Nothing was deleted"))
    #expect(contents() == before)
    #expect(ToolRun(line + ["--apply"]).status == .good)
    #expect(ToolRun("query", path, "Book", "--count").output == "2\n")
    #expect(ToolRun("query", path, "Author", "--count").output == "1\n")
    #expect(ToolRun("check", path).status == .good)
    #expect(ToolRun(line).status == .different)
    #expect(ToolRun("delete", path, "Author").status == .usage)
  }

  @Test func lastTransactionsAreShown() throws {
    for name in ["a", "b", "c"] {
      #expect(
        ToolRun("set", path, "Tag", "--value", "label=\(name)", "--where", "@key == 1", "--apply")
          .status == .good)
    }
    let all = ToolRun("history", path, "--format", "jsonl").lines
    #expect(all.count == 4)
    let last = ToolRun("history", path, "--format", "jsonl", "--last", "2").lines
    #expect(last == Array(all.suffix(2)))
    let books = ToolRun("history", path, "--format", "jsonl", "--last", "2", "--entity", "Book")
    #expect(books.lines.count == 1)
    #expect(ToolRun("history", path, "--last", "0").output.isEmpty)
    #expect(ToolRun("history", path, "--last", "9").lines.filter { !$0.hasPrefix(" ") }.count == 4)
    #expect(ToolRun("history", path, "--last", "1", "--limit", "1").status == .usage)
  }
}
