import BrowserTesting
import ExampleTestSupport
import Foundation
import RandomTesting
import Testing

@Suite(
  "Pages of readitlater",
  .enabled(if: PageTesting.isPossible, "Chromium and axe are missing: make test-web installs them"),
  .serialized)
struct BookmarkPageTests {
  private func add(_ window: Window, _ app: ServedApp, _ url: String, _ title: String) throws {
    try window.open(app.address + "add")
    try window.fill("[name=url]", url)
    try window.fill("[name=title]", title)
    try window.follow("main button")
  }

  /// The flow of the document: a page is added to the inbox, kept, and archived.
  @Test(arguments: ExampleStore.allCases)
  func pagesGoFromTheInboxToTheArchive(_ store: ExampleStore) throws {
    try PageTesting.withApp("readitlater", on: store) { app in
      let window = try Browser().window()
      try add(window, app, "https://www.swift.org/", "Swift <b> & \"friends\"")
      try window.wait(forText: "Added.")
      try window.wait(forText: "Swift <b> & \"friends\"")
      try window.wait(forText: "Room for 49 of 50 pages.")
      try window.follow("text=Keep")
      try window.wait(forText: "Nothing here.")
      try window.follow("text=Bookmarks")
      try window.wait(forText: "Swift <b>")
      try window.follow("[value=archive] + button")
      try window.open(app.address + "archive")
      try window.wait(forText: "Swift <b>")
      #expect(try app.run("stats").contains("Archive    1"))
      // The title is the link to the page.
      let link: String = try window.value(of: "document.querySelector('.card h2 a').href")
      #expect(link == "https://www.swift.org/")
    }
  }

  @Test func titlesAreEditedAndDeletionsUndone() throws {
    try PageTesting.withApp("readitlater") { app in
      try app.run("add", "https://sqlite.org/", "Databse")
      let window = try Browser().window()
      try window.open(app.address)
      try window.follow("text=Edit")
      try window.fill("[name=title]", "Database")
      try window.follow("text=Save")
      try window.wait(forText: "Database")
      try window.follow("text=Delete")
      try window.wait(forText: "Deleted “Database”.")
      #expect(try app.run("stats").contains("Inbox      0"))
      try window.follow("text=Undo")
      try window.wait(forText: "Restored.")
      #expect(try app.run("list", "inbox").contains("Database"))
      // The command line undoes deletions of the page, too.
      try window.follow("text=Delete")
      try app.run("undo")
      try window.wait(for: "document.querySelectorAll('.card').length == 1")
    }
  }

  @Test func wrongInputIsToldBesideItsField() throws {
    try PageTesting.withApp("readitlater") { app in
      let window = try Browser(language: "ja").window()
      for (url, text) in [
        ("javascript:alert(1)", "「javascript:」"), ("ftp://example.org/", "「ftp:」"),
      ] {
        try add(window, app, url, "題名 \"1\"")
        try window.wait(forText: text)
        let field = "document.querySelector('[name=url]')"
        #expect(try window.value(of: "\(field).value") == url)
        #expect(try window.value(of: "document.querySelector('[name=title]').value") == "題名 \"1\"")
        #expect(try window.value(of: "\(field) == document.activeElement", as: Bool.self))
        let note: String = try window.value(
          of:
            "document.getElementById(\(field).getAttribute('aria-describedby').split(' ')[0]).innerText"
        )
        #expect(note.hasPrefix("ブックマークの作成に失敗しました"))
      }
      try add(window, app, "https://example.org/", "")
      try add(window, app, "HTTPS://example.org", "")
      try window.wait(forText: "このページはすでに「受信箱」にあります。")
    }
  }

  @Test func aFullInboxIsToldInTheWordsOfTheDocument() throws {
    try PageTesting.withApp("readitlater") { app in
      let list = app.folder.appendingPathComponent("list.txt")
      let lines = (0..<50).map { "https://example.org/\($0)" }
      try Data(lines.joined(separator: "\n").utf8).write(to: list)
      let window = try Browser(language: "ja").window()
      try window.open(app.address + "files")
      try window.choose([list], in: "[name=file]")
      try window.follow("text=読み込む")
      try window.wait(forText: "50件を追加しました。")
      try add(window, app, "https://example.org/51", "")
      try window.wait(forText: "Inboxが上限に達しています。既存のアイテムを整理してください。")
      try window.open(app.address)
      let isWarning: Bool = try window.value(of: "document.querySelector('.warning') != null")
      #expect(isWarning)
      try window.follow("text=アーカイブへ")
      try add(window, app, "https://example.org/51", "")
      try window.wait(forText: "追加しました。")
    }
  }

  /// Two windows and the command line show the same.
  @Test(arguments: ExampleStore.allCases)
  func openWindowsShowWhatOthersChange(_ store: ExampleStore) throws {
    try PageTesting.withApp("readitlater", on: store) { app in
      let browser = try Browser()
      let windows = try (0..<2).map { _ in try browser.window() }
      for window in windows {
        try window.open(app.address)
        try window.wait(for: "document.documentElement.dataset.connected")
      }
      try app.run("add", "https://a.example/", "From the command line")
      for window in windows { try window.wait(forText: "From the command line") }
      try windows[0].follow("text=Keep")
      try windows[1].wait(forText: "Nothing here.")
      // A field that is being filled is left alone.
      try windows[0].open(app.address + "search?q=command")
      try windows[0].fill("#q", "unfinished")
      try app.run("move", "From the command line", "archive")
      try windows[0].wait(for: "document.querySelector('.badge').innerText == 'Archive'")
      #expect(try windows[0].value(of: "document.querySelector('#q').value") == "unfinished")
    }
  }

  @Test func pagesWorkWithoutScripts() throws {
    try PageTesting.withApp("readitlater") { app in
      for (path, form) in [
        ("add", "url=https://a.example/&title=One"), ("inbox", ""), ("search?q=One", ""),
      ] {
        let text = try PageTesting.text(at: app.address + path, form)
        #expect(text.contains("One"))
      }
    }
  }

  @Test func theKeyboardSuffices() throws {
    try PageTesting.withApp("readitlater") { app in
      let window = try Browser().window()
      try app.run("add", "https://a.example/", "By keyboard")
      try window.open(app.address)
      // The first stop skips the navigation.
      try window.press("Tab")
      #expect(try window.value(of: "document.activeElement.className") == "skip")
      try window.press("Enter")
      try PageTesting.tab(to: "Archive", in: window)
      try window.pressAndFollow("Enter")
      try window.wait(forText: "Moved.")
      #expect(try app.run("stats").contains("Archive    1"))
    }
  }

  @Test func thePageTellsThatTheProgramCannotBeReached() throws {
    try withTemporaryFolder { folder in
      let app = try ServedApp("readitlater", in: folder)
      let browser = try Browser()
      let window = try browser.window()
      try window.open(app.address)
      try window.wait(for: "document.documentElement.dataset.connected")
      try window.wait(for: "navigator.serviceWorker.controller || navigator.serviceWorker.ready")
      let _: Bool = try window.value(of: "navigator.serviceWorker.ready.then(() => true)")
      #expect(try app.stop() == 0)
      try window.wait(for: "!document.querySelector('#connection').hidden")
      try window.open(app.address + "archive")
      try window.wait(forText: "ReadItLater cannot be reached.")
    }
  }

  /// Other sites can neither read nor change anything.
  @Test func otherSitesAreRefused() throws {
    try PageTesting.withApp("readitlater") { app in
      let other = try ServedApp("readitlater", in: app.folder)
      let window = try Browser().window()
      try window.open(other.address)
      let status: Int = try window.value(
        of: """
          fetch("\(app.address)add", { method: "POST", mode: "no-cors",
            body: new URLSearchParams({ url: "https://evil.example/" }) }).then(() => 1, () => 0)
          """)
      // The page's own policy forbids the request already.
      #expect(status == 0)
      let text = try PageTesting.text(at: app.address + "inbox")
      #expect(!text.contains("evil.example"))
    }
  }

  @Test func sharedPagesAndFilesAreTakenIn() throws {
    try PageTesting.withApp("readitlater") { app in
      let window = try Browser().window()
      // What the system's share sheet sends.
      try window.open(app.address + "add?title=Shared&text=Look%3A%20https%3A%2F%2Fa.example%2Fx")
      #expect(
        try window.value(of: "document.querySelector('[name=url]').value") == "https://a.example/x")
      try window.follow("main button")
      try window.wait(forText: "Shared")
      try window.open(app.address + "add?title=Shared&text=Nothing%20here")
      try window.wait(forText: "No web address was found.")
      let manifest: String = try window.value(
        of:
          "fetch('/app.webmanifest').then((answer) => answer.json()).then((all) => all.share_target.action)"
      )
      #expect(manifest == "/add")
      for format in ["html", "pocket", "instapaper", "chrome", "firefox"] {
        let text: String = try window.value(
          of: "fetch('/export/\(format)').then((answer) => answer.text())")
        #expect(text.contains("https://a.example/x"), "\(format)")
      }
    }
  }

  @Test func pagesAreFreeOfMistakes() throws {
    try PageTesting.withApp("readitlater") { app in
      let sample = "Examples/ReadItLater/SampleData/bookmarks.html"
      if FileManager.default.fileExists(atPath: sample) { try app.run("import", sample) }
      try app.run("add", "https://a.example/", "Swift")
      try PageTesting.inspect(
        [
          ("inbox", "inbox"), ("bookmarks", "bookmark"), ("search", "search?q=swift"),
          ("add", "add"), ("wrong", "add?text=nothing"), ("files", "files"), ("none", "nowhere"),
          ("offline", "offline"),
        ], of: app)
    }
  }
}
