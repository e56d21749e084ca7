import BrowserTesting
import ExampleTestSupport
import Foundation
import RandomTesting
import Testing

@Suite(
  "Pages of trips",
  .enabled(if: PageTesting.isPossible, "Chromium and axe are missing: make test-web installs them"),
  .serialized)
struct TripPageTests {
  private func add(
    _ window: Window, _ app: ServedApp, _ name: String, _ start: String, _ end: String
  ) throws {
    try window.open(app.address + "add")
    try window.fill("[name=name]", name)
    try window.fill("[name=destination]", "京都 & Nara")
    try window.setValue("[name=start]", start)
    try window.setValue("[name=end]", end)
    try window.follow("main button")
  }

  private func item(_ window: Window, _ title: String) throws {
    try window.fill("[name=title]", title)
    try window.follow("[action$='/items'] button")
    try window.wait(forText: "Added.")
  }

  /// The flow of the document: a trip with dates, a bucket list and accommodation.
  @Test(arguments: ExampleStore.allCases)
  func tripsArePlannedTickedOffAndDeleted(_ store: ExampleStore) throws {
    try PageTesting.withApp("trips", on: store) { app in
      let window = try Browser().window()
      try add(window, app, "Spring <i>\"2099\"</i>", "2099-04-01", "2099-04-09")
      try window.wait(forText: "Spring <i>\"2099\"</i>")
      try window.wait(forText: "1 Apr 2099 – 9 Apr 2099")
      try item(window, "See the <cherry> blossoms")
      try item(window, "Eat")
      try window.follow("text=See the <cherry> blossoms")
      try window.wait(forText: "Saved.")
      let pressed = "document.querySelector('.tick').getAttribute('aria-pressed')"
      #expect(try window.value(of: pressed) == "true")
      #expect(try app.run("list").contains("☑ See the <cherry> blossoms"))

      try window.follow("text=Add accommodation")
      try window.fill("[name=place]", "Ryokan")
      try window.fill("[name=address]", "1 Street\nKyoto")
      try window.follow("text=Save")
      try window.wait(forText: "Ryokan")

      try window.follow("text=Edit the trip")
      try window.fill("[name=name]", "Spring")
      try window.follow("text=Save")
      try window.open(app.address)
      try window.wait(forText: "1 of 2 ticked off")
      try window.wait(forText: "Ryokan")
      try window.follow("text=Spring")
      try window.follow("text=Delete the trip")
      try window.wait(forText: "cannot be undone")
      try window.follow("text=Delete")
      try window.wait(forText: "No trips here.")
      #expect(try app.run("list").hasPrefix("There are no trips"))
    }
  }

  @Test func itemsAndAccommodationAreEditedAndDeleted() throws {
    try PageTesting.withApp("trips") { app in
      try app.run("add", "Trip", "Oslo", "2099-01-01", "2099-01-02")
      try app.run("add-item", "Trip", "Fjord")
      try app.run("stay", "Trip", "Hotel", "Street 1")
      let window = try Browser().window()
      try window.open(app.address)
      try window.follow("text=Trip")
      try window.follow("li [href*='/items/']")
      try window.fill("[name=title]", "Big fjord")
      try window.click("[name=reserved]")
      try window.follow("text=Save")
      try window.wait(forText: "Reserved")
      try window.follow("[href$='/stay']")
      try window.fill("[name=place]", "Hostel")
      try window.follow("text=Save")
      let list = try app.run("list")
      #expect(list.contains("☐ Big fjord (reserved)"))
      #expect(list.contains("stay at Hostel, Street 1"))
      try window.follow("[action$='/stay/delete'] button")
      try window.wait(forText: "Add accommodation")
      try window.follow("[action*='/items/'][action$='/delete'] button")
      try window.wait(forText: "Nothing to do or see yet.")
    }
  }

  @Test func wrongInputIsToldBesideItsField() throws {
    try PageTesting.withApp("trips") { app in
      try app.run("add", "夏", "沖縄", "2099-01-01", "2099-01-02")
      let window = try Browser(language: "ja").window()
      func problem(of field: String) throws -> String {
        try window.value(of: "document.querySelector('#field-\(field)-problem').innerText")
      }
      try add(window, app, "夏", "2099-05-01", "2099-05-02")
      #expect(try problem(of: "name").hasPrefix("「夏」という旅行はすでにあります。"))
      let kept: String = try window.value(
        of:
          "[...document.querySelectorAll('main input')].map((field) => field.value).join('|')")
      #expect(kept == "夏|京都 & Nara|2099-05-01|2099-05-02")
      #expect(
        try window.value(of: "document.activeElement.name == 'name'", as: Bool.self))
      try add(window, app, "冬", "2099-05-03", "2099-05-02")
      #expect(try problem(of: "end") == "終了日は開始日より前にできません。")
      #expect(try window.violations(axe: PageTesting.axe ?? "") == [])
      // What a browser without date fields sends.
      let text = try PageTesting.text(at: app.address + "add", "name=A&start=soon&end=2099-02-30")
      #expect(text.components(separatedBy: "such as 2027-05-01").count == 3)
      #expect(text.contains("value=\"soon\""))
      // The name of another trip is refused in the form of an existing trip, too.
      try app.run("add", "春", "沖縄", "2099-01-01", "2099-01-02")
      try window.open(app.address)
      try window.follow("text=春")
      try window.follow("text=旅行を編集")
      try window.fill("[name=name]", "夏")
      try window.follow("text=保存")
      #expect(try problem(of: "name").hasPrefix("「夏」という旅行はすでにあります。"))
    }
  }

  /// The count is the transient property of the document: it ends with the program.
  @Test func viewsAreCountedWhileTheProgramRuns() throws {
    try withTemporaryFolder { folder in
      let window = try Browser().window()
      for _ in 0..<2 {
        let app = try ServedApp("trips", in: folder)
        if try !app.run("list").contains("Trip") {
          try app.run("add", "Trip", "Oslo", "2099-01-01", "2099-01-02")
        }
        try window.open(app.address)
        try window.follow("text=Trip")
        try window.wait(forText: "1 since the program started")
        let address: String = try window.value(of: "location.href")
        try window.open(address)
        try window.wait(forText: "2 since the program started")
        // An update is not a view.
        try window.wait(for: "document.documentElement.dataset.connected")
        try app.run("add-item", "Trip", "Fjord")
        try window.wait(for: "document.querySelector('.tick')")
        try window.wait(forText: "2 since the program started")
        try app.run("delete", "Trip")
        #expect(try app.stop() == 0)
      }
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func openWindowsShowWhatOthersChange(_ store: ExampleStore) throws {
    try PageTesting.withApp("trips", on: store) { app in
      let browser = try Browser()
      let windows = try (0..<2).map { _ in try browser.window() }
      for window in windows {
        try window.open(app.address)
        try window.wait(for: "document.documentElement.dataset.connected")
      }
      try app.run("add", "Trip", "Oslo", "2099-01-01", "2099-01-02")
      for window in windows { try window.wait(forText: "Trip") }
      for window in windows {
        try window.follow("text=Trip")
        try window.wait(for: "document.documentElement.dataset.connected")
      }
      try windows[1].fill("[name=title]", "unfinished")
      try app.run("add-item", "Trip", "Fjord")
      for window in windows { try window.wait(forText: "Fjord") }
      try windows[0].follow("text=Fjord")
      try windows[1].wait(for: "document.querySelector('.tick[aria-pressed=true]')")
      #expect(
        try windows[1].value(of: "document.querySelector('[name=title]').value") == "unfinished")
    }
  }

  @Test func pagesTellWhichTripsWereMergedAndRenumbered() throws {
    try withTemporaryFolder { folder in
      let store = try ExampleStore.file.text(in: folder)
      let made = try HelperProgram(
        HelperProgram.url("trips"), ["make-v1", "--trips", "48", "--store", store],
        environment: ["HOME": folder.path])
      #expect(try made.waitUntilExit().0 == 0)
      let app = try ServedApp("trips", in: folder)
      let window = try Browser().window()
      try window.open(app.address)
      try window.wait(forText: "The store was migrated.")
      try window.follow("text=Show them")
      let rows: Int = try window.value(of: "document.querySelectorAll('tbody tr').length")
      #expect(rows > 2)
      try window.wait(forText: " (2)")
      try PageTesting.inspect(
        [("trips-migrated", "trips"), ("trips-past", "past"), ("trips-migration", "migration")],
        of: app)
      #expect(try app.stop() == 0)
    }
  }

  @Test func pagesWorkWithoutScripts() throws {
    try PageTesting.withApp("trips") { app in
      let text = try PageTesting.text(
        at: app.address + "add", "name=One&destination=Rome&start=2099-01-01&end=2099-01-02")
      #expect(text.contains("Added.") && text.contains("Rome"))
      let path = try #require(text.firstMatch(of: #/action="/(trips/p[0-9]+/items)"/#)).1
      for (form, answer) in [("title=See&details=x", "See"), ("title=+", "Give a title.")] {
        #expect(try PageTesting.text(at: app.address + path, form).contains(answer))
      }
      #expect(try PageTesting.text(at: app.address + "trips/p999").contains("nothing at"))
      #expect(try PageTesting.text(at: app.address + "trips/nonsense").contains("nothing at"))
    }
  }

  @Test func theKeyboardSuffices() throws {
    try PageTesting.withApp("trips") { app in
      try app.run("add", "Trip", "Oslo", "2099-01-01", "2099-01-02")
      try app.run("add-item", "Trip", "Fjord")
      let window = try Browser().window()
      try window.open(app.address)
      try PageTesting.tab(to: "Trip", in: window)
      try window.pressAndFollow("Enter")
      try PageTesting.tab(to: "Fjord", in: window)
      try window.pressAndFollow("Enter")
      try window.wait(forText: "Saved.")
      #expect(try app.run("list").contains("☑ Fjord"))
    }
  }

  @Test func pagesAreFreeOfMistakes() throws {
    try PageTesting.withApp("trips") { app in
      try app.run("add", "春の旅", "京都", "2099-04-01", "2099-04-09")
      try app.run("add-item", "春の旅", "See the cherry blossoms")
      try app.run("add-item", "春の旅", "清水寺")
      try app.run("tick", "春の旅", "清水寺")
      try app.run("stay", "春の旅", "Ryokan", "1 Street")
      let window = try Browser().window()
      try window.open(app.address)
      try window.follow("text=春の旅")
      let path: String = try window.value(of: "location.pathname.slice(1)")
      let item: String = try window.value(
        of: "document.querySelector('li [href*=\"/items/\"]').pathname.slice(1)")
      try PageTesting.inspect(
        [
          ("trips", "trips"), ("trips-found", "trips?q=京"), ("trip", path),
          ("trip-add", "add"), ("trip-edit", path + "/edit"), ("trip-delete", path + "/delete"),
          ("trip-stay", path + "/stay"), ("trip-item", item),
        ], of: app)
    }
  }
}
