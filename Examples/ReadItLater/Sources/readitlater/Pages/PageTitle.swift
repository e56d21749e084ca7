import ExamplePages
import Foundation
import ReadItLaterCore
import SyncHTTP

/// The title that a page gives itself.
enum PageTitle {
  enum Failure: Error {
    /// There was no answer, or one without a page.
    case unreachable
    case noTitle

    func text(_ language: PageLanguage) -> String {
      switch self {
      case .unreachable:
        language(
          "The page could not be read. Try again later, or type a title.",
          "ページを読み込めませんでした。しばらくしてから試すか、タイトルを入力してください。")
      case .noTitle:
        language("The page has no title. Type one.", "ページにタイトルがありません。入力してください。")
      }
    }
  }

  /// The maximum size of a page in bytes.
  private static let limit = 4 << 20

  /// Reads a title: at most five seconds for each of four addresses, and 4 MiB.
  ///
  /// - Throws: `Failure`.
  static func fetch(_ address: String) throws -> String {
    try waiting { try await read(address) }
  }

  private static func read(_ address: String) async throws -> String {
    let transport = SystemTransport(timeout: 5)
    let limits = AnswerLimits.Request(success: limit, failure: limit)
    var next = address
    for _ in 0...3 {
      guard let url = (try? WebAddress(next)).flatMap({ URL(string: $0.text) }) else { break }
      let answer: HTTPResponse
      do {
        answer = try await transport.send(
          HTTPRequest("GET", url, headers: ["accept": "text/html"], limits: limits))
      } catch {
        throw Failure.unreachable
      }
      if (300..<400).contains(answer.status), let place = answer.headers["location"] {
        next = URL(string: place, relativeTo: url)?.absoluteString ?? ""
        continue
      }
      guard answer.status == 200,
        answer.headers["content-type"]?.lowercased().contains("html") ?? true
      else { throw Failure.unreachable }
      guard let title = PageMarkup.title(in: answer.body), !title.isEmpty else {
        throw Failure.noTitle
      }
      return title
    }
    throw Failure.unreachable
  }
}
