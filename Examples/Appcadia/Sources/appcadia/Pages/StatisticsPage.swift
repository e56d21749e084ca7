import AppcadiaCore
import ExamplePages
import Foundation
import SwiftData
import WebServer

// Stamps per week.

extension GoalHandlers {
  private static let weekCount = 10

  func showStatistics(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let store = store
    let weeks = try weeks(store)
    let rows = try store.allGoals().map { goal in
      """
      <tr><th scope="row"><a href="\(path(of: goal))">\(goal.title)</a></th>\
      <td class="number">\(Int(goal.totalStamps))</td>\
      <td class="number">\(goal.currentStreak(asOf: store.today))</td>\
      <td class="number">\(Int(goal.bestStreak))</td></tr>

      """ as HTML
    }
    let table = weeks.map { week in
      """
      <tr><th scope="row">\(GoalWords.day(week.first, language))</th>\
      <td class="number">\(week.count)</td></tr>

      """ as HTML
    }
    let settings = try store.settings.settings()
    let body: HTML = """
      <div data-live="statistics">
      <h2>\(language("Stamps per week", "週ごとのスタンプ"))</h2>
      \(plot(weeks, language))
      <details><summary>\(language("As a table", "表で表示"))</summary>
      <table><thead><tr><th scope="col">\(language("Week from", "週の初日"))</th>\
      <th scope="col" class="number">\(language("Stamps", "スタンプ"))</th></tr></thead>\
      <tbody>\(table)</tbody></table></details>
      <h2>\(language("Goals", "目標"))</h2>
      <table><thead><tr><th scope="col">\(language("Goal", "目標"))</th>\
      <th scope="col" class="number">\(language("Stamps", "スタンプ"))</th>\
      <th scope="col" class="number">\(language("Streak", "連続達成日数"))</th>\
      <th scope="col" class="number">\(language("Best", "最高連続記録"))</th></tr></thead>\
      <tbody>\(rows)</tbody></table>
      <p class="faint">\(language(
        "Days on which the app was used: \(settings.totalAppUsageDays)",
        "アプリを使った日数：\(settings.totalAppUsageDays)日"))</p></div>
      """
    return try page(
      request, title: language("Statistics", "統計"), place: "/statistics", body, store)
  }

  private typealias Week = (first: Day, count: Int)

  /// The last weeks, which begin on Sunday, with the number of their stamps.
  private func weeks(_ store: Store) throws -> [Week] {
    let today = store.today
    let first = today + -today.weekday + -7 * (Self.weekCount - 1)
    let date = first.date
    var request = FetchDescriptor<Stamp>(predicate: #Predicate { $0.date >= date })
    request.propertiesToFetch = [\.date]
    var counts = [Int](repeating: 0, count: Self.weekCount)
    for stamp in try store.context.fetch(request) {
      let week = (stamp.day.number - first.number) / 7
      if week < counts.count { counts[week] += 1 }
    }
    return counts.enumerated().map { (first + 7 * $0.offset, $0.element) }
  }

  private func plot(_ weeks: [Week], _ language: PageLanguage) -> HTML {
    let highest = max(1, weeks.map(\.count).max() ?? 1)
    let bars = weeks.enumerated().map { index, week in
      let height = 130 * week.count / highest
      let (x, center) = (18 + 37 * index, 33 + 37 * index)
      let (_, month, day) = week.first.civil
      let label: HTML? =
        index.isMultiple(of: 2)
        ? "<text x=\"\(center)\" y=\"182\" text-anchor=\"middle\">\(language("\(day)/\(month)", "\(month)/\(day)"))</text>"
        : nil
      return """
        <rect x="\(x)" y="\(165 - height)" width="30" height="\(height)" rx="3"/>\
        <text x="\(center)" y="\(160 - height)" text-anchor="middle">\(week.count)</text>\(label)
        """ as HTML
    }
    let texts = weeks.map { "\(GoalWords.day($0.first, language)): \($0.count)" }
    let name = language(
      "Stamps per week, from \(texts.joined(separator: "; "))",
      "週ごとのスタンプ　\(texts.joined(separator: "、"))")
    return """
      <svg class="plot" viewBox="0 0 400 196" role="img" aria-label="\(name)">\
      <path class="axis" d="M10 165.500h380"/>\(bars)</svg>
      """
  }
}
