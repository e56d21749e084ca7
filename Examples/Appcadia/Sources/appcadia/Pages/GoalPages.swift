import AppcadiaCore
import ExamplePages
import ExampleSupport
import Foundation
import SwiftData
import WebServer

/// The pages of appcadia.
enum GoalPages: PagedApp {
  static let program = "appcadia"
  static let port: UInt16 = 8_092

  static let description = PagedAppDescription(
    name: "Appcadia",
    summary: (
      "A stamp for each day on which you did something for your goals", "目標に取り組んだ日にスタンプを押すアプリ"
    ),
    navigation: [
      ("/today", "Today", "今日"), ("/statistics", "Statistics", "統計"),
      ("/trainers", "Trainers", "トレーナー"), ("/rewards", "Rewards", "報酬"),
      ("/settings", "Settings", "設定"),
    ], color: "#8a3b78",
    symbol: """
      <circle cx="50" cy="50" r="30" fill="none" stroke="#fff" stroke-width="7"/>\
      <path d="M36 51l10 10 19-22" fill="none" stroke="#ffd34d" stroke-width="8" \
      stroke-linecap="round" stroke-linejoin="round"/>
      """)

  static func openContainer(in session: Session) throws -> ModelContainer {
    try session.openStore().context.container
  }

  /// The language of the settings, once the app was used.
  static func language(_ container: ModelContainer) -> PageLanguage? {
    let settings = SettingsRepository(context: ModelContext(container))
    guard let settings = try? settings.settings(), !settings.isFirstLaunch else { return nil }
    return PageLanguage(rawValue: settings.language)
  }

  static func routes(_ container: ModelContainer, _ session: Session) -> [WebRoute] {
    let pages = GoalHandlers(container: container, timeZone: session.timeZone)
    func route(
      _ method: String, _ pattern: String, bodySize: Int? = nil,
      _ respond: @escaping @Sendable (WebRequest) throws -> WebResponse
    ) -> WebRoute {
      WebRoute(method, pattern, bodySize: bodySize) {
        try respond($0.preferring(language(container)))
      }
    }
    return [
      route("GET", "/") { _ in .seeOther("/today") },
      route("GET", "/today", pages.showToday), route("GET", "/closed", pages.showClosed),
      route("GET", "/add", pages.showAdding), route("POST", "/add", pages.add),
      route("GET", "/goals/:id", pages.showGoal),
      route("GET", "/goals/:id/edit", pages.showEditing),
      route("POST", "/goals/:id/edit", pages.edit),
      route("GET", "/goals/:id/delete", pages.askForDeletion),
      route("POST", "/goals/:id/delete", pages.delete),
      route("POST", "/goals/:id/active", pages.setActive),
      route("POST", "/goals/:id/actions", pages.addAction),
      route("GET", "/goals/:id/days/:day", pages.showDay),
      route("POST", "/goals/:id/days/:day/stamp", pages.stamp),
      route("POST", "/goals/:id/days/:day/unstamp", pages.takeBack),
      route("POST", "/goals/:id/days/:day/actions/:action", pages.tick),
      route("GET", "/statistics", pages.showStatistics),
      route("GET", "/trainers", pages.showTrainers),
      route("POST", "/trainers/:id/choose", pages.choose),
      route("GET", "/rewards", pages.showRewards),
      route("GET", "/pictures/:name", pages.showPicture),
      route("GET", "/settings", pages.showSettings),
      route("POST", "/settings", pages.changeSettings),
      route("GET", "/reminders.ics", pages.showReminders),
      route("POST", "/backup", pages.backUp),
      route("POST", "/restore", bodySize: 64 << 20, pages.restore),
    ]
  }

  static func problem(_ error: any Error, _ language: PageLanguage) -> String? {
    guard let error = error as? AppcadiaError else { return nil }
    return language == .japanese ? japanese(error) : error.sentence
  }

  private static func japanese(_ error: AppcadiaError) -> String {
    switch error {
    case .goalNotFound: "この目標はすでに削除されています。"
    case .trainerNotFound: "このトレーナーはいません。"
    case .actionNotFound: "この日次行動はすでに削除されています。"
    case .titleTaken(let title, _): "「\(title)」という目標はすでにあります。別のタイトルにしてください。"
    case .alreadyStamped(let goal, let day): "「\(goal)」の\(day)にはすでにスタンプがあります。"
    case .notStamped(let goal, let day, _): "「\(goal)」の\(day)にはこのスタンプがありません。"
    case .alreadyDone(let action, let day): "「\(action)」は\(day)にすでに完了しています。"
    case .notDone(let action, let day): "「\(action)」は\(day)に完了していません。"
    case .storeHasGoals(let count):
      "すでに目標が\(count)件あるため、復元しませんでした。置き換えるにはチェックを入れてください。"
    case .dayInFuture(let day, _): "\(day)は未来の日なので、スタンプを押せません。"
    case .goalInactive(let title): "「\(title)」は終了した目標です。先に再開してください。"
    case .emptyTitle: "タイトルを入力してください。"
    case .difficultyOutOfRange: "難易度は1から5までです。"
    case .minutesOutOfRange: "時間は0分から1440分までです。"
    case .volumeOutOfRange: "音量は0から100までです。"
    case .tooManyActions(let goal): "「\(goal)」の日次行動はこれ以上追加できません。"
    case .tooManyStamps(let goal, let day): "「\(goal)」の\(day)にはこれ以上スタンプを押せません。"
    }
  }
}

/// The words of the document in each language.
enum GoalWords {
  static func name(_ type: StampType, _ language: PageLanguage) -> String {
    switch type {
    case .regular: language("Regular", "通常")
    case .bonus: language("Bonus", "ボーナス")
    case .streak: language("Streak", "連続達成")
    }
  }

  static func name(_ type: TrainerType, _ language: PageLanguage) -> String {
    switch type {
    case .energetic: language("Energetic", "元気")
    case .calm: language("Calm", "穏やか")
    case .strict: language("Strict", "厳格")
    }
  }

  static func name(_ type: RewardType, _ language: PageLanguage) -> String {
    switch type {
    case .voice: language("Voice", "音声")
    case .illustration: language("Illustration", "イラスト")
    case .badge: language("Badge", "バッジ")
    }
  }

  static func name(_ rarity: RewardRarity, _ language: PageLanguage) -> String {
    switch rarity {
    case .common: language("Common", "コモン")
    case .rare: language("Rare", "レア")
    case .legendary: language("Legendary", "レジェンド")
    }
  }

  static func name(_ theme: ThemeMode, _ language: PageLanguage) -> String {
    switch theme {
    case .light: language("Light", "ライト")
    case .dark: language("Dark", "ダーク")
    case .auto: language("As the browser", "自動")
    }
  }

  /// The streaks and the number of stamps of a goal.
  static func progress(of goal: Goal, today: Day, _ language: PageLanguage) -> String {
    let (streak, best) = (goal.currentStreak(asOf: today), Int(goal.bestStreak))
    return language(
      "Streak: \(StreakText.count(streak, "day")) · Best: \(StreakText.count(best, "day")) · Stamps: \(goal.totalStamps)",
      "連続達成日数：\(streak)日・最高連続記録：\(best)日・スタンプ：\(goal.totalStamps)個")
  }

  static func day(_ day: Day, _ language: PageLanguage) -> String {
    language.day(day.date, in: .gmt)
  }
}
