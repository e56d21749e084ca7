import ExamplePages
import ExampleSupport
import ExampleSync
import Foundation
import ReadItLaterCore
import SwiftData
import WebServer

/// The pages of readitlater.
enum BookmarkPages: PagedApp {
  static let program = "readitlater"
  static let port: UInt16 = 8_090

  static let description = PagedAppDescription(
    name: "ReadItLater",
    summary: ("Pages to read later", "あとで読むページ"),
    navigation: [
      ("/inbox", "Inbox", "受信箱"), ("/bookmark", "Bookmarks", "ブックマーク"),
      ("/archive", "Archive", "アーカイブ"), ("/search", "Search", "検索"),
      ("/files", "Import and export", "読み込みと書き出し"), ("/settings", "Settings", "設定"),
    ], color: "#0b5cad",
    symbol: """
      <path d="M30 20h40v62L50 66 30 82z" fill="#fff"/><circle cx="68" cy="68" r="17" \
      fill="#ffd34d"/><path d="M68 57v12l8 5" fill="none" stroke="#0b5cad" stroke-width="4"/>
      """,
    // The share sheet of the system offers the installed app.
    manifest:
      #""share_target": {"action": "/add", "method": "GET", "params": {"title": "title", "text": "text", "url": "url"}}"#
  )

  static func openContainer(in session: Session) throws -> ModelContainer {
    try session.openBookmarks()
  }

  static func routes(_ container: ModelContainer, _ session: Session) -> [WebRoute] {
    let pages = BookmarkHandlers(
      container: container, deletions: DeletionLog(of: session), terminal: session.terminal,
      sync: SyncPages(BookmarkSync.self, in: session, on: container))
    return [
      WebRoute("GET", "/settings", respond: pages.showSettings),
      WebRoute("GET", "/") { _ in .seeOther("/inbox") },
      WebRoute("GET", "/inbox") { try pages.list(.inbox, $0) },
      WebRoute("GET", "/bookmark") { try pages.list(.bookmark, $0) },
      WebRoute("GET", "/archive") { try pages.list(.archive, $0) },
      WebRoute("GET", "/search", respond: pages.search),
      WebRoute("GET", "/add", respond: pages.showAdding),
      WebRoute("POST", "/add", respond: pages.add),
      WebRoute("GET", "/bookmarks/:id", respond: pages.showBookmark),
      WebRoute("POST", "/bookmarks/:id/title", respond: pages.changeTitle),
      WebRoute("POST", "/bookmarks/:id/find-title", respond: pages.findTitle),
      WebRoute("POST", "/bookmarks/:id/move", respond: pages.move),
      WebRoute("POST", "/bookmarks/:id/delete", respond: pages.delete),
      WebRoute("POST", "/restore/:id", respond: pages.restore),
      WebRoute("GET", "/files", respond: pages.showFiles),
      WebRoute("POST", "/import", bodySize: 64 << 20, respond: pages.importFile),
      WebRoute("GET", "/export/:format", respond: pages.export),
    ] + pages.sync.routes(returningTo: "/settings")
  }

  static func problem(_ error: any Error, _ language: PageLanguage) -> String? {
    switch error {
    case let error as ShareError: language(BookmarkWords.english(error), error.sentences)
    case let error as Bookmark.CreationError:
      language(error.sentences, ShareError.bookmarkCreationFailed(error).sentences)
    case let BookmarkError.addressStored(_, _, status):
      language(
        "This page is already in \(BookmarkWords.name(status, language)).",
        "このページはすでに「\(BookmarkWords.name(status, language))」にあります。")
    case BookmarkError.notFound:
      language("This bookmark was deleted meanwhile.", "このブックマークはすでに削除されています。")
    default: nil
    }
  }
}

/// The messages of the document in the other language.
enum BookmarkWords {
  static func english(_ error: ShareError) -> String {
    switch error {
    case .noURLFound: "No web address was found."
    case .containerInitFailed: "The store could not be opened."
    case .bookmarkCreationFailed(let error): error.sentences
    case .inboxFull: "The inbox is full. Move some of its pages first."
    }
  }

  static func name(_ status: BookmarkStatus, _ language: PageLanguage) -> String {
    switch status {
    case .inbox: language("Inbox", "受信箱")
    case .bookmark: language("Bookmarks", "ブックマーク")
    case .archive: language("Archive", "アーカイブ")
    }
  }

  static func destination(_ status: BookmarkStatus, _ language: PageLanguage) -> String {
    switch status {
    case .inbox: language("To the inbox", "受信箱へ")
    case .bookmark: language("Keep", "ブックマークへ")
    case .archive: language("Archive", "アーカイブへ")
    }
  }
}

extension LocalizedError {
  /// What went wrong, and what to do.
  var sentences: String {
    [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: " ")
  }
}
