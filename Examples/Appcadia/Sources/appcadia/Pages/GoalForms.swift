import AppcadiaCore
import ExamplePages
import Foundation
import WebServer

/// The fields of a goal as they were typed.
struct GoalForm {
  private var texts: [String: String] = ["difficulty": "3"]
  /// What is wrong, by the names of fields.
  private var problems: [String: String] = [:]

  init() {}

  init(_ goal: Goal) {
    texts = [
      "title": goal.title, "category": goal.category, "description": goal.targetDescription,
      "motivation": goal.motivation, "difficulty": "\(goal.difficulty)",
      "end": goal.targetEndDate.map { Day(date: $0).description } ?? "",
    ]
  }

  init(_ request: WebRequest) throws {
    let values = try WebForm(request).values
    for name in ["title", "category", "description", "motivation", "difficulty", "end"] {
      texts[name] = (values[name] ?? "").replacing("\r\n", with: "\n")
    }
  }

  private func text(_ name: String) -> String { texts[name] ?? "" }

  /// Checks that texts are numbers and days.
  ///
  /// - Returns: Whether the goal can be changed to the values.
  mutating func isComplete(_ language: PageLanguage) -> Bool {
    if !text("end").isEmpty, Day(text("end")) == nil {
      problems["end"] = language(
        "Give a date, such as 2027-05-01.", "日付を 2027-05-01 のように入力してください。")
    }
    if Int16(text("difficulty")) == nil {
      problems["difficulty"] = language("Give a number from 1 to 5.", "難易度は1から5までです。")
    }
    return problems.isEmpty
  }

  func apply(to goal: Goal) {
    goal.title = text("title")
    goal.category = text("category")
    goal.targetDescription = text("description")
    goal.motivation = text("motivation")
    goal.difficulty = Int16(text("difficulty")) ?? 0
    goal.targetEndDate = Day(text("end"))?.date
  }

  /// Puts the message of an error beside its field.
  ///
  /// - Returns: Whether the error concerns a field.
  mutating func tell(_ error: any Error, _ language: PageLanguage) -> Bool {
    let field: String
    switch error as? AppcadiaError {
    case .titleTaken, .emptyTitle: field = "title"
    case .difficultyOutOfRange: field = "difficulty"
    default: return false
    }
    problems[field] =
      if case .titleTaken(let title, _) = error as? AppcadiaError {
        language(
          "Another goal already has the title “\(title)”.", "「\(title)」という目標はすでにあります。")
      } else {
        GoalPages.problem(error, language)
      }
    return true
  }

  func html(_ action: String, button: String, _ language: PageLanguage) -> HTML {
    func field(
      _ name: String, _ english: String, _ japanese: String, kind: String = "text",
      hint: String? = nil, attributes: HTML? = nil
    ) -> FormField {
      FormField(
        name, language(english, japanese), text(name), kind: kind, problem: problems[name],
        hint: hint, attributes: attributes)
    }
    var difficulty = field("difficulty", "Difficulty", "難易度", kind: "select")
    difficulty.choices = (1...5).map { ("\($0)", "\($0)") }
    return PostForm(
      action,
      [
        field("title", "Title", "タイトル", attributes: "required"),
        field("category", "Category", "カテゴリ", hint: language("Any word.", "自由に入力できます。")),
        field("description", "What you want to achieve", "目標の説明", kind: "textarea"),
        field("motivation", "Why you want it", "目標設定時の動機", kind: "textarea"), difficulty,
        field(
          "end", "Last day", "終了日", kind: "date",
          hint: language("May stay empty.", "空のままでもかまいません。")),
      ], button: button
    ).html
  }
}

/// The fields of a daily action as they were typed.
struct ActionForm {
  private var title = ""
  private var description = ""
  private var minutes = ""
  private var reminder = ""
  private var isRequired = true
  private var problems: [String: String] = [:]

  init() {}

  init(_ request: WebRequest) throws {
    let values = try WebForm(request).values
    (title, minutes) = (values["title"] ?? "", values["minutes"] ?? "")
    (reminder, isRequired) = (values["reminder"] ?? "", values["required"] == "yes")
    description = (values["description"] ?? "").replacing("\r\n", with: "\n")
  }

  /// Adds the action.
  ///
  /// - Returns: Whether it was added; if not, the form tells why.
  /// - Throws: Errors that concern no field.
  mutating func add(to goal: Goal, _ store: Store, _ language: PageLanguage) throws -> Bool {
    let time = reminder.isEmpty ? nil : TimeOfDay(reminder)
    if !reminder.isEmpty, time == nil {
      problems["reminder"] = language("Give a time, such as 07:30.", "時刻を 07:30 のように入力してください。")
    }
    let number = minutes.isEmpty ? 0 : Int(minutes)
    if number == nil {
      problems["minutes"] = language("Give a whole number.", "整数を入力してください。")
    }
    guard problems.isEmpty, let number else { return false }
    do {
      try store.actions.add(
        title, to: goal, minutes: number, reminder: time, isRequired: isRequired,
        description: description)
      return true
    } catch let error as AppcadiaError {
      switch error {
      case .minutesOutOfRange: problems["minutes"] = GoalPages.problem(error, language)
      case .emptyTitle, .tooManyActions: problems["title"] = GoalPages.problem(error, language)
      default: throw error
      }
      return false
    }
  }

  func html(_ action: String, _ language: PageLanguage) -> HTML {
    PostForm(
      action,
      [
        FormField(
          "title", language("What to do every day", "毎日すること"), title, problem: problems["title"],
          attributes: "required"),
        FormField("description", language("Details", "説明"), description, kind: "textarea"),
        FormField(
          "minutes", language("Minutes", "見積もり時間（分）"), minutes, kind: "number",
          problem: problems["minutes"], attributes: "min=\"0\" max=\"1440\""),
        FormField(
          "reminder", language("Reminder", "リマインダー時刻"), reminder, kind: "time",
          problem: problems["reminder"]),
        FormField(
          "required", language("Required", "必須行動"), isRequired ? "yes" : "", kind: "checkbox"),
      ], button: language("Add the action", "日次行動を追加")
    ).html
  }
}
