import ExamplePages
import Foundation
import SampleTripsCore
import SwiftData
import Synchronization
import WebServer

/// Answers requests for the pages; each request has a context of its own.
struct TripHandlers: Sendable {
  enum Part { case upcoming, past }

  private static let pageSize = 100

  private let container: ModelContainer
  private let views: TripViews

  init(container: ModelContainer) {
    (self.container, views) = (container, TripViews(container))
  }

  var book: TripBook { TripBook(context: ModelContext(container)) }

  // Lists.

  func list(_ part: Part, _ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let words = request.query["q"] ?? ""
    let isSearch = !words.allSatisfy(\.isWhitespace)
    let (path, title) =
      part == .upcoming
      ? ("/trips", language("Upcoming trips", "今後の旅行"))
      : ("/past", language("Past trips", "過去の旅行"))
    let found: HTML
    if isSearch {
      let trips = try book.trips(containing: String(words.prefix(256)))
      found = """
        <p class="faint">\(language("Found: \(trips.count)", "\(trips.count)件"))</p>
        \(cards(trips.prefix(Self.pageSize), language))
        """
    } else {
      found = try page(part, request)
    }
    let body: HTML = """
      \(migrationNote(language))
      <form class="inline" role="search" action="\(path)"><div class="field">\
      <label for="q">\(language("Words in names and destinations", "旅行名と目的地の語"))</label>\
      <input type="search" id="q" name="q" value="\(words)"></div>\
      <p class="field"><button>\(language("Search", "検索"))</button></p></form>
      <div data-live="trips">\(found)</div>
      """
    return page(
      request, title: isSearch ? language("Search", "検索") : title, place: path, body)
  }

  private func page(_ part: Part, _ request: WebRequest) throws -> HTML {
    let language = PageLanguage(request)
    let number = max(1, Int(request.query["page"] ?? "") ?? 1)
    let (today, offset) = (CalendarDate.today, min(number - 1, 1_000_000) * Self.pageSize)
    let trips =
      part == .upcoming
      ? try book.upcomingTrips(from: today, offset: offset, limit: Self.pageSize + 1)
      : try book.pastTrips(before: today, offset: offset, limit: Self.pageSize + 1)
    guard !trips.isEmpty else {
      return """
        <p class="empty">\(language("No trips here.", "旅行はありません。"))</p>
        """
    }
    let previous: HTML? =
      number > 1
      ? """
      <a class="button quiet" href="?page=\(number - 1)" rel="prev">\(language("Previous", "前へ"))</a>
      """ : nil
    let next: HTML? =
      trips.count > Self.pageSize
      ? """
      <a class="button quiet" href="?page=\(number + 1)" rel="next">\(language("Next", "次へ"))</a>
      """ : nil
    return """
      \(cards(trips.prefix(Self.pageSize), language))<p class="buttons">\(previous)\(next)</p>
      """
  }

  private func cards(_ trips: some Sequence<Trip>, _ language: PageLanguage) -> HTML {
    let items = trips.map { trip in
      let list = trip.bucketList ?? []
      let ticked = list.count(where: \.isInPlan)
      let notes = [
        trip.destination, language.days(of: trip),
        list.isEmpty
          ? nil
          : language(
            "\(ticked) of \(list.count) ticked off", "\(list.count)件中\(ticked)件チェック済み"),
        trip.livingAccommodation?.placeName,
      ].compactMap(\.self).filter { !$0.isEmpty }
      return """
        <li class="card" data-key="\(trip.shortID)"><h2><a href="/trips/\(trip.shortID)">\
        \(trip.name)</a></h2><p class="faint">\(notes.joined(separator: " · "))</p></li>

        """ as HTML
    }
    return "<ul class=\"cards\">\(items)</ul>"
  }

  // Migration.

  private func migrationNote(_ language: PageLanguage) -> HTML? {
    let report = TripPages.migrated.withLock { $0 }
    guard !report.isEmpty else { return nil }
    let (merged, renumbered) = (report.merged.count, report.renumbered.count)
    let text = language(
      "The store was migrated. Trips merged: \(merged). Trips that got a number after their name: \(renumbered).",
      "ストアを移行しました。重複していた\(merged)件を統合し、\(renumbered)件の名前に番号を付けました。")
    return """
      <div class="warning"><p>\(text) <a href="/migration">\(language("Show them", "一覧を表示"))</a></p></div>
      """
  }

  /// The trips that the migration merged and renumbered.
  func showMigration(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let report = TripPages.migrated.withLock { $0 }
    let merged = report.merged.map { trip in
      """
      <tr><td>\(trip.name)</td><td>\(trip.destination)</td>\
      <td>\(language.days(trip.start, trip.end))</td><td class="number">\(trip.entries)</td></tr>

      """ as HTML
    }
    let renumbered = report.renumbered.map { trip in
      """
      <tr><td>\(trip.name)</td><td>\(trip.newName)</td><td>\(trip.destination)</td>\
      <td>\(language.days(trip.start, trip.end))</td></tr>

      """ as HTML
    }
    let (name, destination) = (language("Name", "旅行名"), language("Destination", "目的地"))
    let dates = language("Dates", "日程")
    let body: HTML = """
      <p>\(language(
        "Names of trips became unique. Nothing was lost: this is what changed when the program opened the store.",
        "旅行名が一意になりました。失われたデータはありません。プログラムがストアを開いたときの変更は次のとおりです。"))</p>
      <h2>\(language("Merged", "統合した旅行"))</h2>
      <table><thead><tr><th scope="col">\(name)</th><th scope="col">\(destination)</th>\
      <th scope="col">\(dates)</th><th scope="col" class="number">\(language("Entries", "件数"))</th></tr></thead>\
      <tbody>\(merged)</tbody></table>
      <h2>\(language("Renumbered", "番号を付けた旅行"))</h2>
      <table><thead><tr><th scope="col">\(language("Former name", "以前の名前"))</th>\
      <th scope="col">\(name)</th><th scope="col">\(destination)</th><th scope="col">\(dates)</th></tr></thead>\
      <tbody>\(renumbered)</tbody></table>
      """
    return page(request, title: language("Migration of the store", "ストアの移行"), body)
  }

  // One trip.

  func show(_ request: WebRequest) throws -> WebResponse {
    try tripPage(try trip(of: request, book), request)
  }

  /// The page of a trip.
  ///
  /// - Parameters:
  ///   - trip: The trip.
  ///   - request: The request; it is a view of the trip unless the page is updated or shown again
  ///     after a change.
  ///   - form: The form for an item to add.
  ///   - status: The status code.
  /// - Returns: The response.
  /// - Throws: Errors of the store.
  func tripPage(
    _ trip: Trip, _ request: WebRequest, adding form: ItemForm = ItemForm(), status: Int = 200
  ) throws -> WebResponse {
    let language = PageLanguage(request)
    let path = "/trips/\(trip.shortID)"
    let isView =
      request.method == "GET" && request.headers["X-Update"] == nil && request.query["done"] == nil
    let count = try views.count(of: trip.persistentModelID, adding: isView)
    let (list, stay) = (items(of: trip, language), stay(of: trip, language))
    let body: HTML = """
      <div data-live="trip"><dl>
      <dt>\(language("Destination", "目的地"))</dt><dd>\(trip.destination)</dd>
      <dt>\(language("Dates", "日程"))</dt><dd>\(language.days(of: trip))</dd>
      <dt>\(language("Views", "ビュー数"))</dt><dd>\(language(
        "\(count) since the program started", "\(count)回（プログラムの起動後）"))</dd>
      </dl></div>
      <p class="buttons"><a class="button quiet" href="\(path)/edit">\(language("Edit the trip", "旅行を編集"))</a>\
      <a class="button quiet" href="\(path)/delete">\(language("Delete the trip", "旅行を削除"))</a></p>
      <h2>\(language("Accommodation", "宿泊施設"))</h2>
      <div data-live="stay">\(stay)</div>
      <h2>\(language("Bucket list", "バケットリスト"))</h2>
      <div data-live="items">\(list)</div>
      <h3>\(language("Add to the bucket list", "バケットリストに追加"))</h3>
      \(form.html("\(path)/items", button: language("Add", "追加"), language))
      """
    return page(request, title: trip.name, body, status: status)
  }

  private func items(of trip: Trip, _ language: PageLanguage) -> HTML {
    let items = trip.orderedItems
    guard !items.isEmpty else {
      return """
        <p class="faint">\(language("Nothing to do or see yet.", "まだ何もありません。"))</p>
        """
    }
    let cards = items.map { item in
      let path = "/trips/\(trip.shortID)/items/\(item.shortID)"
      let badge: HTML? =
        item.hasReservation
        ? "<span class=\"badge\">\(language("Reserved", "予約済み"))</span>" : nil
      return """
        <li class="card" data-key="\(item.shortID)"><div class="row">\
        \(tickButton("\(path)/tick", item.title, isOn: item.isInPlan))\(badge)\
        <span class="end"></span><a class="button quiet" href="\(path)">\(language("Edit", "編集"))\
        <span class="unseen"> – \(item.title)</span></a>\
        \(actionButton("\(path)/delete", language("Delete", "削除"), of: item.title, style: "danger"))</div>\
        \(item.details.isEmpty ? nil : "<p class=\"faint lines\">\(item.details)</p>" as HTML)</li>

        """ as HTML
    }
    return "<ul class=\"cards\">\(cards)</ul>"
  }

  private func stay(of trip: Trip, _ language: PageLanguage) -> HTML {
    let path = "/trips/\(trip.shortID)/stay"
    guard let stay = trip.livingAccommodation else {
      return """
        <p><a class="button quiet" href="\(path)">\(language("Add accommodation", "宿泊施設を追加"))</a></p>
        """
    }
    return """
      <div class="card line"><h3>\(stay.placeName)</h3><p class="faint lines">\(stay.address)</p>\
      <div class="row"><a class="button quiet" href="\(path)">\(language("Edit", "編集"))\
      <span class="unseen"> – \(stay.placeName)</span></a>\
      \(actionButton("\(path)/delete", language("Delete", "削除"), of: stay.placeName, style: "danger"))</div></div>
      """
  }

  // What all pages need.

  /// A page with what was just done.
  func page(
    _ request: WebRequest, title: String, place: String? = nil, _ content: HTML, status: Int = 200
  ) -> WebResponse {
    var page = Page(TripPages.description, request, title: title, place: place, content: content)
    page.notice =
      switch request.query["done"] {
      case "added": HTML(page.language("Added.", "追加しました。"))
      case "saved": HTML(page.language("Saved.", "保存しました。"))
      case "deleted": HTML(page.language("Deleted.", "削除しました。"))
      default: nil
      }
    return page.response(status)
  }

  /// The trip that the path of a request names.
  func trip(of request: WebRequest, _ book: TripBook) throws -> Trip {
    guard let trip = try book.trip(shortID: request["id"]) else {
      throw WebRefusal.nothing(at: request)
    }
    return trip
  }
}

extension PageLanguage {
  /// The first and last day of a trip.
  func days(of trip: Trip) -> String { days(trip.startDate, trip.endDate) }

  /// A first and a last day.
  func days(_ start: Date, _ end: Date) -> String {
    let (start, end) = (day(start, in: .gmt), day(end, in: .gmt))
    return start == end ? start : self("\(start) – \(end)", "\(start)～\(end)")
  }
}
