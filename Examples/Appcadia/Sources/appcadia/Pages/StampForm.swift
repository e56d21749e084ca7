import AppcadiaCore
import ExamplePages
import WebServer

/// The fields of a stamp as they were typed.
struct StampForm {
  /// The page to return to.
  private(set) var back = "day"
  /// Whether the day is stamped although required actions are missing.
  private(set) var isForced = false
  private var type = StampType.regular.rawValue
  private var mood = ""
  private var note = ""
  private var difficulty = ""
  private var problems: [String: String] = [:]

  init() {}

  init(_ request: WebRequest) throws {
    let values = try WebForm(request).values
    (back, isForced) = (values["back"] ?? "day", values["anyway"] == "yes")
    (type, mood) = (values["type"] ?? type, values["mood"] ?? "")
    (note, difficulty) = (values["note"] ?? "", values["difficulty"] ?? "")
  }

  /// All values, to send them again.
  var values: [String: String] {
    ["back": back, "type": type, "mood": mood, "note": note, "difficulty": difficulty]
  }

  /// The stamp; nil if a text is invalid, which the form then tells.
  mutating func entry(_ language: PageLanguage) -> StampBook.Entry? {
    var entry = StampBook.Entry()
    guard let type = StampType(rawValue: type), difficulty.isEmpty || Int(difficulty) != nil else {
      problems["difficulty"] = language("Give a number from 1 to 5.", "難易度は1から5までです。")
      return nil
    }
    (entry.type, entry.difficulty) = (type, Int(difficulty))
    entry.mood = mood.isEmpty ? nil : mood
    entry.note = note.isEmpty ? nil : note
    return entry
  }

  /// Puts the message of an error beside its field.
  ///
  /// - Returns: Whether the error concerns a field.
  mutating func tell(_ error: any Error, _ language: PageLanguage) -> Bool {
    switch error as? AppcadiaError {
    case .alreadyStamped, .tooManyStamps: problems["type"] = GoalPages.problem(error, language)
    case .difficultyOutOfRange: problems["difficulty"] = GoalPages.problem(error, language)
    default: return false
    }
    return true
  }

  func html(_ action: String, _ language: PageLanguage) -> HTML {
    PostForm(
      action,
      [
        FormField(
          "type", language("Kind", "種類"), type, kind: "select", problem: problems["type"],
          choices: StampType.allCases.map { ($0.rawValue, GoalWords.name($0, language)) }),
        FormField("mood", language("Mood", "気分"), mood),
        FormField("note", language("Note", "メモ"), note),
        FormField(
          "difficulty", language("How hard it was", "その日感じた難易度"), difficulty, kind: "select",
          problem: problems["difficulty"],
          choices: [("", language("As the goal", "目標と同じ"))] + (1...5).map { ("\($0)", "\($0)") }),
      ], button: language("Stamp", "スタンプを押す")
    ).html
  }
}
