import AppcadiaCore
import ExampleSupport

/// The kinds of stamps on a day.
struct StampMark: Equatable {
  var regular = false
  var others = false

  /// A symbol for terminals with emoji, always two columns wide, unlike circles and stars that are
  /// text.
  var symbol: String {
    switch (regular, others) {
    case (true, true): "🌟"
    case (true, false): "💮"
    case (false, true): "⭐"
    case (false, false): "  "
    }
  }

  /// A letter for other terminals, one column wide.
  var letter: String {
    regular ? "#" : others ? "+" : "."
  }
}

/// A month of a goal with its stamps.
struct CalendarPage {
  let month: Month
  let marks: [Day: StampMark]

  init(month: Month, marks: [Day: StampMark]) {
    self.month = month
    self.marks = marks
  }

  /// Reads the stamps of a month.
  ///
  /// - Throws: An error of the store.
  init(_ goal: Goal, month: Month, book: StampBook) throws {
    let days = month.days
    var marks: [Day: StampMark] = [:]
    for stamp in try book.stamps(of: goal, in: month.first...(days.last ?? month.first)) {
      if stamp.isRegular {
        marks[stamp.day, default: StampMark()].regular = true
      } else {
        marks[stamp.day, default: StampMark()].others = true
      }
    }
    self.init(month: month, marks: marks)
  }

  /// The month as a calendar whose weeks begin on Sunday, with today's number highlighted.
  func lines(on terminal: Terminal, language: Language, today: Day) -> [String] {
    var lines = [language.title(of: month)]
    lines.append(language.weekdays.map { $0 + "  " }.joined(separator: " ").withoutTrailingSpaces)
    var cells = [String](repeating: "    ", count: month.first.weekday)
    for day in month.days {
      let number = "\(day.number - month.first.number + 1)"
      let padded = String(repeating: " ", count: 2 - number.count) + number
      cells.append(
        (day == today ? terminal.styled(padded, .yellow) : padded)
          + (marks[day] ?? StampMark()).symbol)
    }
    lines += stride(from: 0, to: cells.count, by: 7).map { start in
      cells[start..<min(start + 7, cells.count)].joined(separator: " ").withoutTrailingSpaces
    }
    return lines + legend
  }

  private var legend: [String] {
    let words = [
      (StampMark(regular: true, others: false), "stamped"),
      (StampMark(regular: true, others: true), "stamped, and more"),
      (StampMark(regular: false, others: true), "bonus only"),
    ].filter { mark, _ in marks.values.contains(mark) }
    return words.isEmpty
      ? [] : [words.map { "\($0.symbol) \($1)" }.joined(separator: "  ")]
  }
}

extension Language {
  /// The names of the weekdays, beginning with Sunday, each two columns wide.
  var weekdays: [String] {
    switch self {
    case .japanese: ["日", "月", "火", "水", "木", "金", "土"]
    case .english: ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"]
    }
  }

  /// The name of a month, with its year.
  func title(of month: Month) -> String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    return switch self {
    case .japanese: "\(month.year)年\(month.month)月"
    case .english: "\(names[month.month - 1]) \(month.year)"
    }
  }
}
