import AppcadiaCore
import ExamplePages
import Foundation
import SwiftData
import WebServer

/// Answers requests for the pages; each request has a context of its own.
struct GoalHandlers: Sendable {
  let container: ModelContainer
  let timeZone: TimeZone

  var store: Store { Store(container: container, timeZone: timeZone) }

  // Today.

  func showToday(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let store = store
    let goals = try store.allGoals().filter(\.isActive)
    let cards = try goals.map { try card($0, store, language) }
    let nothing: HTML? =
      goals.isEmpty
      ? """
      <p class="empty">\(language("No goals yet. Add the first one.", "目標はまだありません。最初の目標を追加しましょう。"))</p>
      """ : nil
    let body: HTML = """
      <div data-live="trainer">\(try greeting(store, language))</div>
      <p class="buttons"><a class="button" href="/add">\(language("Add a goal", "目標を追加"))</a>\
      <a class="button quiet" href="/closed">\(language("Closed goals", "終了した目標"))</a></p>
      <div data-live="goals"><ul class="cards">\(cards)</ul>\(nothing)</div>
      """
    let title = language("Today", "今日") + " – " + GoalWords.day(store.today, language)
    return try page(request, title: title, place: "/today", body, store)
  }

  /// The trainer with the words of the last reward; before there is one, where to choose it.
  private func greeting(_ store: Store, _ language: PageLanguage) throws -> HTML {
    guard let trainer = try store.trainers.selected() else {
      return """
        <div class="warning"><p>\(language(
          "Choose a trainer, who rewards you for stamps:",
          "スタンプにごほうびをくれるトレーナーを選びましょう："))
        <a href="/trainers">\(language("Trainers", "トレーナー"))</a></p></div>
        """
    }
    let words = try store.trainers.rewards(of: trainer).last(where: \.isUnlocked)?.description
    return """
      <div class="panel row"><img class="portrait" src="/pictures/\(trainer.avatarImageName).svg" alt="">\
      <p><strong>\(trainer.name)</strong><br>\(words ?? trainer.personality)</p></div>
      """
  }

  private func card(_ goal: Goal, _ store: Store, _ language: PageLanguage) throws -> HTML {
    let today = store.today
    let badge: HTML? = goal.category.isEmpty ? nil : "<span class=\"badge\">\(goal.category)</span>"
    return """
      <li class="card" data-key="\(goal.id.uuidString)"><h2><a href="\(path(of: goal))">\(goal.title)</a> \
      \(badge)</h2><p class="faint">\(GoalWords.progress(of: goal, today: today, language))</p>
      \(try actions(of: goal, on: today, back: "today", store, language))
      <div class="row">\(try stampButton(goal, on: today, back: "today", store, language))</div></li>

      """
  }

  /// The daily actions of a goal as buttons that tick them off for a day.
  func actions(
    of goal: Goal, on day: Day, back: String, _ store: Store, _ language: PageLanguage
  ) throws -> HTML {
    let done = try store.actions.done(of: goal, on: day)
    let items = goal.orderedActions.map { action in
      let notes = [
        action.isRequired ? language("required", "必須") : language("optional", "任意"),
        action.estimatedMinutes > 0
          ? language("\(action.estimatedMinutes) min", "\(action.estimatedMinutes)分") : nil,
        action.reminder.map { language("reminder at \($0)", "リマインダー \($0)") },
      ].compactMap(\.self)
      let button = tickButton(
        "\(path(of: goal))/days/\(day)/actions/\(action.id.uuidString.lowercased())", action.title,
        isOn: done.contains(action.id), ["back": back])
      return """
        <li>\(button)<span class="faint">\(notes.joined(separator: " · "))</span>\
        \(action.description.isEmpty ? nil : "<p class=\"faint lines\">\(action.description)</p>" as HTML)</li>

        """ as HTML
    }
    return items.isEmpty ? "" : "<ul class=\"plain\">\(items)</ul>"
  }

  /// The button that stamps a day, or takes the stamp back.
  func stampButton(
    _ goal: Goal, on day: Day, back: String, _ store: Store, _ language: PageLanguage
  ) throws -> HTML {
    let place = "\(path(of: goal))/days/\(day)"
    if try store.book.stamps(of: goal, in: day...day).contains(where: \.isRegular) {
      return """
        <span class="badge">✓ \(language("Stamped", "スタンプ済み"))</span>\
        \(actionButton("\(place)/unstamp", language("Take the stamp back", "スタンプを取り消す"), of: goal.title,
          ["back": back, "type": StampType.regular.rawValue]))
        """
    }
    return actionButton(
      "\(place)/stamp", language("Stamp", "スタンプを押す"), of: goal.title,
      ["back": back, "type": StampType.regular.rawValue], style: "")
  }

  func showClosed(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let store = store
    let items = try store.allGoals().filter { !$0.isActive }.map { goal in
      """
      <li class="card line" data-key="\(goal.id.uuidString)"><h2><a href="\(path(of: goal))">\(goal.title)</a></h2>\
      <p class="faint">\(GoalWords.progress(of: goal, today: store.today, language))</p>\
      <div class="row">\(actionButton(
        "\(path(of: goal))/active", language("Reopen", "再開"), of: goal.title, ["on": "yes"]))</div></li>

      """ as HTML
    }
    let nothing: HTML? =
      items.isEmpty
      ? "<p class=\"empty\">\(language("No goal is closed.", "終了した目標はありません。"))</p>" : nil
    let body: HTML = """
      <div data-live="goals"><ul class="cards">\(items)</ul>\(nothing)</div>
      """
    return try page(
      request, title: language("Closed goals", "終了した目標"), place: "/today", body, store)
  }

  // What all pages need.

  /// A page in the colors of the settings, with what was just done.
  func page(
    _ request: WebRequest, title: String, place: String? = nil, _ content: HTML, _ store: Store,
    status: Int = 200
  ) throws -> WebResponse {
    var page = Page(GoalPages.description, request, title: title, place: place, content: content)
    let theme = try store.settings.settings().themeMode
    page.theme = theme == ThemeMode.auto.rawValue ? nil : theme
    page.notice = try notice(request, store, page.language)
    return page.response(status)
  }

  private func notice(
    _ request: WebRequest, _ store: Store, _ language: PageLanguage
  ) throws -> HTML? {
    let text =
      switch request.query["done"] {
      case "added": language("Added.", "追加しました。")
      case "saved": language("Saved.", "保存しました。")
      case "deleted": language("Deleted.", "削除しました。")
      case "stamped": language("Stamped.", "スタンプを押しました。")
      case "unstamped": language("The stamp was taken back.", "スタンプを取り消しました。")
      case "chosen": language("This is your trainer now.", "トレーナーを選びました。")
      case "restored": language("The backup was restored.", "バックアップを復元しました。")
      default: ""
      }
    guard !text.isEmpty else { return nil }
    let earned = (request.query["rewards"] ?? "").split(separator: ",").compactMap {
      UUID(uuidString: String($0))
    }
    guard !earned.isEmpty else { return HTML(text) }
    let rewards = try store.context.fetch(
      FetchDescriptor<Reward>(
        predicate: #Predicate { earned.contains($0.id) }, sortBy: [SortDescriptor(\.threshold)]))
    let lines = rewards.map { reward in
      "<span>\(language("New reward:", "新しい報酬：")) <a href=\"/rewards\">\(reward.name)</a> – \(reward.description)</span>"
        as HTML
    }
    return "\(text) \(lines)"
  }

  func path(of goal: Goal) -> String { "/goals/\(goal.id.uuidString.lowercased())" }

  /// The goal that the path of a request names.
  func goal(of request: WebRequest, _ store: Store) throws -> Goal {
    guard let id = UUID(uuidString: request["id"]) else { throw WebRefusal.nothing(at: request) }
    do {
      return try store.goals.goal(id: id)
    } catch AppcadiaError.goalNotFound {
      throw WebRefusal.nothing(at: request)
    }
  }

  /// The day that the path of a request names.
  func day(of request: WebRequest) throws -> Day {
    guard let day = Day(request["day"]) else { throw WebRefusal.nothing(at: request) }
    return day
  }
}
