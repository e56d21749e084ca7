import Foundation
import RandomTesting
import RecordStore
import StoreTool
import Testing

@Suite("The language of conditions")
struct ConditionTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  private func keys(_ condition: String, _ entity: String = "Book") throws -> [String] {
    let run = ToolRun(
      "query", path, entity, "--where", condition, "--columns", "@key", "--format", "csv")
    #expect(run.status == .good, "\(run.messages)")
    return run.output.split(separator: "\r\n").dropFirst().map(String.init)
  }

  @Test(arguments: [
    (#"title == "Dune""#, ["1"]), ("title = 'Dune' or pages = 200", ["1", "2"]),
    ("pages > 5 and pages <= 10", ["1"]), ("pages != 10", ["2", "3"]), ("pages <> 10", ["2", "3"]),
    ("pages == nil", ["3"]), ("not (pages < 100)", ["2", "3"]), ("!(pages == nil)", ["1", "2"]),
    ("isRead", ["1"]), ("not isRead", ["2", "3"]), ("isRead == true && pages == 10", ["1"]),
    ("price == 9.5", ["1"]), ("price < 10.25", ["1"]), ("title contains 'un'", ["1"]),
    ("title contains[c] 'DUN'", ["1"]), ("title not contains 'un'", ["2", "3"]),
    ("title beginsWith 'Li'", ["2"]), (#"title endsWith "\nbreak""#, ["2"]),
    ("title in ('Dune', '')", ["1", "3"]), ("pages not in (10, 11)", ["2", "3"]),
    ("pages in {}", []), ("author.name == 'Ann'", ["1"]), ("author.place.city == 'Ulm'", ["1"]),
    ("author == nil", ["3"]), ("author == 1", ["1"]), ("author.@key in (1)", ["1"]),
    ("@key >= 2", ["2", "3"]), ("author.born > 2001-01-01T00:01:00Z", ["1"]),
    ("author.born < '2001-01-02'", ["1"]), ("any tags (label == 'old')", ["1", "3"]),
    ("none tags (label == 'old')", ["2"]), ("any tags", ["1", "2", "3"]), ("tags.count == 0", []),
    ("any author.books (pages == 10)", ["1"]), ("author.books.count = 1", ["1", "2"]),
    ("number == '01020304-0506-0708-090A-0B0C0D0E0F10'", ["1"]), ("`title` == 'Dune'", ["1"]),
    ("true", ["1", "2", "3"]), ("false", []), ("site contains 'dune'", ["1"]),
    ("cover == nil", ["2"]), ("(((pages == 10)))", ["1"]),
  ])
  func conditionsFindRows(_ condition: String, _ expected: [String]) throws {
    #expect(try keys(condition) == expected, "\(condition)")
  }

  @Test(arguments: [
    ("pages", 1, "not a Boolean value"), ("pages ==", 9, "Expected a value, not the end"),
    ("pages == 'x'", 10, "is a 16-bit integer"), ("nothing == 1", 1, "no property “nothing”"),
    ("pages == 1 and", 15, "name of a property"), ("(pages == 1", 12, "“)”"),
    ("pages == 1 pages", 12, "“and”"), ("title == \"x", 10, "does not end"),
    ("title == x", 10, "a value"),
    ("title contains 5", 16, "a text"), ("title # 1", 7, "is not allowed"),
    ("tags == 1", 1, "any tags"),
    ("any title", 5, "not a to-many relationship"), ("author.born > 'soon'", 15, "2024-01-31"),
    ("author.place == 1", 1, "several parts"), ("tags.label == 'x'", 1, "any tags"),
    ("author.@size == 1", 9, "“key”"), ("title == 'a\\q'", 12, "may follow \\"),
    ("author == 'Ann'", 11, "key"), ("pages not 5", 11, "“in”"), ("", 1, "name of a property"),
    ("cover contains 'x'", 1, "is not a text"), ("tags.count > 1.5", 14, "whole number"),
    ("title contains[d] 'x'", 16, "“c]”"), ("pages in (1", 12, "“,” or “)”"),
  ])
  func errorsNameTheColumnAndTheExpectation(_ condition: String, _ column: Int, _ part: String) {
    let run = ToolRun("query", path, "Book", "--where", condition.isEmpty ? " " : condition)
    #expect(run.status == .usage)
    let start = "swiftdata: --where, column \(condition.isEmpty ? 2 : column): "
    #expect(run.messages.hasPrefix(start), "\(run.messages)")
    #expect(run.messages.contains(part), "\(run.messages)")
  }

  @Test func deepConditionsAreRefused() {
    for text in [
      String(repeating: "(", count: 5_000), String(repeating: "not (", count: 5_000) + "true",
      String(repeating: "any tags (any books (", count: 300) + "true",
    ] {
      #expect(ToolRun("query", path, "Book", "--where", text).status == .usage)
    }
  }

  /// Any input is parsed, or refused with the location of the error.
  @Test func randomConditionsAreParsedOrRefused() {
    var generator = SeededGenerator(seed: TestRun.seed(5))
    let words = [
      "title", "pages", "author", ".", "==", "<", "(", ")", "any", "not", "in", "'x'", "5", "and",
      "or", "tags", "@key", "nil", "2024-01-01", "contains", "[c]", "\\", "\"", "`", "é", "count",
      "1e5", "-", "{", ",",
    ]
    for _ in 0..<TestRun.count(2_000) {
      let text = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        words.randomElement(using: &generator) ?? ""
      }.joined(separator: Bool.random(using: &generator) ? " " : "")
      let run = ToolRun("query", path, "Book", "--count", "--where", text)
      #expect(run.status == .good || run.messages.contains("column"), "\(text): \(run.messages)")
    }
  }
}
