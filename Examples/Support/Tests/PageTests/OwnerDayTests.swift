import BrowserTesting
import ExampleTestSupport
import Foundation
import RandomTesting
import Testing

/// A day of each app's owner: thirty steps through pages and the command line.
@Suite(
  "Owners' days",
  .enabled(if: PageTesting.isPossible, "Chromium and axe are missing: make test-web installs them"),
  .serialized)
struct OwnerDayTests {
  /// Checks the store with the tool.
  private func check(_ app: ServedApp) throws {
    let tool = try HelperProgram(HelperProgram.url("swiftdata"), ["check", app.storePath])
    let (status, lines) = try tool.waitUntilExit()
    #expect(status == 0, "\(lines)")
  }

  @Test func aDayWithReadItLater() throws {
    try PageTesting.withApp("readitlater") { app in
      let window = try Browser().window(), second = try Browser(language: "ja").window()
      func add(_ url: String, _ title: String) throws {
        try window.open(app.address + "add")
        try window.fill("[name=url]", url)
        try window.fill("[name=title]", title)
        try window.follow("main button")
      }
      // 1–4: the app opens in two windows, and a first page comes from the command line.
      try window.open(app.address)
      try second.open(app.address)
      try second.wait(for: "document.documentElement.dataset.connected")
      try app.run("add", "https://a.example/news", "News")
      try second.wait(forText: "News")
      // 5–9: pages by form, by share sheet, by bookmarklet; one of them twice, one wrong.
      try add("https://b.example/long", "A long read")
      try window.open(app.address + "add?text=Read%20https%3A%2F%2Fc.example%2F&title=Shared")
      try window.follow("main button")
      try window.open(app.address + "add?url=https%3A%2F%2Fd.example%2F&title=By%20bookmarklet")
      try window.follow("main button")
      try add("https://b.example/long", "Again")
      try window.wait(forText: "This page is already in Inbox.")
      try add("gopher://old.example/", "Old")
      try window.wait(forText: "gopher:")
      // 10–14: one is read and archived, one kept, one renamed.
      try app.run("move", "Shared", "archive")
      try second.wait(for: "document.querySelectorAll('.card').length == 3")
      try window.open(app.address)
      try window.follow("text=Keep")
      try window.open(app.address + "bookmark")
      try window.follow("text=Edit")
      try window.fill("[name=title]", "Kept by the page")
      try window.follow("text=Save")
      try window.wait(forText: "Saved.")
      #expect(try app.run("list", "bookmark").contains("Kept by the page"))
      // 15–19: deletions and their undoing, on both sides.
      try window.follow("text=Delete")
      try window.follow("text=Undo")
      try window.wait(forText: "Kept by the page")
      try app.run("delete", "News")
      try second.wait(for: "document.querySelectorAll('.card').length == 1")
      try app.run("undo")
      try second.wait(for: "document.querySelectorAll('.card').length == 2")
      // 20–24: a file of links fills the inbox; the rest goes to the archive.
      let list = app.folder.appendingPathComponent("links.txt")
      let links = (0..<60).map { "https://list.example/\($0)" }
      try Data(links.joined(separator: "\n").utf8).write(to: list)
      try window.open(app.address + "files")
      try window.choose([list], in: "[name=file]")
      try window.follow("main form button")
      try window.wait(forText: "Added 48 pages.")
      try window.wait(forText: "12 did not fit into the inbox")
      try window.choose([list], in: "[name=file]")
      let _: Bool = try window.value(
        of: "(document.querySelector('[name=to]').value = 'archive') == 'archive'")
      try window.follow("main form button")
      try window.wait(forText: "Added 12 pages.")
      try second.wait(forText: "Inboxが上限に達しています。")
      // 25–28: search, and export of everything.
      try window.open(app.address + "search?q=list+59")
      try window.wait(forText: "1 pages")
      let exported: String = try window.value(
        of: "fetch('/export/html').then((answer) => answer.text())")
      #expect(exported.contains("https://list.example/59"))
      try app.run(
        "export", app.folder.appendingPathComponent("all.json").path, "--format", "firefox")
      // 29–30: numbers, and the end of the day.
      let stats = try app.run("stats")
      #expect(stats.contains("50 of 50"))
      #expect(try app.run("search", "Kept").contains("Kept by the page"))
      try check(app)
    }
  }

  @Test func aDayWithSpots() throws {
    try PageTesting.withApp("spots") { app in
      let window = try Browser().window(), second = try Browser().window()
      let picture = try PageTesting.picture(in: app.folder)
      func add(_ name: String, _ place: [String], picture: URL? = nil) throws {
        try window.open(app.address + "add")
        try window.fill("[name=name]", name)
        for (field, text) in zip(["x", "y", "z"], place) {
          try window.fill("[name=\(field)]", text)
        }
        if let picture { try window.choose([picture], in: "[name=picture]") }
        try window.follow("main form button")
      }
      // 1–5: two worlds; a name that is taken is told.
      try window.open(app.address)
      try second.open(app.address + "map")
      try second.wait(for: "document.documentElement.dataset.connected")
      try app.run("add-world", "Survival", "--seed", "Glacier")
      try window.wait(forText: "Survival")
      try window.fill("[name=name]", "Survival")
      try window.follow("main form button")
      try window.wait(forText: "already has the name")
      try window.fill("[name=name]", "Creative")
      try window.follow("main form button")
      // 6–13: spots from both sides, with and without pictures.
      try add("Village", ["-120", "64", "3000"], picture: picture)
      try add("Mine", ["15", "-40", "90"])
      try add("Nowhere", ["a", "b", "c"])
      try window.wait(forText: "A whole number")
      try app.run(
        "add", "Castle", "120", "64", "-30", "--world", "Survival", "--photo", picture.path)
      try second.wait(for: "document.querySelector('main').textContent.includes('Castle')")
      try window.open(app.address + "spots?photo=with")
      #expect(try window.value(of: "document.querySelectorAll('.card').length") == 2)
      try window.open(app.address + "spots?photo=without")
      #expect(try window.value(of: "document.querySelectorAll('.card').length") == 1)
      try window.open(app.address + "spots?x=0&y=64&z=0")
      let nearest: String = try window.value(of: "document.querySelector('.card h2').innerText")
      #expect(try app.run("nearest", "0", "64", "0", "--count", "1").contains(nearest))
      // 14–20: a spot is moved, described and given a picture; another one loses it.
      try window.follow("text=Castle")
      try window.fill("[name=comment]", "Seen from the sea")
      try window.fill("[name=y]", "70")
      try window.follow("text=Save")
      try window.wait(forText: "Saved.")
      #expect(try app.run("list", "--json").contains("Seen from the sea"))
      try window.open(app.address + "spots")
      try window.follow("text=Mine")
      try window.choose([picture], in: "[name=picture]")
      try window.follow("text=Save")
      try window.wait(for: "document.querySelector('img.big').naturalWidth > 0")
      try window.click("[name=remove]")
      try window.follow("text=Save")
      try window.wait(for: "document.querySelector('img.big') == null")
      // 21–25: the picture comes back whole, and a world goes with its spots.
      let copy = app.folder.appendingPathComponent("copy.png")
      try app.run("export", "Castle", copy.path)
      #expect(try Data(contentsOf: copy) == Data(contentsOf: picture))
      try window.open(app.address + "worlds")
      try window.follow("text=Survival")
      try window.follow("text=Delete with all spots")
      try window.wait(forText: "Deleted.")
      #expect(!(try app.run("list").contains("Castle")))
      try second.wait(for: "!document.querySelector('main').textContent.includes('Castle')")
      // 26–30: the settings, a deletion, and the end of the day.
      try window.open(app.address + "settings")
      try window.follow("[name=on]")
      try window.wait(forText: "Everything stays on this device.")
      try window.open(app.address + "spots")
      try window.follow("text=Mine")
      try window.follow("text=Delete")
      try window.wait(forText: "Deleted.")
      #expect(try app.run("list").contains("Village"))
      #expect(try app.run("worlds").contains("Creative"))
      try check(app)
    }
  }
}
