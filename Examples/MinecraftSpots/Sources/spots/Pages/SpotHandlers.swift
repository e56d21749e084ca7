import ExamplePages
import ExampleSupport
import ExampleSync
import Foundation
import MinecraftSpotsCore
import SwiftData
import WebServer

/// Answers requests for the pages with the use cases of the app.
struct SpotHandlers: Sendable {
  let container: ModelContainer
  let session: Session
  let sync: SyncPages<SpotsSync>

  /// Pages do not wait for the sync server: the store is synced beside them.
  var items: ItemsUseCase {
    ItemsUseCase(
      repository: ItemsRepositoryImpl(
        localDataSource: ItemsSwiftDataSourceImpl(container: container)))
  }

  var worlds: WorldsUseCase {
    WorldsUseCase(
      repository: WorldsRepositoryImpl(
        localDataSource: WorldsSwiftDataSourceImpl(container: container)))
  }

  func page(
    _ request: WebRequest, title: String, place: String? = nil, _ content: HTML, status: Int = 200
  ) -> WebResponse {
    var page = Page(SpotPages.description, request, title: title, place: place, content: content)
    let language = page.language
    page.notice =
      switch request.query["done"] {
      case "added": HTML(language("Added.", "追加しました。"))
      case "saved": HTML(language("Saved.", "保存しました。"))
      case "deleted": HTML(language("Deleted.", "削除しました。"))
      case "synced": HTML(language("Synced.", "同期しました。"))
      default: nil
      }
    return page.response(status)
  }

  // Worlds.

  func showWorlds(_ request: WebRequest) throws -> WebResponse { try worldsPage(request) }

  private func worldsPage(
    _ request: WebRequest, form: FormValues = FormValues(),
    problem: (field: String, text: String)? = nil
  ) throws -> WebResponse {
    let language = PageLanguage(request)
    let entries = try waiting { [worlds] in try await worlds.entries() }
    let cards = entries.map { entry in
      let world = entry.world
      let count = entry.itemCount
      return """
        <li class="card" data-key="\(world.id)"><h2><a href="/worlds/\(Percent.encoded(world.id))">\
        \(world.name ?? language("Unnamed", "名前なし"))</a></h2>\
        <p class="faint">\(language("\(count) spots", "スポット\(count)件"))\
        \(world.seed.map { " · \(language("Seed", "シード値")) \("\($0.rawValue)")" as HTML })</p>\
        \(world.comment.map { "<p>\($0)</p>" as HTML })</li>

        """ as HTML
    }
    let add = PostForm(
      "/worlds", worldFields(form, problem, language), button: language("Add", "追加"))
    let body: HTML = """
      <div data-live="list"><ul class="cards gallery">\(cards)</ul>\
      \(cards.isEmpty ? "<p class=\"empty\">\(language("No worlds yet.", "まだワールドがありません。"))</p>" : nil)</div>
      <h2>\(language("Add a world", "ワールドを追加"))</h2>
      \(add.html)
      """
    return page(
      request, title: language("Worlds", "ワールド"), place: "/worlds", body,
      status: problem == nil ? 200 : 422)
  }

  private func worldFields(
    _ form: FormValues, _ problem: (field: String, text: String)?, _ language: PageLanguage
  ) -> [FormField] {
    let fields = [
      FormField("name", language("Name", "名前"), form["name"] ?? "", attributes: "required"),
      FormField(
        "seed", language("Seed", "シード値"), form["seed"] ?? "",
        hint: language("A number or a text, as in the game.", "数値または文字列（ゲームと同じ）。")),
      FormField("comment", language("Comment", "コメント"), form["comment"] ?? "", kind: "textarea"),
    ]
    return fields.map { field in
      var field = field
      if field.name == problem?.field { field.problem = problem?.text }
      return field
    }
  }

  func addWorld(_ request: WebRequest) throws -> WebResponse {
    let form = try WebForm(request).values
    do {
      _ = try waiting { [worlds] in
        try await worlds.add(
          name: form["name"] ?? "", seed: form.filled("seed").map(Seed.init(typed:)),
          comment: form.filled("comment"))
      }
      return .seeOther("/worlds?done=added")
    } catch {
      guard let text = SpotPages.problem(error, PageLanguage(request)) else { throw error }
      return try worldsPage(request, form: form, problem: ("name", text))
    }
  }

  private func world(of request: WebRequest) throws -> World {
    let id = request["id"]
    let all = try waiting { [worlds] in try await worlds.worlds() }
    guard let world = all.first(where: { $0.id == id }) else {
      throw WebRefusal.nothing(at: request)
    }
    return world
  }

  func showWorld(_ request: WebRequest) throws -> WebResponse {
    let world = try world(of: request)
    var form = FormValues()
    form["name"] = world.name ?? ""
    form["seed"] = world.seed.map { "\($0.rawValue)" } ?? ""
    form["comment"] = world.comment ?? ""
    return try worldPage(world, request, form)
  }

  private func worldPage(
    _ world: World, _ request: WebRequest, _ form: FormValues,
    problem: (field: String, text: String)? = nil
  ) throws -> WebResponse {
    let language = PageLanguage(request)
    let id = world.id
    let items = try waiting { [items] in try await items.items(ItemQuery(worldID: id)) }
    let path = "/worlds/\(Percent.encoded(id))"
    let edit = PostForm(path, worldFields(form, problem, language), button: language("Save", "保存"))
    let withSpots = language("Delete with all spots", "すべてのスポットと一緒に削除")
    let body: HTML = """
      <p class="buttons"><a class="button" href="/add?world=\(Percent.encoded(id))">\
      \(language("Add a spot", "スポットを追加"))</a></p>
      <div data-live="list">\(SpotMap(items, language).html)\(SpotCards(items, language).html)</div>
      <h2>\(language("Edit the world", "ワールドを編集"))</h2>
      \(edit.html)
      <div class="buttons">\(
        items.isEmpty
          ? actionButton("\(path)/delete", language("Delete", "削除"), style: "danger")
          : actionButton("\(path)/delete", withSpots, ["spots": "yes"], style: "danger"))</div>
      """
    return page(
      request, title: world.name ?? language("Unnamed", "名前なし"), place: "/worlds", body,
      status: problem == nil ? 200 : 422)
  }

  func changeWorld(_ request: WebRequest) throws -> WebResponse {
    let form = try WebForm(request).values
    let world = try world(of: request)
    do {
      let id = world.id
      _ = try waiting { [worlds] in
        try await worlds.edit(id: id) { world in
          world.name = form["name"] ?? ""
          world.seed = form.filled("seed").map(Seed.init(typed:))
          world.comment = form.filled("comment")
        }
      }
      return .seeOther("/worlds/\(Percent.encoded(id))?done=saved")
    } catch {
      guard let text = SpotPages.problem(error, PageLanguage(request)) else { throw error }
      return try worldPage(world, request, form, problem: ("name", text))
    }
  }

  func deleteWorld(_ request: WebRequest) throws -> WebResponse {
    let withSpots = try WebForm(request).values["spots"] == "yes"
    let id = request["id"]
    try waiting { [worlds] in try await worlds.delete(id: id, withItems: withSpots) }
    return .seeOther("/worlds?done=deleted")
  }

  // Settings, in the words of the design.

  func showSettings(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let settings = SyncSettings(storage: try SpotsSync.settings(in: session))
    let isOn = settings.iCloudSyncEnabled
    let cloud = FormField(
      "on", language("Sync with iCloud", SettingsText.iCloudSwitch), isOn ? "yes" : "no",
      kind: "checkbox", attributes: "data-submit role=\"switch\"")
    let form = PostForm("/settings/icloud", [cloud], button: language("Save", "保存"))
    let note = language(
      "While sync with iCloud is on, data is kept the same on several devices. A change takes effect at once.",
      "\(SettingsText.footer)変更はすぐに反映されます。")
    let body: HTML = """
      <h2>\(language("Sync", SettingsText.header))</h2>
      \(form.html)<p class="hint">\(note)</p>
      \(try sync.content(language))
      """
    return page(
      request, title: language("Settings", SettingsText.title), place: "/settings", body)
  }

  func switchCloud(_ request: WebRequest) throws -> WebResponse {
    let isOn = try WebForm(request).values["on"] == "yes"
    try sync.choose(isOn ? .cloudKit : .local)
    return .seeOther("/settings?done=saved")
  }
}

extension FormValues {
  /// A text without spaces around it; nil if nothing was typed.
  func filled(_ name: String) -> String? {
    let text = self[name]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    return text.isEmpty ? nil : text
  }
}
