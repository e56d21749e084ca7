import BrowserTesting
import ExampleTestSupport
import Foundation
import Testing

@Suite(
  "Pages of spots",
  .enabled(if: PageTesting.isPossible, "Chromium and axe are missing: make test-web installs them"),
  .serialized)
struct SpotPageTests {
  private func addWorld(_ name: String, _ window: Window, _ app: ServedApp) throws {
    try window.open(app.address + "worlds")
    try window.fill("[name=name]", name)
    try window.follow("main form button")
  }

  private func addSpot(
    _ name: String, _ place: [String], _ window: Window, _ app: ServedApp, world: String? = nil,
    picture: URL? = nil
  ) throws {
    try window.open(app.address + "add")
    try window.fill("[name=name]", name)
    for (field, text) in zip(["x", "y", "z"], place) { try window.fill("[name=\(field)]", text) }
    if let world {
      let isChosen: Bool = try window.value(
        of: """
          [...document.querySelector("[name=world]").options].some(
            (option) => option.text == \(Window.quoted(world)) && (option.selected = true))
          """)
      #expect(isChosen)
    }
    if let picture { try window.choose([picture], in: "[name=picture]") }
    try window.follow("main form button")
  }

  /// The flow of the documents: a world, a spot with its picture, the map, and the nearest spots.
  @Test(arguments: ExampleStore.allCases)
  func spotsAreAddedWithTheirPicturesAndFound(_ store: ExampleStore) throws {
    try PageTesting.withApp("spots", on: store) { app in
      let window = try Browser().window()
      try addWorld("Survival", window, app)
      try window.wait(forText: "Survival")
      try addSpot(
        "Castle", ["120", "64", "-30"], window, app, world: "Survival",
        picture: PageTesting.picture(in: app.folder))
      try window.wait(forText: "Castle")
      try addSpot("Far mine", ["5000", "-40", "5000"], window, app)
      // The picture is shown.
      try window.wait(for: "document.querySelector('img.picture').naturalWidth == 2")
      try window.fill("[name=x]", "4990")
      try window.fill("[name=y]", "-40")
      try window.fill("[name=z]", "5000")
      try window.follow("text=Show the nearest")
      let first: String = try window.value(of: "document.querySelector('.card').innerText")
      #expect(first.contains("Far mine"))
      #expect(first.contains("10 blocks away"))
      try window.open(app.address + "worlds")
      try window.follow("text=Survival")
      try window.wait(for: "document.querySelector('svg.map title').textContent.includes('Castle')")
      let list = try app.run("list")
      #expect(list.contains("Castle"))
      #expect(list.contains("Far mine"))
    }
  }

  @Test func everythingIsChangedAndCleared() throws {
    try PageTesting.withApp("spots") { app in
      let window = try Browser().window()
      try addWorld("Creative", window, app)
      try addSpot(
        "Tower", ["1", "2", "3"], window, app, world: "Creative",
        picture: PageTesting.picture(in: app.folder))
      try window.follow("text=Tower")
      try window.fill("[name=name]", "High tower")
      for field in ["x", "y", "z"] { try window.fill("[name=\(field)]", "") }
      try window.fill("[name=comment]", "Seen at night\nwith \"lights\"")
      try window.click("[name=remove]")
      let _: Bool = try window.value(
        of: "(document.querySelector('[name=world]').value = '') == ''")
      try window.follow("text=Save")
      try window.wait(forText: "Saved.")
      #expect(try window.value(of: "document.querySelector('[name=name]').value") == "High tower")
      #expect(
        try window.value(of: "document.querySelector('[name=comment]').value.replace(/\\r/g, '')")
          == "Seen at night\nwith \"lights\"")
      try window.open(app.address + "spots")
      try window.wait(forText: "No coordinates")
      let card: String = try window.value(of: "document.querySelector('.card').innerHTML")
      #expect(!card.contains("<img"))
      #expect(!card.contains("badge"))
    }
  }

  @Test func wrongInputIsToldBesideItsField() throws {
    try PageTesting.withApp("spots") { app in
      let window = try Browser(language: "ja").window()
      try addWorld("World", window, app)
      try addWorld("World", window, app)
      try window.wait(forText: "「World」という名前のワールドはすでにあります。")
      let note = app.folder.appendingPathComponent("note.txt")
      try Data("not a picture".utf8).write(to: note)
      for (place, picture, field, text) in [
        (["1", "two", "3"], nil, "y", "F3で表示される整数"),
        (["1", "9999", "3"], nil, "x", "座標がワールドの外です"),
        (["1", "2", "3"], note, "picture", "画像ファイルではありません"),
      ] as [([String], URL?, String, String)] {
        try addSpot("城", place, window, app, picture: picture)
        try window.wait(forText: text)
        let problem: String = try window.value(
          of: "document.getElementById('field-\(field)-problem').innerText")
        #expect(problem.contains(text))
        #expect(try window.value(of: "document.querySelector('[name=name]').value") == "城")
        #expect(try window.value(of: "document.querySelector('[name=x]').value") == "1")
      }
      #expect(!(try app.run("list").contains("城")))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func openWindowsShowWhatOthersChange(_ store: ExampleStore) throws {
    try PageTesting.withApp("spots", on: store) { app in
      let browser = try Browser()
      let windows = try (0..<2).map { _ in try browser.window() }
      for (window, path) in zip(windows, ["spots", "map"]) {
        try window.open(app.address + path)
        try window.wait(for: "document.documentElement.dataset.connected")
      }
      try app.run("add", "Lighthouse", "10", "70", "-20")
      for window in windows {
        try window.wait(for: "document.querySelector('main').textContent.includes('Lighthouse')")
      }
    }
  }

  /// The form of the document: a switch, and notices only if they are true.
  @Test func settingsTakeEffectAtOnce() throws {
    try PageTesting.withApp("spots") { app in
      let window = try Browser(language: "ja").window()
      try window.open(app.address + "settings")
      try window.wait(forText: "データ同期")
      try window.wait(forText: "iCloud同期をオンにすると、複数のデバイス間でデータが同期されます。")
      let isOn: Bool = try window.value(of: "document.querySelector('[name=on]').checked")
      #expect(isOn)
      try window.wait(forText: "iCloudが設定されていないため")
      try window.follow("[name=on]")
      try window.wait(forText: "すべてこのデバイスに保存されます。")
      let isRestartAsked: Bool = try window.value(
        of: "document.body.innerText.includes('再起動してください')")
      #expect(!isRestartAsked)
      #expect(try app.run("sync", "status").contains("This device only"))
    }
  }

  @Test func pagesAreFreeOfMistakes() throws {
    try PageTesting.withApp("spots") { app in
      let window = try Browser().window()
      try addWorld("Survival", window, app)
      let picture = try PageTesting.picture(in: app.folder).path
      for (name, x, y, z) in [
        ("Castle", "120", "64", "-30"), ("Village", "-340", "70", "220"),
        ("Mine", "15", "-40", "90"),
        ("Very long name of a place that nobody visits any more", "250", "63", "310"),
      ] {
        try app.run("add", name, x, y, z, "--world", "Survival", "--photo", picture)
      }
      try window.open(app.address + "spots")
      let spot: String = try window.value(
        of: "document.querySelector('.card a').getAttribute('href').slice(1)")
      try window.open(app.address + "worlds")
      let world: String = try window.value(
        of: "document.querySelector('.card a').getAttribute('href').slice(1)")
      try PageTesting.inspect(
        [
          ("worlds", "worlds"), ("world", world), ("spots", "spots?x=1&y=2&z=3"), ("spot", spot),
          ("spot-add", "add"), ("map", "map"), ("spot-settings", "settings"),
        ], of: app)
    }
  }
}
