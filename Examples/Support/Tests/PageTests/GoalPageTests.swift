import BrowserTesting
import ExampleTestSupport
import Foundation
import RandomTesting
import Testing

@Suite(
  "Pages of appcadia",
  .enabled(if: PageTesting.isPossible, "Chromium and axe are missing: make test-web installs them"),
  .serialized)
struct GoalPageTests {
  /// The day some days ago.
  private static func day(ago days: Int) -> String {
    Date(timeIntervalSinceNow: Double(-86_400 * days))
      .formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
  }

  /// The flow of the document: a trainer, a goal with an action, a stamp, and a reward.
  @Test(arguments: ExampleStore.allCases)
  func goalsAreStampedAndRewarded(_ store: ExampleStore) throws {
    try PageTesting.withApp("appcadia", on: store) { app in
      let window = try Browser().window()
      try window.open(app.address)
      try window.wait(forText: "Choose a trainer")
      try window.open(app.address + "trainers")
      try window.follow("li:nth-child(2) button")
      try window.wait(forText: "This is your trainer now.")
      #expect(try app.run("trainers").contains("しずく"))

      try window.open(app.address + "add")
      try window.fill("[name=title]", "Speak <b>\"English\"</b>")
      try window.fill("[name=motivation]", "Travel & talk")
      try window.follow("main form button")
      try window.wait(forText: "Travel & talk")
      try window.fill("[name=title]", "Words")
      try window.fill("[name=minutes]", "10")
      try window.follow("[action$='/actions'] button")
      try window.wait(forText: "required · 10 min")

      // Required actions are asked for first.
      try window.open(app.address)
      try window.follow("[action$='/stamp'] button")
      try window.wait(forText: "required actions that are not ticked off")
      #expect(try window.violations(axe: PageTesting.axe ?? "") == [])
      try window.follow(".tick")
      try window.wait(for: "document.querySelector('.tick[aria-pressed=true]')")
      try window.follow("[action$='/stamp'] button")
      try window.wait(forText: "New reward: はじめの声")
      try window.wait(forText: "Streak: 1 day ·")
      #expect(try app.run("goals").contains("Speak <b>\"English\"</b>"))
      try window.follow("[action$='/unstamp'] button")
      try window.wait(forText: "Streak: 0 days")
      try window.open(app.address + "rewards")
      try window.wait(forText: "Unlocked on")
      try window.wait(forText: "Locked: 7 stamps")
    }
  }

  @Test func otherDaysAreStampedInTheCalendar() throws {
    try PageTesting.withApp("appcadia") { app in
      try app.run("add", "Run")
      let window = try Browser().window()
      try window.open(app.address)
      try window.follow("text=Run")
      let path: String = try window.value(of: "location.pathname.slice(1)")
      let (day, month) = (Self.day(ago: 40), String(Self.day(ago: 40).prefix(7)))
      try window.open(app.address + path + "?month=\(month)")
      try window.follow("[href$='/days/\(day)']")
      try window.fill("[name=note]", "In the <rain>")
      try window.fill("[name=mood]", "Wet")
      try window.follow("[action$='/stamp'] button")
      try window.wait(forText: "Wet · In the <rain>")
      // A day has one regular stamp, and any number of others.
      try window.follow("[action$='/stamp'] button")
      try window.wait(for: "document.querySelector('#field-type-problem')")
      try window.open(app.address + path + "?month=\(month)")
      let cell: String = try window.value(
        of: "document.querySelector('.stamped').innerText.replace(/\\s+/g, ' ')")
      #expect(cell.contains("✓") && cell.contains("stamped"))
      #expect(try app.run("calendar", "Run", "--month", month).contains("💮"))
      try window.follow(".stamped a")
      try window.follow("[action$='/unstamp'] button")
      try window.wait(forText: "No stamps.")
      // Days to come have no links.
      try window.open(app.address + path + "?month=2099-01")
      #expect(try window.value(of: "document.querySelectorAll('td a').length") == 0)
    }
  }

  @Test func wrongInputIsToldBesideItsField() throws {
    try PageTesting.withApp("appcadia") { app in
      try app.run("add", "走る")
      let window = try Browser(language: "ja").window()
      func problem(of field: String) throws -> String {
        try window.value(of: "document.querySelector('#field-\(field)-problem').innerText")
      }
      try window.open(app.address + "add")
      try window.fill("[name=title]", "走る")
      try window.fill("[name=motivation]", "\"健康\" <のため>")
      try window.follow("main form button")
      #expect(try problem(of: "title") == "「走る」という目標はすでにあります。")
      #expect(
        try window.value(of: "document.querySelector('[name=motivation]').value") == "\"健康\" <のため>")
      #expect(try window.violations(axe: PageTesting.axe ?? "") == [])
      // What a browser without checks sends.
      let form = "title=A&difficulty=9&end="
      #expect(try PageTesting.text(at: app.address + "add", form).contains("between 1 and 5"))
      #expect(
        try PageTesting.text(at: app.address + "add", "title=A&difficulty=x&end=soon")
          .contains("field-end-problem"))
      let settings = "theme=dark&language=ja&volume=200&time=25:00"
      let text = try PageTesting.text(at: app.address + "settings", settings)
      #expect(text.contains("field-time-problem") && text.contains("value=\"200\""))
      #expect(
        try PageTesting.text(
          at: app.address + "settings", "theme=dark&language=ja&volume=200&time=07:30"
        ).contains("field-volume-problem"))
      let page = try PageTesting.text(at: app.address + "today")
      let path = try #require(page.firstMatch(of: #/href="/(goals/[0-9a-f-]+)"/#)).1
      #expect(
        try PageTesting.text(at: app.address + path + "/actions", "title=A&minutes=2000")
          .contains("field-minutes-problem"))
      #expect(
        try PageTesting.text(at: app.address + path + "/days/2099-01-01/stamp", "type=regular")
          .contains("in the future"))
      #expect(try PageTesting.text(at: app.address + "goals/nonsense").contains("nothing at"))
    }
  }

  @Test func settingsTakeEffect() throws {
    try PageTesting.withApp("appcadia") { app in
      let window = try Browser().window()
      try window.open(app.address + "settings")
      let language = "document.documentElement.lang"
      #expect(try window.value(of: language) == "en")
      try window.setValue("[name=theme]", "dark")
      try window.setValue("[name=language]", "ja")
      try window.setValue("[name=volume]", "25")
      try window.click("[name=notifications]")
      try window.follow("main form button")
      try window.wait(forText: "保存しました。")
      #expect(try window.value(of: language) == "ja")
      let paper = "getComputedStyle(document.documentElement).backgroundColor"
      #expect(try window.value(of: paper) == "rgb(20, 22, 25)")
      #expect(try app.run("settings").contains("0.25"))
      // Errors are in the language of the settings, too.
      try window.open(app.address + "nowhere")
      #expect(try window.value(of: language) == "ja")
      try app.run("settings", "theme", "light")
      try window.open(app.address + "settings")
      #expect(try window.value(of: paper) == "rgb(253, 253, 252)")
    }
  }

  @Test func remindersAndBackupsLeaveTheProgram() throws {
    try PageTesting.withApp("appcadia") { app in
      try app.run("add", "走る")
      try app.run("action", "走る", "靴", "--remind", "7:30")
      let feed = try PageTesting.text(at: app.address + "reminders.ics")
      #expect(feed.contains("BEGIN:VCALENDAR") && feed.contains("T073000"))
      let window = try Browser().window()
      try window.open(app.address + "settings")
      try window.wait(forText: "07:30 靴 – 走る")
      let link: String = try window.value(of: "document.querySelector('[href^=webcal]').href")
      #expect(link.hasSuffix("/reminders.ics"))
      let backup: String = try window.value(
        of: "fetch('/backup', { method: 'POST' }).then((answer) => answer.text())")
      try window.wait(forText: "Last backup:")
      let file = app.folder.appendingPathComponent("saved.backup")
      try Data(backup.utf8).write(to: file)
      try app.run("add", "Swim")
      try window.choose([file], in: "[name=file]")
      try window.follow("[action='/restore'] button")
      try window.wait(forText: "To replace them, tick the box.")
      try window.choose([file], in: "[name=file]")
      try window.click("[name=replace]")
      try window.follow("[action='/restore'] button")
      try window.wait(forText: "The backup was restored.")
      let goals = try app.run("goals")
      #expect(goals.contains("走る") && !goals.contains("Swim"))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func openWindowsShowWhatOthersChange(_ store: ExampleStore) throws {
    try PageTesting.withApp("appcadia", on: store) { app in
      let browser = try Browser()
      let windows = try (0..<2).map { _ in try browser.window() }
      for window in windows {
        try window.open(app.address)
        try window.wait(for: "document.documentElement.dataset.connected")
      }
      try app.run("add", "Run")
      for window in windows { try window.wait(forText: "Run") }
      try windows[0].follow("[action$='/stamp'] button")
      try windows[1].wait(forText: "Stamped")
      try app.run("unstamp", "Run")
      for window in windows { try window.wait(forText: "Streak: 0 days · Best: 0 days") }
      try app.run("choose", "ひなた")
      for window in windows { try window.wait(forText: "ひなた") }
    }
  }

  @Test func theKeyboardSuffices() throws {
    try PageTesting.withApp("appcadia") { app in
      try app.run("add", "Run")
      let window = try Browser().window()
      try window.open(app.address)
      try PageTesting.tab(to: "Stamp", in: window)
      try window.pressAndFollow("Enter")
      try window.wait(forText: "Streak: 1 day ·")
      try PageTesting.tab(to: "Run", in: window)
      try window.pressAndFollow("Enter")
      try PageTesting.tab(to: "Close", in: window)
      try window.pressAndFollow("Enter")
      try window.wait(forText: "Reopen")
      #expect(try app.run("goals", "--all").contains("Run"))
      try window.follow("text=Delete the goal")
      try PageTesting.tab(to: "Delete", in: window)
      try window.pressAndFollow("Enter")
      try window.wait(forText: "No goals yet.")
    }
  }

  @Test func pagesAreFreeOfMistakes() throws {
    try PageTesting.withApp("appcadia") { app in
      try app.run("choose", "しずく")
      try app.run("add", "英語を話す", "--motivation", "旅に出る", "--category", "学習")
      try app.run("action", "英語", "単語", "--minutes", "10", "--remind", "7:30")
      try app.run("action", "英語", "聞く", "--optional")
      try app.run("tick", "英語", "聞く")
      try app.run("add", "Run")
      for ago in [0, 1, 2, 3, 9, 12, 20, 33, 34] {
        try app.run("stamp", "英語", "--date", Self.day(ago: ago))
      }
      try app.run("stamp", "英語", "--date", Self.day(ago: 1), "--type", "bonus", "--note", "More")
      let page = try PageTesting.text(at: app.address + "today")
      let goals = page.matches(of: #/<h2><a href="/(goals/[0-9a-f-]+)"/#).map { String($0.1) }
      let english = try #require(goals.last)
      let paths = [
        ("goals", "today"), ("goals-closed", "closed"), ("goal", english),
        ("goal-add", "add"), ("goal-edit", english + "/edit"),
        ("goal-delete", english + "/delete"),
        ("goal-day", english + "/days/" + Self.day(ago: 1)), ("goal-statistics", "statistics"),
        ("goal-trainers", "trainers"), ("goal-rewards", "rewards"), ("goal-settings", "settings"),
      ]
      try PageTesting.inspect(paths, of: app) { _ = try app.run("settings", "language", $0) }
    }
  }
}
