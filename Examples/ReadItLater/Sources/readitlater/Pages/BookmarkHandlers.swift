import CommandLineTool
import ExamplePages
import ExampleSupport
import ExampleSync
import Foundation
import ReadItLaterCore
import SwiftData
import WebServer

/// Answers requests for the pages; each request has a context of its own.
struct BookmarkHandlers: Sendable {
  let container: ModelContainer
  /// What was deleted, from which deletions are undone.
  let deletions: DeletionLog
  let terminal: Terminal
  let sync: SyncPages<BookmarkSync>

  static let pageSize = 100

  var store: Store { Store(container: container) }

  // Lists.

  func list(_ status: BookmarkStatus, _ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let store = store
    let value = status.rawValue
    let bookmarks = try fetch(
      FetchDescriptor(
        predicate: #Predicate<Bookmark> { $0.statusRawValue == value }, sortBy: status.order),
      request, store)
    var content: HTML = """
      \(status == .inbox ? room(store, language) : nil)\(list(bookmarks, request))
      """
    if bookmarks.all.isEmpty {
      content = """
        \(content)<p class="empty">\(language("Nothing here.", "まだ何もありません。"))</p>
        """
    }
    let body: HTML = """
      <p class="buttons"><a class="button" href="/add">\(language("Add a page", "ページを追加"))</a></p>
      <div data-live="list">\(content)</div>
      """
    return page(
      request, title: BookmarkWords.name(status, language), place: "/\(value)", body, store)
  }

  /// How full the inbox is, with a warning from four fifths on.
  private func room(_ store: Store, _ language: PageLanguage) -> HTML {
    let limit = InboxConfiguration.maxItems
    let rest = store.repository.remainingInboxCapacity()
    let isWarning = InboxConfiguration.warns(at: limit - rest)
    let text =
      rest == 0
      ? language(
        "The inbox is full. Keep or archive some of its pages before you add another one.",
        "Inboxが上限に達しています。既存のアイテムを整理してください。")
      : language("Room for \(rest) of \(limit) pages.", "あと\(rest)件（上限\(limit)件）追加できます。")
    return """
      <div class="\(isWarning ? "warning" : "faint")"><p>\(text)</p>\
      <meter min="0" max="\(limit)" high="\(InboxConfiguration.warningThreshold)" \
      value="\(limit - rest)" aria-label="\(language("Pages in the inbox", "受信箱の件数"))">\
      \(limit - rest)</meter></div>
      """
  }

  func search(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let store = store
    let words = request.query["q"] ?? ""
    var result: HTML = ""
    if !words.allSatisfy(\.isWhitespace) {
      let found = try store.bookmarks(matching: String(words.prefix(256)))
      let shown = Array(found.prefix(Self.pageSize))
      result = """
        <p class="faint">\(language("\(found.count) pages", "\(found.count)件"))</p>
        \(list((shown, false), request, showsStatus: true))
        """
    }
    let body: HTML = """
      <form class="inline" role="search" action="/search"><div class="field">\
      <label for="q">\(language("Words in titles and addresses", "タイトルとアドレスの語"))</label>\
      <input type="search" id="q" name="q" value="\(words)" autofocus></div>\
      <p class="field"><button>\(language("Search", "検索"))</button></p></form>
      <div data-live="list">\(result)</div>
      """
    return page(request, title: language("Search", "検索"), place: "/search", body, store)
  }

  func showSettings(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let body: HTML = """
      <h2>\(language("Sync", "データ同期"))</h2>
      \(try sync.content(language))
      """
    return page(request, title: language("Settings", "設定"), place: "/settings", body, store)
  }

  typealias Part = (all: [Bookmark], hasMore: Bool)

  private func fetch(
    _ descriptor: FetchDescriptor<Bookmark>, _ request: WebRequest, _ store: Store
  ) throws -> Part {
    var descriptor = descriptor
    let number = max(1, Int(request.query["page"] ?? "") ?? 1)
    descriptor.fetchOffset = min(number - 1, 1_000_000) * Self.pageSize
    descriptor.fetchLimit = Self.pageSize + 1
    let found = try store.context.fetch(descriptor)
    return (Array(found.prefix(Self.pageSize)), found.count > Self.pageSize)
  }

  private func list(_ part: Part, _ request: WebRequest, showsStatus: Bool = false) -> HTML {
    let language = PageLanguage(request)
    let number = max(1, Int(request.query["page"] ?? "") ?? 1)
    let items = part.all.map { BookmarkCard($0, language, showsStatus: showsStatus).html }
    let pages: HTML? =
      number == 1 && !part.hasMore
      ? nil
      : """
      <p class="buttons">\(number > 1 ? """
        <a class="button quiet" href="?page=\(number - 1)" rel="prev">\(language("Previous", "前へ"))</a>
        """ as HTML : nil)\(part.hasMore ? """
        <a class="button quiet" href="?page=\(number + 1)" rel="next">\(language("Next", "次へ"))</a>
        """ as HTML : nil)</p>
      """
    return "<ul class=\"cards\">\(items)</ul>\(pages)"
  }

  /// A page with the numbers of bookmarks in the navigation, and with what was just done.
  func page(
    _ request: WebRequest, title: String, place: String? = nil, _ content: HTML, _ store: Store,
    status: Int = 200
  ) -> WebResponse {
    var page = Page(
      BookmarkPages.description, request, title: title, place: place, content: content)
    for status in BookmarkStatus.allCases {
      page.counts["/\(status.rawValue)"] = store.repository.countByStatus(status)
    }
    page.notice = notice(request, page.language)
    return page.response(status)
  }

  private func notice(_ request: WebRequest, _ language: PageLanguage) -> HTML? {
    if let id = request.query["deleted"], let bookmark = deleted(id) {
      let name = bookmark.title.isEmpty ? bookmark.url : bookmark.title
      let text = language("Deleted “\(name)”.", "「\(name)」を削除しました。")
      return """
        \(text) \(actionButton("/restore/\(id)", language("Undo", "元に戻す")))
        """
    }
    return switch request.query["done"] {
    case "added": HTML(language("Added.", "追加しました。"))
    case "moved": HTML(language("Moved.", "移動しました。"))
    case "saved": HTML(language("Saved.", "保存しました。"))
    case "synced": HTML(language("Synced.", "同期しました。"))
    case "restored": HTML(language("Restored.", "元に戻しました。"))
    default: nil
    }
  }

  /// The identifier that the path of a request contains.
  func id(of request: WebRequest) throws -> UUID {
    guard let id = UUID(uuidString: request["id"]) else { throw WebRefusal.nothing(at: request) }
    return id
  }

  /// The bookmark with an identifier as it was when it was deleted.
  func deleted(_ id: String) -> StoredBookmark? {
    let id = UUID(uuidString: id)
    return deletions.bookmarks().first { $0.id == id }
  }

  /// The bookmark that the path of a request names.
  func bookmark(of request: WebRequest, _ store: Store) throws -> Bookmark {
    guard let bookmark = try store.repository.find(try id(of: request)) else {
      throw WebRefusal.nothing(at: request)
    }
    return bookmark
  }
}

/// A bookmark in a list.
struct BookmarkCard {
  private let bookmark: Bookmark
  private let language: PageLanguage
  private let showsStatus: Bool

  init(_ bookmark: Bookmark, _ language: PageLanguage, showsStatus: Bool) {
    (self.bookmark, self.language, self.showsStatus) = (bookmark, language, showsStatus)
  }

  var html: HTML {
    let path = "/bookmarks/\(bookmark.id.uuidString.lowercased())"
    let name = bookmark.displayName
    let moves = BookmarkStatus.allCases.filter { $0 != bookmark.status }.map { status in
      actionButton(
        "\(path)/move", BookmarkWords.destination(status, language), of: name,
        ["to": status.rawValue])
    }
    let badge: HTML? =
      showsStatus
      ? "<span class=\"badge\">\(BookmarkWords.name(bookmark.status, language))</span> " : nil
    return """
      <li class="card line" data-key="\(bookmark.id.uuidString)">\
      <h2><a href="\(link: bookmark.url ?? "")" rel="noopener noreferrer">\(name)</a></h2>\
      <p class="faint">\(badge)\(bookmark.maybeURL?.host ?? "") · \
      <time datetime="\(bookmark.createdAt.formatted(.iso8601))">\(language.day(bookmark.createdAt))</time></p>\
      <div class="row">\(moves)<a class="button quiet" href="\(path)">\(language("Edit", "編集"))\
      <span class="unseen"> – \(name)</span></a>\
      \(actionButton("\(path)/delete", language("Delete", "削除"), of: name, style: "danger"))</div></li>

      """
  }
}
