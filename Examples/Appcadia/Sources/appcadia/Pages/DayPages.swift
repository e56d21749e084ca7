import AppcadiaCore
import ExamplePages
import Foundation
import WebServer

// A goal with its calendar, and the stamps and actions of a day.

extension GoalHandlers {
  func showGoal(_ request: WebRequest) throws -> WebResponse {
    let store = store
    return try goalPage(try goal(of: request, store), request, store)
  }

  func goalPage(
    _ goal: Goal, _ request: WebRequest, _ store: Store, adding form: ActionForm = ActionForm(),
    status: Int = 200
  ) throws -> WebResponse {
    let language = PageLanguage(request)
    let (path, today) = (path(of: goal), store.today)
    let month = request.query["month"].flatMap(Month.init) ?? Month(of: today)
    let details = [
      (language("Category", "カテゴリ"), goal.category),
      (language("Description", "説明"), goal.targetDescription),
      (language("Motivation", "動機"), goal.motivation),
      (language("Difficulty", "難易度"), "\(goal.difficulty)"),
      (
        language("Last day", "終了日"),
        goal.targetEndDate.map { GoalWords.day(Day(date: $0), language) } ?? ""
      ),
    ].filter { !$0.1.isEmpty }.map { "<dt>\($0.0)</dt><dd class=\"lines\">\($0.1)</dd>" as HTML }
    let stamp: HTML =
      goal.isActive
      ? try stampButton(goal, on: today, back: "goal", store, language)
      : "<span class=\"badge\">\(language("Closed", "終了"))</span>"
    let toggle = actionButton(
      "\(path)/active", goal.isActive ? language("Close", "終了する") : language("Reopen", "再開"),
      of: goal.title, ["on": goal.isActive ? "no" : "yes"])
    let actions = try actions(of: goal, on: today, back: "goal", store, language)
    let body: HTML = """
      <div data-live="goal"><p>\(GoalWords.progress(of: goal, today: today, language))</p>
      <div class="row">\(stamp)</div>
      \(actions)
      <dl>\(details)</dl></div>
      <div class="buttons"><a class="button quiet" href="\(path)/edit">\(language("Edit the goal", "目標を編集"))</a>\
      \(toggle)<a class="button quiet" href="\(path)/delete">\(language("Delete the goal", "目標を削除"))</a></div>
      <h2>\(language("Calendar", "カレンダー"))</h2>
      <div data-live="calendar">\(try calendar(goal, month, store, language))</div>
      <h2>\(language("Add a daily action", "日次行動を追加"))</h2>
      \(form.html("\(path)/actions", language))
      """
    return try page(request, title: goal.title, body, store, status: status)
  }

  private func calendar(
    _ goal: Goal, _ month: Month, _ store: Store, _ language: PageLanguage
  ) throws -> HTML {
    let marks = try CalendarPage(goal, month: month, book: store.book).marks
    var cells = [HTML](repeating: "<td></td>", count: month.first.weekday)
    cells += month.days.map { cell($0, of: goal, marks[$0], store.today, language) }
    cells += [HTML](repeating: "<td></td>", count: (7 - cells.count % 7) % 7)
    let weeks = stride(from: 0, to: cells.count, by: 7).map {
      "<tr>\(Array(cells[$0..<$0 + 7]))</tr>\n" as HTML
    }
    let heads = language.weekdays.map { "<th scope=\"col\">\($0)</th>" as HTML }
    let (previous, next) = (Month(of: month.first.previous), Month(of: month.first + 31))
    return """
      <table class="calendar"><caption>\(language.month(month.first.date, in: .gmt))</caption>\
      <thead><tr>\(heads)</tr></thead><tbody>\(weeks)</tbody></table>
      <p class="faint"><span aria-hidden="true">✓</span> \(language("stamped", "スタンプ済み"))　\
      <span aria-hidden="true">+</span> \(language("bonus", "ボーナス"))</p>
      <p class="buttons"><a class="button quiet" rel="prev" href="?month=\(previous.description)">\
      \(language.month(previous.first.date, in: .gmt))</a><a class="button quiet" rel="next" \
      href="?month=\(next.description)">\(language.month(next.first.date, in: .gmt))</a></p>
      """
  }

  private func cell(
    _ day: Day, of goal: Goal, _ mark: StampMark?, _ today: Day, _ language: PageLanguage
  ) -> HTML {
    let mark = mark ?? StampMark()
    let number = day.civil.day
    let words = [
      mark.regular ? language("stamped", "スタンプ済み") : nil,
      mark.others ? language("bonus", "ボーナス") : nil,
    ].compactMap(\.self).joined(separator: ", ")
    let sign = (mark.regular ? "✓" : "") + (mark.others ? "+" : "")
    let shown: HTML = """
      \(number)<span class="mark" aria-hidden="true">\(sign)</span>\
      \(words.isEmpty ? nil : "<span class=\"unseen\"> \(words)</span>" as HTML)
      """
    let content: HTML =
      day > today
      ? "<span class=\"faint\">\(number)</span>"
      : "<a href=\"\(path(of: goal))/days/\(day.description)\">\(shown)</a>"
    return """
      <td\(mark.regular ? " class=\"stamped\"" as HTML : nil)\
      \(day == today ? " aria-current=\"date\"" as HTML : nil)>\(content)</td>
      """
  }

  // One day.

  func showDay(_ request: WebRequest) throws -> WebResponse {
    let store = store
    return try dayPage(StampForm(), request, try goal(of: request, store), store)
  }

  private func dayPage(
    _ form: StampForm, _ request: WebRequest, _ goal: Goal, _ store: Store, status: Int = 200
  ) throws -> WebResponse {
    let language = PageLanguage(request)
    let day = try day(of: request)
    let place = "\(path(of: goal))/days/\(day)"
    let stamps = try store.book.stamps(of: goal, in: day...day)
    let items = stamps.map { stamp in
      let type = StampType(rawValue: stamp.stampType)
      let name = type.map { GoalWords.name($0, language) } ?? stamp.stampType
      let notes = [
        stamp.mood, stamp.note,
        language("difficulty \(stamp.difficulty)", "難易度\(stamp.difficulty)"),
      ].compactMap(\.self).filter { !$0.isEmpty }
      return """
        <li class="card line" data-key="\(stamp.id.uuidString)"><h2>✓ \(name)</h2>\
        <p class="faint">\(notes.joined(separator: " · "))</p><div class="row">\(actionButton(
          "\(place)/unstamp", language("Take it back", "取り消す"), of: name,
          ["back": "day", "type": stamp.stampType], style: "danger"))</div></li>

        """ as HTML
    }
    let canStamp = goal.isActive && day <= store.today
    let nothing: HTML? =
      items.isEmpty ? "<p class=\"faint\">\(language("No stamps.", "スタンプはありません。"))</p>" : nil
    let body: HTML = """
      <p><a href="\(path(of: goal))?month=\(Month(of: day).description)">\(goal.title)</a></p>
      <div data-live="day">\(try actions(of: goal, on: day, back: "day", store, language))
      <ul class="cards">\(items)</ul>\(nothing)</div>
      \(canStamp ? "<h2>\(language("Add a stamp", "スタンプを押す"))</h2>\(form.html("\(place)/stamp", language))" as HTML : nil)
      """
    return try page(request, title: GoalWords.day(day, language), body, store, status: status)
  }

  func stamp(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let store = store
    let (goal, day) = (try goal(of: request, store), try day(of: request))
    var form = try StampForm(request)
    guard let entry = form.entry(language) else {
      return try dayPage(form, request, goal, store, status: 422)
    }
    if entry.type == .regular, !form.isForced {
      let missing = try store.actions.missingRequired(of: goal, on: day)
      if !missing.isEmpty {
        return try question(missing, form, request, goal, store)
      }
    }
    do {
      try store.book.stamp(goal, on: day, entry)
    } catch {
      guard form.back == "day", form.tell(error, language) else { throw error }
      return try dayPage(form, request, goal, store, status: 422)
    }
    let rewards = try store.trainers.unlockEarnedRewards().map(\.id.uuidString)
    try store.settings.noteUse(in: store.timeZone)
    let query = rewards.isEmpty ? "" : "&rewards=\(rewards.joined(separator: ","))"
    return back(form.back, goal, day, "stamped\(query)")
  }

  /// Asks for the required actions that are not ticked off, before a day is stamped.
  private func question(
    _ missing: [DailyAction], _ form: StampForm, _ request: WebRequest, _ goal: Goal, _ store: Store
  ) throws -> WebResponse {
    let language = PageLanguage(request)
    let place = "\(path(of: goal))/days/\(try day(of: request))"
    let items = missing.map { action in
      let button = tickButton(
        "\(place)/actions/\(action.id.uuidString.lowercased())", action.title, isOn: false,
        ["back": form.back])
      return "<li>\(button)</li>\n" as HTML
    }
    let body: HTML = """
      <p>\(language(
        "“\(goal.title)” has required actions that are not ticked off:", "「\(goal.title)」には、まだ完了していない必須行動があります："))</p>
      <ul class="plain">\(items)</ul>
      <div class="buttons">\(actionButton(
        "\(place)/stamp", language("Stamp anyway", "それでもスタンプを押す"), of: goal.title,
        form.values.merging(["anyway": "yes"]) { $1 }))\
      <a class="button quiet" href="\(path(of: goal))">\(language("Back to the goal", "目標に戻る"))</a></div>
      """
    return try page(
      request, title: language("Is everything done?", "すべて完了しましたか？"), body, store, status: 422)
  }

  func takeBack(_ request: WebRequest) throws -> WebResponse {
    let values = try WebForm(request).values
    let store = store
    let (goal, day) = (try goal(of: request, store), try day(of: request))
    guard let type = StampType(rawValue: values["type"] ?? "") else {
      throw WebRefusal.nothing(at: request)
    }
    try store.book.takeBack(from: goal, on: day, type)
    return back(values["back"] ?? "", goal, day, "unstamped")
  }

  func tick(_ request: WebRequest) throws -> WebResponse {
    let values = try WebForm(request).values
    let store = store
    let (goal, day) = (try goal(of: request, store), try day(of: request))
    guard let id = UUID(uuidString: request["action"]) else {
      throw WebRefusal.nothing(at: request)
    }
    if values["on"] == "yes" {
      try store.actions.tick(id: id, on: day, today: store.today)
    } else {
      try store.actions.untick(id: id, on: day)
    }
    return back(values["back"] ?? "", goal, day, "saved")
  }

  /// Leads back to the page on which something was done.
  private func back(_ place: String, _ goal: Goal, _ day: Day, _ done: String) -> WebResponse {
    let path =
      switch place {
      case "day": "\(path(of: goal))/days/\(day)"
      case "goal": path(of: goal)
      default: "/today"
      }
    return .seeOther("\(path)?done=\(done)")
  }
}
