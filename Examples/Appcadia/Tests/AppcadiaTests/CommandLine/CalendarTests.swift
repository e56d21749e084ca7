import AppcadiaCore
import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import appcadia

@Suite("Calendar")
struct CalendarTests {
  private let terminal = Terminal(program: "test", output: { _ in }, message: { _ in })

  @Test func monthIsDrawnWithItsStamps() throws {
    let month = try #require(Month("2026-02"))
    let page = CalendarPage(
      month: month,
      marks: [
        month.first: StampMark(regular: true), month.first.next: StampMark(others: true),
        month.first + 27: StampMark(regular: true, others: true),
      ])
    let lines = page.lines(on: terminal, language: .japanese, today: Day(number: 0))
    #expect(
      lines == [
        "2026年2月",
        "日   月   火   水   木   金   土",
        " 1💮  2⭐  3    4    5    6    7",
        " 8    9   10   11   12   13   14",
        "15   16   17   18   19   20   21",
        "22   23   24   25   26   27   28🌟",
        "💮 stamped  🌟 stamped, and more  ⭐ bonus only",
      ])
  }

  @Test(arguments: Language.allCases)
  func daysOfEveryMonthAreAligned(_ language: Language) throws {
    for number in 1...12 {
      let month = try #require(Month("2027-\(number < 10 ? "0" : "")\(number)"))
      var generator = SeededGenerator(seed: UInt64(number))
      var marks: [Day: StampMark] = [:]
      for day in month.days {
        marks[day] = StampMark(
          regular: .random(using: &generator), others: .random(using: &generator))
      }
      let lines = CalendarPage(month: month, marks: marks)
        .lines(on: terminal, language: language, today: month.first)
      let weeks = lines.dropFirst(2).dropLast()
      for (day, cell) in zip(month.days, cells(of: weeks, from: month.first.weekday)) {
        let mark = (marks[day] ?? StampMark()).symbol.filter { $0 != " " }
        #expect(cell == "\(day.civil.day)" + mark)
      }
    }
  }

  @Test func overviewFitsTheTerminal() throws {
    let month = try #require(Month("2026-02"))
    let goals = ["英語を毎日三十分ずつ話して外国の友だちを作る", "run"].map { Goal(title: $0) }
    let marks = [month.first: StampMark(regular: true), month.first + 4: StampMark(others: true)]
    let overview = MonthOverview(
      month: month, language: .english,
      rows: goals.map { ($0, CalendarPage(month: month, marks: marks)) })
    var terminal = terminal
    for columns in [60, 80, 200] {
      terminal.columns = columns
      let lines = overview.lines(on: terminal, today: month.first)
      #expect(lines.allSatisfy { $0.displayWidth <= columns })
      #expect(Set(lines.dropFirst().map(\.displayWidth)).count == 1)
    }
    let lines = overview.lines(on: self.terminal, today: month.first)
    #expect(lines[0] == "February 2026" + spaces(19) + "1   5    10   15   20   25")
    #expect(lines[2] == "run" + spaces(29) + "#...+......................." + "  streak 0")
  }

  @Test func calendarCommandPrintsStampedDays() async throws {
    try await withProgram(Appcadia.program) { program async throws in
      _ = await program("add", "英語")
      for day in ["01", "02", "28"] { _ = await program("stamp", "英語", "--date", "2025-02-\(day)") }
      _ = await program("stamp", "英語", "--date", "2025-03-01")
      let english = await program("calendar", "英語", "--month", "2025-02").output
      #expect(english.hasPrefix("英語\nFebruary 2025\n"))
      _ = await program("settings", "language", "ja")
      let page = await program("calendar", "英語", "--month", "2025-02").output
      #expect(page.hasPrefix("英語\n2025年2月\n"))
      #expect(page.contains("\n 2💮  3 "))
      #expect(page.contains("28💮\n"))
      _ = await program("settings", "language", "en")
      let overview = await program("calendar", "--month", "2025-02").output
      #expect(overview.hasPrefix("February 2025  1   5    10"))
      #expect(overview.contains("##.........................#"))
      let records: [MonthRecord] = try await program("calendar", "--month", "2025-02", "--json")
        .decoded()
      #expect(records.map(\.regular) == [["2025-02-01", "2025-02-02", "2025-02-28"]])
    }
  }

  @Test(arguments: [
    ("LANG", "ja_JP.UTF-8", "2025年2月"), ("LC_ALL", "ja", "2025年2月"),
    ("LANG", "de_DE.UTF-8", "February 2025"),
  ])
  func calendarUsesTheLanguageOfTheEnvironment(
    _ name: String, _ value: String, _ title: String
  ) async throws {
    try await withProgram(Appcadia.program) { program async throws in
      let environment = program.environment.merging([name: value]) { $1 }
      _ = await program.run(["add", "a", "--store", program.storePath], environment: environment)
      let page = await program.run(
        ["calendar", "a", "--month", "2025-02", "--store", program.storePath],
        environment: environment)
      #expect(page.output.hasPrefix("a\n\(title)\n"))
    }
  }

  /// The contents of the cells, each five columns wide, beginning with a weekday of the first line.
  private func cells(of lines: some Collection<String>, from weekday: Int) -> [String] {
    let cells = lines.flatMap { line in
      var columns = line.flatMap { [String($0)] + ($0.displayWidth == 2 ? [""] : []) }[...]
      return (0..<7).map { _ in
        defer { columns = columns.dropFirst(5) }
        return columns.prefix(5).joined().filter { $0 != " " }
      }
    }
    return Array(cells.dropFirst(weekday))
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
