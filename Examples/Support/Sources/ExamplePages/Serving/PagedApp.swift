import ExampleSupport
import SwiftData
import WebServer

/// An app whose pages are served by its program.
package protocol PagedApp: SendableMetatype {
  /// What all pages share.
  static var description: PagedAppDescription { get }
  /// The name of the program.
  static var program: String { get }
  /// The port on which the program serves unless told otherwise.
  static var port: UInt16 { get }

  /// Opens the store.
  ///
  /// - Throws: `CommandFailure`.
  static func openContainer(in session: Session) throws -> ModelContainer

  /// The routes of the pages.
  ///
  /// What runs beside the pages, such as a sync, starts here, and ends with the program.
  static func routes(_ container: ModelContainer, _ session: Session) -> [WebRoute]

  /// The language that the user of the app chose; nil for the one that the browser prefers.
  static func language(_ container: ModelContainer) -> PageLanguage?

  /// The message for an error of the app's domain; nil for any other error.
  static func problem(_ error: any Error, _ language: PageLanguage) -> String?
}

extension PagedApp {
  package static func language(_ container: ModelContainer) -> PageLanguage? { nil }

  /// All routes of the app: its pages, the files that they need, and the events of the store.
  package static func table(
    _ container: ModelContainer, _ session: Session, updates: StoreUpdates,
    checks: [any RequestCheck] = []
  ) -> RouteTable {
    RouteTable(
      routes(container, session) + PageAssets.routes(of: description) + [updates.route],
      checks: checks,
      refuse: { error, request in refuse(error, request.preferring(language(container))) })
  }

  /// A page that tells what went wrong.
  private static func refuse(_ error: any Error, _ request: WebRequest) -> WebResponse {
    let language = PageLanguage(request)
    let refusal = error as? WebRefusal
    let (status, message) =
      if let refusal {
        (refusal.status, text(of: refusal, language))
      } else if let problem = problem(error, language) {
        (422, problem)
      } else {
        (500, error.sentence)
      }
    var response = Page(
      description, request, title: language("That did not work", "処理できませんでした"),
      content: """
        <p>\(message)</p>
        <p class="buttons"><a class="button quiet" href="/">\(
          language("Back to the start", "最初のページへ戻る"))</a></p>
        """
    ).response(status)
    response.headers += refusal?.allHeaders ?? []
    return response
  }

  private static func text(of refusal: WebRefusal, _ language: PageLanguage) -> String {
    guard language == .japanese else { return refusal.message }
    return switch refusal.reason {
    case "not-found": "このページは存在しないか、すでに削除されています。"
    case "no-password": "パスワードが必要です。"
    case "cross-site": "他のサイトからの変更は受け付けません。"
    case "wrong-host": "この名前ではアクセスできません。localhost を使ってください。"
    case "too-large": "送信されたデータが大きすぎます。"
    case "overloaded", "stopping": "混み合っています。しばらくしてからもう一度お試しください。"
    default: "リクエストを処理できませんでした（\(refusal.reason)）。"
    }
  }
}

extension WebRefusal {
  /// The refusal of a page about something that is not there, or not any more.
  package static func nothing(at request: WebRequest) -> WebRefusal {
    WebRefusal(
      404, "not-found", at: "path",
      "There is nothing at \(request.path), or it was deleted meanwhile.")
  }
}
