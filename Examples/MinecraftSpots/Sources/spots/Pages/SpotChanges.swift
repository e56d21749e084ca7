import ExamplePages
import ExampleSupport
import Foundation
import MinecraftSpotsCore
import SwiftData
import WebServer

// Spots.

extension SpotHandlers {
  /// All spots, those without or with a picture, or those nearest to a place.
  func showSpots(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let photo: ItemQuery.Photo =
      switch request.query["photo"] {
      case "with": .present
      case "without": .missing
      default: .any
      }
    let place = Self.place(request.query)
    let query = ItemQuery(photo: photo)
    var distances: [String: Double] = [:]
    var found: [Item]
    if let place = place.coordinates {
      let matches = try waiting { [items] in
        try await items.nearestItems(to: place, count: 50, among: query)
      }
      found = matches.map(\.item)
      for match in matches { distances[match.item.id] = match.distance }
    } else {
      found = try waiting { [items] in try await items.items(query) }
    }
    let isAsked = !place.isEmpty
    let fields = ["x", "y", "z"].map { name in
      FormField(
        name, name.uppercased(), request.query[name] ?? "",
        problem: isAsked && place.coordinates == nil && place.wrong.contains(name)
          ? language("A whole number.", "整数を入力してください。") : nil,
        attributes: "inputmode=\"numeric\" size=\"6\"")
    }
    let choice = FormField(
      "photo", language("Pictures", "写真"), request.query["photo"] ?? "", kind: "select",
      choices: [
        ("", language("All spots", "すべて")), ("with", language("With a picture", "写真あり")),
        ("without", language("Without a picture", "写真なし")),
      ])
    let body: HTML = """
      <p class="buttons"><a class="button" href="/add">\(language("Add a spot", "スポットを追加"))</a></p>
      <form class="inline" action="/spots">\(choice.html)\(fields.map(\.html))\
      <div class="field"><button class="quiet">\(language("Show the nearest", "近い順に表示"))</button></div></form>
      <div data-live="list">\(SpotCards(found, language, distances: distances).html)</div>
      """
    return page(request, title: language("Spots", "スポット"), place: "/spots", body)
  }

  func showMap(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let found = try waiting { [items] in try await items.items() }
    let worlds = Dictionary(grouping: found) { $0.world?.name ?? "" }
    let maps = worlds.sorted { $0.key < $1.key }.map { name, items in
      """
      <h2>\(name.isEmpty ? language("Without a world", "ワールドなし") : name)</h2>\
      \(SpotMap(items, language).html)
      """ as HTML
    }
    let body: HTML = """
      <div data-live="map">\(maps)\
      \(maps.isEmpty ? "<p class=\"empty\">\(language("No spots yet.", "まだスポットがありません。"))</p>" : nil)</div>
      """
    return page(request, title: language("Map", "地図"), place: "/map", body)
  }

  func showAdding(_ request: WebRequest) throws -> WebResponse {
    var form = FormValues()
    form["world"] = request.query["world"] ?? ""
    return try spotPage(nil, request, form)
  }

  func showSpot(_ request: WebRequest) throws -> WebResponse {
    let item = try item(of: request)
    var form = FormValues()
    form["name"] = item.name ?? ""
    form["x"] = item.coordinates.map { "\($0.x)" } ?? ""
    form["y"] = item.coordinates.map { "\($0.y)" } ?? ""
    form["z"] = item.coordinates.map { "\($0.z)" } ?? ""
    form["world"] = item.world?.id ?? ""
    form["comment"] = item.comment ?? ""
    return try spotPage(item, request, form)
  }

  private func item(of request: WebRequest) throws -> Item {
    let id = request["id"]
    let found = try waiting { [items] in try await items.items() }
    guard let item = found.first(where: { $0.id == id }) else {
      throw WebRefusal.nothing(at: request)
    }
    return item
  }

  /// The form of a spot, or of a new one.
  private func spotPage(
    _ item: Item?, _ request: WebRequest, _ form: FormValues, problems: [String: String] = [:]
  ) throws -> WebResponse {
    let language = PageLanguage(request)
    let all = try waiting { [worlds] in try await worlds.worlds() }
    let choices =
      [("", language("No world", "ワールドなし"))]
      + all.map { ($0.id, $0.name ?? language("Unnamed", "名前なし")) }
    var fields = [
      FormField("name", language("Name", "名前"), form["name"] ?? "", attributes: "required")
    ]
    fields += ["x", "y", "z"].map { name in
      var field = FormField(
        name, name.uppercased(), form[name] ?? "", attributes: "inputmode=\"numeric\"")
      field.isShort = true
      return field
    }
    fields += [
      FormField(
        "world", language("World", "ワールド"), form["world"] ?? "", kind: "select", choices: choices),
      FormField("comment", language("Comment", "コメント"), form["comment"] ?? "", kind: "textarea"),
      FormField(
        "picture",
        item?.spotImageName == nil
          ? language("Picture", "写真") : language("Another picture", "別の写真"), kind: "file",
        attributes: "accept=\"image/*\""),
    ]
    if item?.spotImageName != nil {
      fields.append(
        FormField(
          "remove", language("Remove the picture", "写真を削除"), form["remove"] ?? "", kind: "checkbox")
      )
    }
    fields = fields.map { field in
      var field = field
      field.problem = problems[field.name]
      return field
    }
    let path = item.map { "/spots/\(Percent.encoded($0.id))" }
    let save = PostForm(
      path ?? "/spots", fields,
      button: item == nil ? language("Add", "追加") : language("Save", "保存"), isUpload: true)
    let picture: HTML? = item.flatMap { item in
      item.spotImageName.map { _ in
        """
        <p><img class="big" src="\(SpotCards.picture(of: item))" alt="\(item.name ?? "")"></p>
        """
      }
    }
    let body: HTML = """
      <div data-live="picture">\(picture)</div>
      \(save.html)
      \(path.map { path in
        "<div class=\"buttons\">\(actionButton("\(path)/delete", language("Delete", "削除"), style: "danger"))</div>"
          as HTML
      })
      """
    let title = item.map { $0.name ?? language("Unnamed", "名前なし") }
    return page(
      request, title: title ?? language("Add a spot", "スポットを追加"), place: "/spots", body,
      status: problems.isEmpty ? 200 : 422)
  }

  /// What was typed as a place: its coordinates, and which of them are no numbers.
  private static func place(
    _ form: FormValues
  ) -> (coordinates: Coordinates?, wrong: [String], isEmpty: Bool) {
    let numbers = ["x", "y", "z"].map { form.filled($0).flatMap { Int($0) } }
    let wrong = zip(["x", "y", "z"], numbers).filter { $0.1 == nil }.map(\.0)
    let isEmpty = ["x", "y", "z"].allSatisfy { form.filled($0) == nil }
    guard let x = numbers[0], let y = numbers[1], let z = numbers[2] else {
      return (nil, wrong, isEmpty)
    }
    return (Coordinates(x: x, y: y, z: z), [], false)
  }

  func addSpot(_ request: WebRequest) throws -> WebResponse {
    let form = try WebForm(request)
    let language = PageLanguage(request)
    let place = Self.place(form.values)
    guard let coordinates = place.coordinates else {
      let text = language(
        "A whole number, as the game shows it on F3.", "F3で表示される整数を入力してください。")
      return try spotPage(
        nil, request, form.values,
        problems: Dictionary(uniqueKeysWithValues: place.wrong.map { ($0, text) }))
    }
    return try change(nil, request, form) {
      let world = try self.world(form.values)
      _ = try waiting { [items] in
        try await items.add(
          name: form.values["name"] ?? "", at: coordinates, world: world,
          comment: form.values.filled("comment"), imageData: form.files["picture"]?.first?.contents)
      }
      return "/spots?done=added"
    }
  }

  func changeSpot(_ request: WebRequest) throws -> WebResponse {
    let form = try WebForm(request)
    let item = try item(of: request)
    let place = Self.place(form.values)
    guard place.coordinates != nil || place.isEmpty else {
      let text = PageLanguage(request)(
        "A whole number, as the game shows it on F3; or leave all three empty.",
        "F3で表示される整数を入力するか、3つとも空にしてください。")
      return try spotPage(
        item, request, form.values,
        problems: Dictionary(uniqueKeysWithValues: place.wrong.map { ($0, text) }))
    }
    return try change(item, request, form) {
      let image: ImageChange =
        if let data = form.files["picture"]?.first?.contents {
          .replace(data)
        } else {
          form.values["remove"] == "yes" ? .remove : .keep
        }
      let world = try self.world(form.values)
      let (id, values) = (item.id, form.values)
      _ = try waiting { [items] in
        try await items.edit(id: id, image: image) { item in
          item.name = values["name"] ?? ""
          item.coordinates = place.coordinates
          item.world = world
          item.comment = values.filled("comment")
        }
      }
      return "/spots/\(Percent.encoded(id))?done=saved"
    }
  }

  private func world(_ form: FormValues) throws -> World? {
    guard let id = form.filled("world") else { return nil }
    let all = try waiting { [worlds] in try await worlds.worlds() }
    guard let world = all.first(where: { $0.id == id }) else {
      throw SpotError.worldNotFound(id: id)
    }
    return world
  }

  /// Changes a spot, or shows the form again with what is wrong.
  private func change(
    _ item: Item?, _ request: WebRequest, _ form: WebForm, _ body: () throws -> String
  ) throws -> WebResponse {
    do {
      return .seeOther(try body())
    } catch let error as SpotError {
      let field =
        switch error {
        case .emptyName: "name"
        case .outsideWorld: "x"
        case .worldNotFound: "world"
        case .notAnImage: "picture"
        default: ""
        }
      guard !field.isEmpty, let text = SpotPages.problem(error, PageLanguage(request)) else {
        throw error
      }
      return try spotPage(item, request, form.values, problems: [field: text])
    }
  }

  func deleteSpot(_ request: WebRequest) throws -> WebResponse {
    let id = request["id"]
    try waiting { [items] in try await items.delete(id: id) }
    return .seeOther("/spots?done=deleted")
  }

  /// A picture, as it was given.
  ///
  /// The address names its version, so browsers keep it.
  func picture(_ request: WebRequest) throws -> WebResponse {
    let id = request["id"]
    let data = try waiting { [items] in try await items.image(of: id) }
    let type =
      switch ImageFormat(of: data) {
      case .jpeg: "image/jpeg"
      case .png: "image/png"
      case .gif: "image/gif"
      case .webP: "image/webp"
      case .bmp: "image/bmp"
      case .heic: "image/heic"
      case nil: "application/octet-stream"
      }
    var response = WebResponse(200, type, data)
    response.caching = "private, max-age=31536000, immutable"
    return response
  }
}
