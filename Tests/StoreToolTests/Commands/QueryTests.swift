import Foundation
import StoreTool
import Testing

/// Contents of a query's result besides the values of rows.
@Suite("Queries")
struct QueryTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  private func query(_ options: String..., entity: String = "Book") -> ToolRun {
    ToolRun(["query", path, entity] + options)
  }

  @Test func columnsMayFollowRelationships() {
    let run = query(
      "--columns", "@key,author.name,author.place.city,author.@key", "--sort", "-@key", "--format",
      "csv")
    #expect(
      run.output == "@key,author.name,author.place.city,author.@key\r\n3,,,\r\n"
        + "2,\"Bob, “the 日本” \"\"B\"\"\",,2\r\n1,Ann,Ulm,1\r\n", "\(run.output)\(run.messages)")
    let wrong = query("--columns", "author.nmae")
    #expect(wrong.status == .usage)
    #expect(wrong.messages.contains("Author has no column"))
    #expect(query("--columns", "tags.label").status == .usage)
  }

  @Test(arguments: [
    ("title like 'D*'", "1"), ("title like 'd?ne'", "0"), ("title like[c] 'd?ne'", "1"),
    ("title like '*\nbr*'", "1"), ("title like ''", "1"), ("not title like 'D*'", "2"),
    ("title not like 'D*'", "2"), ("title matches '[A-Z]une'", "1"), ("title matches 'une'", "0"),
    ("title matches[c] 'DUNE|x'", "1"), ("author.name like 'Bob*'", "1"),
    ("any tags (label like 'n?w')", "1"), (#"title like '\\*'"#, "0"),
  ])
  func textsAreComparedWithPatterns(_ condition: String, _ count: String) {
    let run = query("--where", condition, "--count")
    #expect(run.output == count + "\n", "\(condition): \(run.output)\(run.messages)")
  }

  @Test func invalidPatternsAreReported() {
    let run = query("--where", "title matches '['")
    #expect(run.status == .usage)
    #expect(run.messages.contains("is not a valid regular expression"))
    #expect(query("--where", "pages like '1*'").messages.contains("is not a text"))
  }

  @Test func aggregatesAreComputed() {
    let all = query(
      "--aggregate", "count,count(pages),sum(pages),avg(pages),min(pages),max(title),sum(price)",
      "--format", "jsonl")
    #expect(
      all.output
        == #"{"count":3,"count(pages)":2,"sum(pages)":210,"avg(pages)":105.0,"min(pages)":10,"#
        + #""max(title)":"Line\nbreak","sum(price)":"9.5"}"# + "\n", "\(all.output)\(all.messages)")
    let groups = query(
      "--group-by", "author.name", "--aggregate", "COUNT,sum(pages)", "--format", "csv")
    #expect(
      groups.output == "author.name,count,sum(pages)\r\n,1,0\r\nAnn,1,10\r\n"
        + "\"Bob, “the 日本” \"\"B\"\"\",1,200\r\n", "\(groups.output)\(groups.messages)")
    let table = query("--group-by", "isRead", "--where", "pages > 0")
    #expect(table.lines == ["isRead  count", "            1", "true        1"], "\(table.lines)")
    #expect(query("--aggregate", "count", "--where", "false").lines == ["count", "    0"])
  }

  @Test(arguments: [
    "sum", "sum(title)", "total(pages)", "sum(pages", "", "sum(nope)", "sum(author.name)",
  ])
  func invalidAggregatesAreReported(_ list: String) {
    let run = query("--aggregate=\(list)")
    #expect(run.status == .usage, "\(run.messages)")
    #expect(run.messages.split(separator: "\n").count > 1)
  }

  @Test func narrowTerminalsShowRowsAsLines() {
    let line = ["query", path, "Book", "--sort", "@key", "--limit", "1"]
    let narrow = ToolRun(line, columns: 30).lines
    #expect(narrow.prefix(3) == ["@key: 1", "title: Dune", "pages: 10"], "\(narrow)")
    #expect(ToolRun(line, columns: 200).lines.count == 2)
    let asked = query("--where", "@key == 2", "--columns", "title,price", "--format", "lines")
    #expect(asked.output == "title: Line\n    break\nprice: nil\n")
    let two = query("--columns", "@key", "--limit", "2", "--format", "lines")
    #expect(two.output == "@key: 1\n\n@key: 2\n")
  }

  @Test func getShowsLineBreaks() {
    let lines = ToolRun("get", path, "Book", "2").output.split(separator: "\n")
    let title = lines.firstIndex { $0.hasPrefix("title") }
    #expect(
      title.map { lines[$0].hasSuffix("  Line") && lines[$0 + 1].hasSuffix("  break") } == true)
    #expect(!lines.contains { $0.contains("\u{FFFD}") })
  }

  @Test func textsAreSearchedInAllEntities() {
    let run = ToolRun("search", path, "N")
    #expect(
      run.lines
        == [
          "Author 1  name: Ann", "Book 1  title: Dune", "Book 1  site: file:///dune",
          "Book 2  title: Line⏎break", "Tag 2  label: new",
        ], "\(run.lines)")
    #expect(ToolRun("search", path, "N", "--case").status == .different)
    #expect(ToolRun("search", path, "n", "--entity", "Tag").lines == ["Tag 2  label: new"])
    #expect(
      ToolRun("search", path, "old", "--format", "jsonl").output
        == #"{"entity":"Tag","key":1,"property":"label","text":"old"}"# + "\n")
    #expect(ToolRun("search", path, "n", "--limit", "1").lines == ["Author 1  name: Ann"])
    #expect(ToolRun("search", path, "").status == .usage)
  }
}
