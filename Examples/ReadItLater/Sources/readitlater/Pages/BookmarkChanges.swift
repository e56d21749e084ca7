import ExamplePages
import ExampleSupport
import Foundation
import ReadItLaterCore
import SwiftData
import WebServer

// Changes of bookmarks.

extension BookmarkHandlers {
  /// The form for a page to add, filled in by the bookmarklet and the system's share sheet.
  func showAdding(_ request: WebRequest) throws -> WebResponse {
    let url = request.query["url"] ?? ""
    // Some apps share the address as the text.
    let shared = url.isEmpty ? request.query["text"].flatMap(Self.address) ?? "" : url
    return addingPage(
      request, url: shared, title: request.query["title"] ?? "",
      problem: request.query["text"] != nil && shared.isEmpty
        ? BookmarkPages.problem(ShareError.noURLFound, PageLanguage(request)) : nil)
  }

  private static func address(in text: String) -> String? {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
      .first { (try? WebAddress($0)) != nil }
  }

  private func addingPage(
    _ request: WebRequest, url: String, title: String, problem: String? = nil,
    known: UUID? = nil, status: Int = 200
  ) -> WebResponse {
    let language = PageLanguage(request)
    let form = PostForm(
      "/add",
      [
        FormField(
          "url", language("Address", "アドレス"), url, kind: "url", problem: problem,
          attributes: "required placeholder=\"https://\" autocapitalize=\"off\""),
        FormField(
          "title", language("Title", "タイトル"), title,
          hint: language("May stay empty.", "空のままでもかまいません。")),
      ], button: language("Add to the inbox", "受信箱に追加"))
    let bookmarklet =
      "javascript:location.href='http://HOST/add?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title)"
      .replacing("HOST", with: request.headers["Host"] ?? "")
    let link: HTML? = known.map { id in
      """
      <p><a href="/bookmarks/\(id.uuidString.lowercased())">\(language("Show it", "表示する"))</a></p>
      """
    }
    let body: HTML = """
      \(form.html)\(link)
      <h2>\(language("From any page", "どのページからでも"))</h2>
      <p>\(language(
        "Drag this link to the bookmarks bar of your browser. It opens this form for the page that is shown.",
        "このリンクをブックマークバーにドラッグすると、表示中のページをこのフォームで追加できます。"))</p>
      <p><a class="button quiet" href="\(bookmarklet)">\(language("Read it later", "あとで読む"))</a></p>
      """
    return page(
      request, title: language("Add a page", "ページを追加"), body, store, status: status)
  }

  func add(_ request: WebRequest) throws -> WebResponse {
    let form = try WebForm(request).values
    let (url, title) = (form["url"] ?? "", form["title"] ?? "")
    do {
      try store.repository.addNew(Bookmark.create(from: url, title: title).get())
      return .seeOther("/inbox?done=added")
    } catch {
      guard let problem = BookmarkPages.problem(error, PageLanguage(request)) else { throw error }
      var known: UUID?
      if case BookmarkError.addressStored(_, let id, _) = error { known = id }
      return addingPage(
        request, url: url, title: title, problem: problem, known: known, status: 422)
    }
  }

  func showBookmark(_ request: WebRequest) throws -> WebResponse {
    let store = store
    let bookmark = try bookmark(of: request, store)
    return editingPage(bookmark, request, store, title: bookmark.title ?? "")
  }

  private func editingPage(
    _ bookmark: Bookmark, _ request: WebRequest, _ store: Store, title: String,
    problem: String? = nil, status: Int = 200
  ) -> WebResponse {
    let language = PageLanguage(request)
    let path = "/bookmarks/\(bookmark.id.uuidString.lowercased())"
    let form = PostForm(
      "\(path)/title", [FormField("title", language("Title", "タイトル"), title, problem: problem)],
      button: language("Save", "保存"))
    let body: HTML = """
      <div data-live="bookmark"><dl>
      <dt>\(language("Address", "アドレス"))</dt>\
      <dd><a href="\(link: bookmark.url ?? "")" rel="noopener noreferrer">\(bookmark.url ?? "")</a></dd>
      <dt>\(language("List", "リスト"))</dt><dd>\(BookmarkWords.name(bookmark.status, language))</dd>
      <dt>\(language("Added", "追加日"))</dt><dd>\(language.moment(bookmark.createdAt))</dd>
      </dl></div>
      \(form.html)
      <div class="buttons">\
      \(actionButton("\(path)/find-title", language("Look up the title on the page", "ページからタイトルを取得")))\
      \(actionButton("\(path)/delete", language("Delete", "削除"), style: "danger"))</div>
      """
    return page(
      request, title: language("Edit a bookmark", "ブックマークを編集"), body, store, status: status)
  }

  func changeTitle(_ request: WebRequest) throws -> WebResponse {
    let title = try WebForm(request).values["title"] ?? ""
    let bookmark = try store.repository.rename(id: id(of: request), to: title)
    return .seeOther("/\(bookmark.status.rawValue)?done=saved")
  }

  /// Reads the title from the page itself, only when asked to.
  func findTitle(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let store = store
    let bookmark = try bookmark(of: request, store)
    do {
      let title = try PageTitle.fetch(bookmark.url ?? "")
      try store.repository.rename(id: bookmark.id, to: title)
      return .seeOther("/\(bookmark.status.rawValue)?done=saved")
    } catch let error as PageTitle.Failure {
      return editingPage(
        bookmark, request, store, title: bookmark.title ?? "", problem: error.text(language),
        status: 502)
    }
  }

  func move(_ request: WebRequest) throws -> WebResponse {
    let form = try WebForm(request).values
    guard let status = form["to"].flatMap(BookmarkStatus.init) else {
      throw WebRefusal.nothing(at: request)
    }
    let (_, former) = try store.repository.move(id: id(of: request), to: status)
    return .seeOther("/\(former.rawValue)?done=moved")
  }

  func delete(_ request: WebRequest) throws -> WebResponse {
    let bookmark = try store.repository.remove(id: id(of: request))
    deletions.append(bookmark, warningOn: terminal)
    let id = bookmark.id.uuidString.lowercased()
    return .seeOther("/\(bookmark.status.rawValue)?deleted=\(id)")
  }

  func restore(_ request: WebRequest) throws -> WebResponse {
    guard let former = deleted(request["id"]) else { throw WebRefusal.nothing(at: request) }
    try store.repository.restore(former)
    return .seeOther("/\(former.status.rawValue)?done=restored")
  }
}
